CREATE TABLE "revealed_shows" (
	"user_id" uuid NOT NULL,
	"show_id" uuid NOT NULL,
	"revealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "revealed_shows_user_id_show_id_pk" PRIMARY KEY("user_id","show_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spoilers_hidden_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "revealed_shows" ADD CONSTRAINT "revealed_shows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revealed_shows" ADD CONSTRAINT "revealed_shows_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revealed_shows_show" ON "revealed_shows" USING btree ("show_id");