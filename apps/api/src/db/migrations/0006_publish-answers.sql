ALTER TABLE "request_documents" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "requests_due" ON "requests" USING btree ("due_at","id") WHERE state <> 'draft';--> statement-breakpoint
CREATE INDEX "requests_sent" ON "requests" USING btree ("sent_at","id") WHERE state <> 'draft';