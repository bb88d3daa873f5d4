DROP INDEX "predictions_show";--> statement-breakpoint
DROP INDEX "users_standing";--> statement-breakpoint
DROP INDEX "forum_threads_activity";--> statement-breakpoint
CREATE INDEX "predictions_show" ON "predictions" USING btree ("show_id","submitted_at");--> statement-breakpoint
CREATE INDEX "users_standing" ON "users" USING btree ("total_points" DESC NULLS FIRST,"username_key" collate "C") WHERE "users"."games_played" > 0;--> statement-breakpoint
CREATE INDEX "forum_threads_activity" ON "forum_threads" USING btree ("is_pinned","last_activity_at","id");