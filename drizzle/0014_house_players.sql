CREATE TABLE "house_nights" (
	"show_id" uuid PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"learnt_from" integer NOT NULL,
	CONSTRAINT "house_nights_learnt_from" CHECK ("house_nights"."learnt_from" >= 0)
);
--> statement-breakpoint
CREATE TABLE "house_picks" (
	"show_id" uuid NOT NULL,
	"player" varchar(10) NOT NULL,
	"position" integer NOT NULL,
	"song_id" uuid NOT NULL,
	CONSTRAINT "house_picks_show_id_player_position_pk" PRIMARY KEY("show_id","player","position"),
	CONSTRAINT "house_picks_song" UNIQUE("show_id","player","song_id"),
	CONSTRAINT "house_picks_player" CHECK ("house_picks"."player" in ('notebook', 'archivist', 'optimist')),
	CONSTRAINT "house_picks_range" CHECK ("house_picks"."position" between 1 and 24)
);
--> statement-breakpoint
ALTER TABLE "house_nights" ADD CONSTRAINT "house_nights_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_picks" ADD CONSTRAINT "house_picks_show_id_house_nights_show_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."house_nights"("show_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_picks" ADD CONSTRAINT "house_picks_song_id_songs_id_fk" FOREIGN KEY ("song_id") REFERENCES "public"."songs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "house_picks_by_song" ON "house_picks" USING btree ("song_id");