ALTER TABLE "shows" ADD COLUMN "published_setlists" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "shows" SET "published_setlists" = jsonb_build_array(jsonb_build_object(
	'hash', (SELECT md5(coalesce(string_agg(position || ' ' || song_id || ' ' || is_closer, ' ' ORDER BY position), '')) FROM "live_setlist_songs" WHERE show_id = "shows"."id"),
	'correctedAt', to_char("corrected_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
)) WHERE "published_at" IS NOT NULL;
