CREATE TABLE "league_bans" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"banned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "league_bans_league_id_user_id_pk" PRIMARY KEY("league_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "league_members" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "league_members_league_id_user_id_pk" PRIMARY KEY("league_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "leagues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(60) NOT NULL,
	"color" varchar(10) NOT NULL,
	"is_listed" boolean NOT NULL,
	"owner_id" uuid NOT NULL,
	"start_show_id" uuid,
	"starts_at" timestamp with time zone NOT NULL,
	"invitation" varchar(32) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leagues_invitation" UNIQUE("invitation"),
	CONSTRAINT "leagues_color" CHECK ("leagues"."color" in ('plum', 'blue', 'teal', 'green', 'rust', 'rose'))
);
--> statement-breakpoint
ALTER TABLE "league_bans" ADD CONSTRAINT "league_bans_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_bans" ADD CONSTRAINT "league_bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_members" ADD CONSTRAINT "league_members_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_members" ADD CONSTRAINT "league_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_start_show_id_shows_id_fk" FOREIGN KEY ("start_show_id") REFERENCES "public"."shows"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "league_bans_user" ON "league_bans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "league_bans_latest" ON "league_bans" USING btree ("league_id","banned_at","user_id");--> statement-breakpoint
CREATE INDEX "league_members_user" ON "league_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "league_members_joined" ON "league_members" USING btree ("league_id","joined_at","user_id");--> statement-breakpoint
CREATE INDEX "leagues_owner" ON "leagues" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "leagues_listed" ON "leagues" USING btree ("created_at","id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "leagues_start_show" ON "leagues" USING btree ("start_show_id");