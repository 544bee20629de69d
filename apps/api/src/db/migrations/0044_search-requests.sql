-- Indexes that find a part of a text of a request or of a sale's code, where pg_trgm is (docs/operations.md).
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX requests_texts ON requests
    USING gin (fold_text(procedure_title || ' ' || comment || ' ' || answer) gin_trgm_ops)
    WHERE state <> 'draft';
  CREATE INDEX request_events_texts ON request_events USING gin (fold_text(text) gin_trgm_ops)
    WHERE kind <> 'note';
  CREATE INDEX sales_code_parts ON sales USING gin (fold_text(code) gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'no indexes for parts of a text: %', SQLERRM;
END $$;
