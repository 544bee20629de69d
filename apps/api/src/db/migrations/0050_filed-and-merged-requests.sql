ALTER TABLE "requests" ADD COLUMN "filed_by" integer;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_filed_by_users_id_fk" FOREIGN KEY ("filed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_merged_into_requests_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requests_merged" ON "requests" USING btree ("merged_into") WHERE merged_into is not null;