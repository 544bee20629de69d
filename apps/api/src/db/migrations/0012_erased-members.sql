ALTER TABLE "sales" ADD COLUMN "holder_erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_stay_deleted" CHECK (erased_at is null or deleted_at is not null);