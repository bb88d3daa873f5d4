ALTER TABLE "house_picks" DROP CONSTRAINT "house_picks_player";--> statement-breakpoint
ALTER TABLE "house_nights" ADD COLUMN "twenty_sheets" integer;--> statement-breakpoint
ALTER TABLE "house_nights" ADD CONSTRAINT "house_nights_twenty_sheets" CHECK ("house_nights"."twenty_sheets" between 0 and 20);--> statement-breakpoint
ALTER TABLE "house_picks" ADD CONSTRAINT "house_picks_player" CHECK ("house_picks"."player" in ('notebook', 'archivist', 'optimist', 'twenty'));