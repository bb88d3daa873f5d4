CREATE TABLE "calendar_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token" varchar(22) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_links_token" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "calendar_links" ADD CONSTRAINT "calendar_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;