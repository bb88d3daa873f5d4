CREATE TABLE "band_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"facts" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "band_settings_one" CHECK ("band_settings"."id" = 1)
);
