CREATE TABLE "moderation_cases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(10) NOT NULL,
	"user_id" uuid,
	"thread_id" uuid,
	"post_id" uuid,
	"league_id" uuid,
	"visibility" varchar(10) DEFAULT 'visible' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"reported_text" text NOT NULL,
	"open_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "moderation_cases_visibility" CHECK ("moderation_cases"."visibility" in ('visible', 'awaiting', 'removed')),
	CONSTRAINT "moderation_cases_target" CHECK (("moderation_cases"."user_id" is null) = ("moderation_cases"."kind" = 'league')
        and ("moderation_cases"."thread_id" is not null) = ("moderation_cases"."kind" = 'thread')
        and ("moderation_cases"."post_id" is not null) = ("moderation_cases"."kind" = 'post')
        and ("moderation_cases"."league_id" is not null) = ("moderation_cases"."kind" = 'league')
        and "moderation_cases"."kind" in ('thread', 'post', 'bio', 'league', 'username')),
	CONSTRAINT "moderation_cases_username" CHECK ("moderation_cases"."kind" <> 'username' or "moderation_cases"."visibility" = 'visible')
);
--> statement-breakpoint
CREATE TABLE "moderation_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" varchar(10) NOT NULL,
	"about" varchar(10) NOT NULL,
	"excerpt" varchar(200) NOT NULL,
	"muted_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"is_hidden" boolean NOT NULL,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "moderation_notices_kind" CHECK ("moderation_notices"."kind" in ('hide', 'warn', 'mute')),
	CONSTRAINT "moderation_notices_about" CHECK ("moderation_notices"."about" in ('thread', 'post', 'bio', 'league', 'username')),
	CONSTRAINT "moderation_notices_mute" CHECK (("moderation_notices"."kind" = 'mute') = ("moderation_notices"."muted_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"case_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" varchar(10) NOT NULL,
	"comment" varchar(500),
	"created_at" timestamp with time zone NOT NULL,
	"outcome" varchar(10),
	"decided_at" timestamp with time zone,
	CONSTRAINT "reports_case_id_reporter_id_pk" PRIMARY KEY("case_id","reporter_id"),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('spam', 'harassment', 'hate', 'sexual', 'private', 'other')),
	CONSTRAINT "reports_outcome" CHECK ("reports"."outcome" in ('dismissed', 'abuse', 'upheld')),
	CONSTRAINT "reports_decided" CHECK (("reports"."outcome" is null) = ("reports"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "muted_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_thread_id_forum_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."forum_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_notices" ADD CONSTRAINT "moderation_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_thread" ON "moderation_cases" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_post" ON "moderation_cases" USING btree ("post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_league" ON "moderation_cases" USING btree ("league_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_fan" ON "moderation_cases" USING btree ("user_id","kind") WHERE kind = 'bio' or kind = 'username';--> statement-breakpoint
CREATE INDEX "moderation_cases_user" ON "moderation_cases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_open" ON "moderation_cases" USING btree ("open_since","id") WHERE open_since is not null;--> statement-breakpoint
CREATE INDEX "moderation_cases_removed" ON "moderation_cases" USING btree ("created_at","id") WHERE visibility = 'removed';--> statement-breakpoint
CREATE INDEX "moderation_notices_user" ON "moderation_notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","created_at");