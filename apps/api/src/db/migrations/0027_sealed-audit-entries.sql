CREATE TABLE "audit_person_keys" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"encryption_key" char(64) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_chain" ADD COLUMN "key_id" varchar(16);--> statement-breakpoint
ALTER TABLE "audit_chain" ADD COLUMN "signature" char(64);--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "sealed" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "fold_key" char(64);--> statement-breakpoint
ALTER TABLE "audit_person_keys" ADD CONSTRAINT "audit_person_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_fold" ON "audit_entries" USING btree ("fold_key") WHERE fold_key is not null;