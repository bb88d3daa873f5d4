CREATE TABLE "import_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" varchar(100) NOT NULL,
	"state" varchar(10) NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"lines" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_shows" (
	"source" varchar(100) NOT NULL,
	"source_id" varchar(100) NOT NULL,
	"show_id" uuid,
	"details" jsonb NOT NULL,
	"setlist_hash" varchar(64) NOT NULL,
	"url" varchar(500),
	"notes" text,
	"soundcheck" text,
	"support" text,
	"unknown_songs" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "imported_shows_source_source_id_pk" PRIMARY KEY("source","source_id")
);
--> statement-breakpoint
CREATE TABLE "proposed_changes" (
	"show_id" uuid PRIMARY KEY NOT NULL,
	"source" varchar(100) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imported_shows" ADD CONSTRAINT "imported_shows_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_changes" ADD CONSTRAINT "proposed_changes_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_shows_show" ON "imported_shows" USING btree ("show_id");