-- What lists search in: without case, accents and doubled spaces. Only PostgreSQL's own functions, and
-- the same result whatever the database's locale is, so that an index may hold it.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(
  regexp_replace(normalize(value, NFKD), '[\u0300-\u036F]', '', 'g'), '\s+', ' ', 'g') COLLATE "C");
--> statement-breakpoint
-- The order of a Spanish dictionary: accents do not count, ñ comes after n.
CREATE FUNCTION spanish_order(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN fold_text(replace(replace(normalize(value, NFC), 'ñ', 'n~'), 'Ñ', 'n~'));
--> statement-breakpoint
-- For LIKE: anything around the text, in which % _ and \ stand for themselves.
CREATE FUNCTION contains_pattern(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN '%' || regexp_replace(fold_text(value), '([\\%_])', '\\\1', 'g') || '%';
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invitation_delivery" varchar(10);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invitation_failure" varchar(500) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_name" text GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_email" text GENERATED ALWAYS AS (fold_text(email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_rut" text GENERATED ALWAYS AS (lower(replace(rut, '-', ''))) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invitation_state" text GENERATED ALWAYS AS (case when password_hash is not null then 'active'
  when email = '' then 'no_email' when invited_at is null then 'not_invited' else 'invited' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_living" ON "users" USING btree ("id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree (spanish_order(first_name) collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree (spanish_order(last_name) collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree (folded_email collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_rut" ON "users" USING btree ((split_part(rut, '-', 1)::bigint),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_state" ON "users" USING btree ((is_active and password_hash is not null),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_invitation" ON "users" USING btree ("invitation_state","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_delivery" ON "users" USING btree ("invitation_delivery") WHERE deleted_at is null and invitation_delivery is not null;--> statement-breakpoint
CREATE INDEX "users_trashed" ON "users" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invitation_delivery" CHECK ("users"."invitation_delivery" in ('queued', 'sent', 'failed'));--> statement-breakpoint
UPDATE users SET invited_at = sent.at, invitation_delivery = 'sent'
FROM (SELECT user_id, max(created_at) AS at FROM account_links WHERE purpose = 'activate'
  GROUP BY user_id) AS sent
WHERE sent.user_id = users.id;
--> statement-breakpoint
-- Indexes that find a part of a text. pg_trgm comes with nearly every PostgreSQL; where it does not, or
-- where we may not install it, lists read the whole table instead (docs/operations.md).
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX users_folded_name_parts ON users USING gin (folded_name gin_trgm_ops);
  CREATE INDEX users_folded_email_parts ON users USING gin (folded_email gin_trgm_ops);
  CREATE INDEX users_folded_rut_parts ON users USING gin (folded_rut gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'no indexes for parts of a text: %', SQLERRM;
END $$;
