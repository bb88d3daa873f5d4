CREATE TABLE "point_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "point_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"prediction_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"what" varchar(300) NOT NULL,
	"difference" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "point_corrections" ADD CONSTRAINT "point_corrections_prediction_id_predictions_id_fk" FOREIGN KEY ("prediction_id") REFERENCES "public"."predictions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "point_corrections_prediction" ON "point_corrections" USING btree ("prediction_id","id");