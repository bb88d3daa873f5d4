ALTER TABLE "songs" DROP CONSTRAINT "songs_title";--> statement-breakpoint
-- By hand: of titles that are the same one from now on, the later ones say so in their name.
UPDATE "songs" SET "title" = left("title", 245) || ' (' || "same"."number" || ')'
FROM (
  SELECT "id", row_number() OVER (
    PARTITION BY lower(regexp_replace(normalize("title", NFKC), '\s+', ' ', 'g'))
    ORDER BY "created_at", "id"
  ) AS "number" FROM "songs"
) AS "same"
WHERE "same"."id" = "songs"."id" AND "same"."number" > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "songs_title" ON "songs" USING btree (lower(regexp_replace(normalize("title", NFKC), '\s+', ' ', 'g')));