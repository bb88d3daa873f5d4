CREATE TABLE "house_odds" (
	"show_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"song_id" uuid NOT NULL,
	CONSTRAINT "house_odds_show_id_rank_pk" PRIMARY KEY("show_id","rank"),
	CONSTRAINT "house_odds_song" UNIQUE("show_id","song_id"),
	CONSTRAINT "house_odds_range" CHECK ("house_odds"."rank" between 1 and 24)
);
--> statement-breakpoint
CREATE TABLE "voided_predictions" (
	"user_id" uuid NOT NULL,
	"show_id" uuid NOT NULL,
	"voided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "voided_predictions_user_id_show_id_pk" PRIMARY KEY("user_id","show_id")
);
--> statement-breakpoint
ALTER TABLE "predictions" ADD COLUMN "is_surprise" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "were_picks_revealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "are_predictions_frozen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "house_odds" ADD CONSTRAINT "house_odds_show_id_house_nights_show_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."house_nights"("show_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_odds" ADD CONSTRAINT "house_odds_song_id_songs_id_fk" FOREIGN KEY ("song_id") REFERENCES "public"."songs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_predictions" ADD CONSTRAINT "voided_predictions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_predictions" ADD CONSTRAINT "voided_predictions_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "house_odds_by_song" ON "house_odds" USING btree ("song_id");--> statement-breakpoint
CREATE INDEX "voided_predictions_show" ON "voided_predictions" USING btree ("show_id");--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_frozen_after_reveal" CHECK ("shows"."were_picks_revealed" or not "shows"."are_predictions_frozen");