ALTER TABLE "moderation_notices" DROP CONSTRAINT "moderation_notices_kind";--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_decided";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "decided_fingerprint" varchar(64);--> statement-breakpoint
UPDATE "reports" SET "decided_fingerprint" = encode(sha256(convert_to(
  coalesce(cases.user_id, (select owner_id from leagues where leagues.id = cases.league_id))::text
    || E'\n' || cases.reported_text, 'UTF8')), 'hex')
FROM "moderation_cases" cases
WHERE cases.id = "reports"."case_id" AND "reports"."outcome" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_notices" ADD CONSTRAINT "moderation_notices_kind" CHECK ("moderation_notices"."kind" in ('hide', 'warn', 'mute', 'unmute'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decided" CHECK (("reports"."outcome" is null) = ("reports"."decided_at" is null)
        and ("reports"."outcome" is null) = ("reports"."decided_fingerprint" is null));--> statement-breakpoint
ALTER TABLE "forum_threads" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_threads" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_threads" ADD COLUMN "show_id" uuid;--> statement-breakpoint
ALTER TABLE "forum_threads" ADD CONSTRAINT "forum_threads_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_threads" ADD CONSTRAINT "forum_threads_show" UNIQUE("show_id");--> statement-breakpoint
ALTER TABLE "forum_threads" ADD CONSTRAINT "forum_threads_of_show" CHECK (("forum_threads"."show_id" is null or "forum_threads"."show_id" = "forum_threads"."id")
        and ("forum_threads"."show_id" is null) = ("forum_threads"."title" is not null)
        and ("forum_threads"."show_id" is null) = ("forum_threads"."author_id" is not null)
        and ("forum_threads"."show_id" is not null) = ("forum_threads"."category" = 'Show Threads'));