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
        and ("reports"."outcome" is null) = ("reports"."decided_fingerprint" is null));