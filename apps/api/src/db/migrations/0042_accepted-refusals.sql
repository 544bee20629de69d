ALTER TABLE "loads" ADD COLUMN "sample_reports" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "sample_announcements" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "sample_values" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploaded_exports" ADD COLUMN "accepted" varchar(30)[] DEFAULT '{}' NOT NULL;