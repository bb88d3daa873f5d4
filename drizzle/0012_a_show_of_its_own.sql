ALTER TABLE "shows" DROP CONSTRAINT "shows_unscored_while_open";--> statement-breakpoint
ALTER TABLE "shows" DROP CONSTRAINT "shows_status";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "live_setlist_songs" ADD COLUMN "segue" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "live_setlist_songs" ADD COLUMN "break_after" varchar(10);--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "locks_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_request" UNIQUE("request_id");--> statement-breakpoint
ALTER TABLE "live_setlist_songs" ADD CONSTRAINT "live_setlist_songs_break" CHECK ("live_setlist_songs"."break_after" in ('set', 'encore'));--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_locks_in_time" CHECK ("shows"."locks_at" <= "shows"."date");--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_unscored_unless_played" CHECK ("shows"."status" in ('live', 'closed') or "shows"."scored_at" is null);--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_status" CHECK ("shows"."status" in ('open', 'live', 'closed', 'postponed', 'cancelled'));