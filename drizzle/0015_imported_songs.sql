CREATE TABLE "imported_songs" (
	"import_key" varchar(255) PRIMARY KEY NOT NULL,
	"song_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imported_songs" ADD CONSTRAINT "imported_songs_song_id_songs_id_fk" FOREIGN KEY ("song_id") REFERENCES "public"."songs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_songs_song" ON "imported_songs" USING btree ("song_id");