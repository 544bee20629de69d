ALTER TABLE "user_groups" DROP CONSTRAINT "user_groups_group_id_groups_id_fk";
--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_groups_group" ON "user_groups" USING btree ("group_id");