CREATE TABLE "prediction_shares" (
	"prediction_id" uuid PRIMARY KEY NOT NULL,
	"token" varchar(32) NOT NULL,
	"shows_songs_early" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prediction_shares_token" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "forum_threads" ADD COLUMN "is_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "prediction_shares" ADD CONSTRAINT "prediction_shares_prediction_id_predictions_id_fk" FOREIGN KEY ("prediction_id") REFERENCES "public"."predictions"("id") ON DELETE cascade ON UPDATE no action;