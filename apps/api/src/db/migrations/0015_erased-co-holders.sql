ALTER TABLE "sales" ADD COLUMN "co_holder_erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_hold_nobody" CHECK (erased_at is null or (rut is null and "users"."first_name" = 'Cuenta anonimizada'
        and last_name = '' and email = '' and password_hash is null));--> statement-breakpoint
-- What loads after an erasure could not read.
UPDATE load_rejects SET value = '' FROM sales
WHERE load_rejects.sale_code = sales.code AND holder_erased_at IS NOT NULL;
