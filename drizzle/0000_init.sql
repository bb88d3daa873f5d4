CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" varchar(50) NOT NULL,
	"subject_id" uuid,
	"show_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "forum_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_threads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" varchar(255) NOT NULL,
	"category" varchar(100) NOT NULL,
	"author_id" uuid NOT NULL,
	"is_pinned" integer DEFAULT 0 NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"last_activity_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_threads_pinned" CHECK ("forum_threads"."is_pinned" in (0, 1))
);
--> statement-breakpoint
CREATE TABLE "live_setlist_songs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"show_id" uuid NOT NULL,
	"song_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"is_closer" boolean DEFAULT false NOT NULL,
	"notes" text,
	"set_label" varchar(50),
	"played_at" timestamp with time zone,
	CONSTRAINT "live_setlist_songs_position" UNIQUE("show_id","position") DEFERRABLE INITIALLY IMMEDIATE,
	CONSTRAINT "live_setlist_songs_range" CHECK ("live_setlist_songs"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "prediction_songs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prediction_songs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"prediction_id" uuid NOT NULL,
	"song_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "prediction_songs_position" UNIQUE("prediction_id","position"),
	CONSTRAINT "prediction_songs_song" UNIQUE("prediction_id","song_id"),
	CONSTRAINT "prediction_songs_range" CHECK ("prediction_songs"."position" between 1 and 24)
);
--> statement-breakpoint
CREATE TABLE "predictions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"show_id" uuid NOT NULL,
	"points" integer,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "predictions_user_show" UNIQUE("user_id","show_id"),
	CONSTRAINT "predictions_points" CHECK ("predictions"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" varchar(500),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "shows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(255) NOT NULL,
	"venue" varchar(255),
	"city" varchar(100) NOT NULL,
	"state" varchar(100),
	"country" varchar(100) DEFAULT 'USA',
	"date" timestamp with time zone NOT NULL,
	"time_zone" varchar(64) NOT NULL,
	"tour_name" varchar(255),
	"status" varchar(10) DEFAULT 'open' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"scored_at" timestamp with time zone,
	"import_key" varchar(255),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shows_import_key" UNIQUE("import_key"),
	CONSTRAINT "shows_status" CHECK ("shows"."status" in ('open', 'live', 'closed')),
	CONSTRAINT "shows_unscored_while_open" CHECK ("shows"."status" <> 'open' or "shows"."scored_at" is null)
);
--> statement-breakpoint
CREATE TABLE "songs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" varchar(255) NOT NULL,
	"album" varchar(255),
	"rarity" varchar(10) DEFAULT 'common' NOT NULL,
	"category" varchar(50) DEFAULT 'studio' NOT NULL,
	"first_played" timestamp with time zone,
	"last_played" timestamp with time zone,
	"times_played" integer DEFAULT 0 NOT NULL,
	"average_position" numeric(5, 2),
	"imported_first_played" timestamp with time zone,
	"imported_last_played" timestamp with time zone,
	"imported_times_played" integer DEFAULT 0 NOT NULL,
	"imported_average_position" numeric(5, 2),
	"import_key" varchar(255),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "songs_title" UNIQUE("title"),
	CONSTRAINT "songs_import_key" UNIQUE("import_key"),
	CONSTRAINT "songs_rarity" CHECK ("songs"."rarity" in ('common', 'uncommon', 'rare', 'very_rare', 'debut'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" varchar(255) NOT NULL,
	"email_key" varchar(255) NOT NULL,
	"password" varchar(255) NOT NULL,
	"username" varchar(100) NOT NULL,
	"username_key" varchar(255) NOT NULL,
	"bio" text,
	"location" varchar(255),
	"favorite_song" varchar(255),
	"home_venue" varchar(255),
	"is_admin" boolean DEFAULT false NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"password_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"total_points" integer DEFAULT 0 NOT NULL,
	"games_played" integer DEFAULT 0 NOT NULL,
	"average_score" numeric(10, 2) DEFAULT '0' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_key" UNIQUE("email_key"),
	CONSTRAINT "users_username_key" UNIQUE("username_key")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_thread_id_forum_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."forum_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_threads" ADD CONSTRAINT "forum_threads_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_setlist_songs" ADD CONSTRAINT "live_setlist_songs_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_setlist_songs" ADD CONSTRAINT "live_setlist_songs_song_id_songs_id_fk" FOREIGN KEY ("song_id") REFERENCES "public"."songs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prediction_songs" ADD CONSTRAINT "prediction_songs_prediction_id_predictions_id_fk" FOREIGN KEY ("prediction_id") REFERENCES "public"."predictions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prediction_songs" ADD CONSTRAINT "prediction_songs_song_id_songs_id_fk" FOREIGN KEY ("song_id") REFERENCES "public"."songs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_show" ON "audit_log" USING btree ("show_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "forum_posts_thread" ON "forum_posts" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "forum_posts_author" ON "forum_posts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "forum_threads_activity" ON "forum_threads" USING btree ("is_pinned" DESC NULLS LAST,"last_activity_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "forum_threads_author" ON "forum_threads" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "live_setlist_songs_song" ON "live_setlist_songs" USING btree ("song_id");--> statement-breakpoint
CREATE INDEX "prediction_songs_by_song" ON "prediction_songs" USING btree ("song_id");--> statement-breakpoint
CREATE INDEX "predictions_show" ON "predictions" USING btree ("show_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shows_date" ON "shows" USING btree ("date");--> statement-breakpoint
CREATE INDEX "shows_status_date" ON "shows" USING btree ("status","date");--> statement-breakpoint
CREATE INDEX "users_standing" ON "users" USING btree ("total_points" DESC NULLS LAST,"username") WHERE "users"."games_played" > 0;