CREATE TABLE "league_nudges" (
	"league_id" uuid NOT NULL,
	"show_id" uuid NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "league_nudges_league_id_show_id_pk" PRIMARY KEY("league_id","show_id")
);
--> statement-breakpoint
CREATE TABLE "league_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"league_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "league_posts_order" UNIQUE("league_id","created_at")
);
--> statement-breakpoint
ALTER TABLE "league_nudges" ADD CONSTRAINT "league_nudges_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_nudges" ADD CONSTRAINT "league_nudges_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_nudges" ADD CONSTRAINT "league_nudges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_posts" ADD CONSTRAINT "league_posts_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_posts" ADD CONSTRAINT "league_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "league_nudges_show" ON "league_nudges" USING btree ("show_id");--> statement-breakpoint
CREATE INDEX "league_nudges_user" ON "league_nudges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "league_posts_author" ON "league_posts" USING btree ("author_id","created_at");