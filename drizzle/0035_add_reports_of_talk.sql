ALTER TABLE "moderation_cases" DROP CONSTRAINT "moderation_cases_target";--> statement-breakpoint
ALTER TABLE "moderation_notices" DROP CONSTRAINT "moderation_notices_about";--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD COLUMN "league_post_id" uuid;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_league_post_id_league_posts_id_fk" FOREIGN KEY ("league_post_id") REFERENCES "public"."league_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_league_post" ON "moderation_cases" USING btree ("league_post_id");--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_target" CHECK (("moderation_cases"."user_id" is null) = ("moderation_cases"."kind" = 'league')
        and ("moderation_cases"."thread_id" is not null) = ("moderation_cases"."kind" = 'thread')
        and ("moderation_cases"."post_id" is not null) = ("moderation_cases"."kind" = 'post')
        and ("moderation_cases"."league_id" is not null) = ("moderation_cases"."kind" = 'league')
        and ("moderation_cases"."league_post_id" is not null) = ("moderation_cases"."kind" = 'talk')
        and "moderation_cases"."kind" in ('thread', 'post', 'talk', 'bio', 'league', 'username'));--> statement-breakpoint
ALTER TABLE "moderation_notices" ADD CONSTRAINT "moderation_notices_about" CHECK ("moderation_notices"."about" in ('thread', 'post', 'talk', 'bio', 'league', 'username'));