ALTER TABLE "documents" DROP CONSTRAINT "documents_state";--> statement-breakpoint
CREATE INDEX "documents_unsettled" ON "documents" USING btree ("created_at") WHERE "documents"."state" <> 'kept';--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_state" CHECK ("documents"."state" in ('arriving', 'kept', 'leaving'));