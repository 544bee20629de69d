CREATE INDEX "users_rut" ON "users" USING btree ("rut");--> statement-breakpoint
CREATE INDEX "users_superusers" ON "users" USING btree ("id") WHERE is_superuser;