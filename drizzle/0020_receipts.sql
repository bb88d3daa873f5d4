ALTER TABLE "shows" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
-- Written by hand: the first calculation isn't known, so the last one stands in for it.
UPDATE "shows" SET "published_at" = "scored_at" WHERE "status" = 'closed';--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_published_if_closed" CHECK ("shows"."published_at" is null or ("shows"."status" = 'closed' and "shows"."scored_at" is not null));