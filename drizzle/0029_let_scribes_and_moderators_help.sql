CREATE TABLE "scribes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"show_id" uuid,
	"tour_name" varchar(255),
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scribes_token_hash" UNIQUE("token_hash"),
	CONSTRAINT "scribes_user_show" UNIQUE("user_id","show_id"),
	CONSTRAINT "scribes_user_tour" UNIQUE("user_id","tour_name"),
	CONSTRAINT "scribes_show_or_tour" CHECK (("scribes"."show_id" is null) <> ("scribes"."tour_name" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_moderator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "live_setlist_songs" ADD COLUMN "source" varchar(200);--> statement-breakpoint
ALTER TABLE "scribes" ADD CONSTRAINT "scribes_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scribes" ADD CONSTRAINT "scribes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scribes_show" ON "scribes" USING btree ("show_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_one_role" CHECK (not ("users"."is_admin" and "users"."is_moderator"));