ALTER TABLE "sessions" ADD COLUMN "viewing_as_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewing_as_id_users_id_fk" FOREIGN KEY ("viewing_as_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_viewing_as" ON "sessions" USING btree ("viewing_as_id");--> statement-breakpoint
-- Who administers the accounts helps members who cannot find their way; a superuser may change it.
INSERT INTO group_permissions (group_id, permission)
SELECT id, 'users.view_as_member' FROM groups WHERE name = 'Administración'
ON CONFLICT DO NOTHING;
