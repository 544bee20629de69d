ALTER TABLE "announcements" DROP CONSTRAINT "announcements_state";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "scheduled_by" integer;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_scheduled_by_users_id_fk" FOREIGN KEY ("scheduled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_state" CHECK ("announcements"."state" in ('draft', 'scheduled', 'published', 'withdrawn'));--> statement-breakpoint
UPDATE "announcements" SET "state" = 'draft', "published_at" = NULL, "version" = "version" + 1 WHERE "state" = 'published' AND "published_at" > now();
