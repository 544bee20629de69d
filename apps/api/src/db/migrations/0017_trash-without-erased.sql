DROP INDEX "users_trashed";--> statement-breakpoint
CREATE INDEX "users_trashed_by_date" ON "users" USING btree ("deleted_at","id") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "users_trashed" ON "users" USING btree ("id") WHERE deleted_at is not null and erased_at is null;