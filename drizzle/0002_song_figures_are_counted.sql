ALTER TABLE "songs" DROP COLUMN "first_played";--> statement-breakpoint
ALTER TABLE "songs" DROP COLUMN "last_played";--> statement-breakpoint
ALTER TABLE "songs" DROP COLUMN "times_played";--> statement-breakpoint
ALTER TABLE "songs" DROP COLUMN "average_position";