CREATE TABLE "saved_filters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" varchar(60) NOT NULL,
	"filters" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_by_invitation";--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("user_id",fold_text(name));--> statement-breakpoint
CREATE INDEX "requests_by_queue" ON "requests" USING btree ((requests.state in ('resolved', 'rejected', 'cancelled')),"due_at",(case when requests.state in ('resolved', 'rejected', 'cancelled')
  then -requests.id else requests.id end)) WHERE state <> 'draft';--> statement-breakpoint
CREATE INDEX "users_deactivated" ON "users" USING btree ("id") WHERE deleted_at is null and not is_active;--> statement-breakpoint
CREATE INDEX "users_by_invitation" ON "users" USING btree ("invitation_state","is_active","id") WHERE deleted_at is null;