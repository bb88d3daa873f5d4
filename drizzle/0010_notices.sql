CREATE TABLE "notice_choices" (
	"user_id" uuid NOT NULL,
	"channel" varchar(10) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"is_wanted" boolean NOT NULL,
	CONSTRAINT "notice_choices_user_id_channel_kind_pk" PRIMARY KEY("user_id","channel","kind"),
	CONSTRAINT "notice_choices_channel" CHECK ("notice_choices"."channel" in ('mail', 'push')),
	CONSTRAINT "notice_choices_kind" CHECK ("notice_choices"."kind" in ('reminder', 'result', 'moved'))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"user_id" uuid NOT NULL,
	"show_id" uuid NOT NULL,
	"channel" varchar(10) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"about" varchar(40) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"send_after" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone,
	"outcome" varchar(10),
	CONSTRAINT "notices_user_id_show_id_channel_kind_about_pk" PRIMARY KEY("user_id","show_id","channel","kind","about"),
	CONSTRAINT "notices_channel" CHECK ("notices"."channel" in ('mail', 'push')),
	CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('reminder', 'result', 'moved')),
	CONSTRAINT "notices_outcome" CHECK ("notices"."outcome" in ('sent', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"endpoint" varchar(1000) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"p256dh" varchar(100) NOT NULL,
	"auth" varchar(40) NOT NULL,
	"time_zone" varchar(64) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_keys" (
	"name" varchar(20) PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_waiting" ON "notices" USING btree ("send_after") WHERE "notices"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "notices_show" ON "notices" USING btree ("show_id");--> statement-breakpoint
CREATE INDEX "notices_age" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");