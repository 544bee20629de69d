-- The program chains and signs its entries itself, before the commit. This trigger chains those of a
-- version without keys, which runs as the owner of the tables while both versions serve.
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  last audit_chain;
BEGIN
  IF EXISTS (SELECT FROM audit_chain WHERE entry_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF NOT has_table_privilege('audit_entries', 'UPDATE') THEN
    RAISE EXCEPTION 'an audit entry must be signed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(72010005);
  SELECT * INTO last FROM audit_chain ORDER BY position DESC LIMIT 1;
  INSERT INTO audit_chain (position, entry_id, hash)
    VALUES (coalesce(last.position, 0) + 1, NEW.id, audit_hash(coalesce(last.hash, ''), NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The portal's role may not delete from this table; the owner's function deletes for erased accounts only.
CREATE FUNCTION erase_audit_person_key(person integer) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM users WHERE id = person AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the account is not erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM audit_person_keys WHERE user_id = person;
END $$;
