ALTER TABLE "account_links" ADD COLUMN "made_by" integer;--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "requested_by" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_typed_by" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "temporary_password_by" integer;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_typed_by_users_id_fk" FOREIGN KEY ("email_typed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_temporary_password_by_users_id_fk" FOREIGN KEY ("temporary_password_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_made_by" ON "account_links" USING btree ("made_by") WHERE made_by is not null;--> statement-breakpoint
CREATE INDEX "email_changes_requested_by" ON "email_changes" USING btree ("requested_by") WHERE requested_by is not null;--> statement-breakpoint
CREATE INDEX "users_password_by" ON "users" USING btree ("temporary_password_by") WHERE temporary_password_by is not null;--> statement-breakpoint
CREATE INDEX "users_email_typed_by" ON "users" USING btree ("email_typed_by") WHERE email_typed_by is not null;