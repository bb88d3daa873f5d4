ALTER TABLE "forum_threads" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_threads" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_threads" ADD COLUMN "show_id" uuid;--> statement-breakpoint
ALTER TABLE "forum_threads" ADD CONSTRAINT "forum_threads_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_threads" ADD CONSTRAINT "forum_threads_show" UNIQUE("show_id");--> statement-breakpoint
ALTER TABLE "forum_threads" ADD CONSTRAINT "forum_threads_of_show" CHECK (("forum_threads"."show_id" is null or "forum_threads"."show_id" = "forum_threads"."id")
        and ("forum_threads"."show_id" is null) = ("forum_threads"."title" is not null)
        and ("forum_threads"."show_id" is null) = ("forum_threads"."author_id" is not null)
        and ("forum_threads"."show_id" is not null) = ("forum_threads"."category" = 'Show Threads'));