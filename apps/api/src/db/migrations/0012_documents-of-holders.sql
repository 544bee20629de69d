DROP INDEX "sale_accesses_once";--> statement-breakpoint
ALTER TABLE "load_changes" ADD COLUMN "left_behind" jsonb;--> statement-breakpoint
ALTER TABLE "load_rejects" ADD COLUMN "sale_holder_rut" varchar(12) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "holder_changes" jsonb;--> statement-breakpoint
ALTER TABLE "member_documents" ADD COLUMN "owner_rut" varchar(12) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "member_documents" ADD COLUMN "handed_to" varchar(12)[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "member_documents_owner" ON "member_documents" USING btree ("owner_rut");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_accesses_of_holder" ON "sale_accesses" USING btree ("sale_id","reader_rut","holder_rut") WHERE revoked_at is null;--> statement-breakpoint
-- The account for which a document was published is in the audit log; of an erased one nobody's is known.
UPDATE member_documents SET owner_rut = CASE WHEN published.subject_id IS NULL THEN sales.holder_rut
    ELSE coalesce(users.rut, '') END
  FROM member_documents document
    JOIN sales ON sales.id = document.sale_id
    LEFT JOIN (
      SELECT DISTINCT ON (object_id) object_id, subject_id FROM audit_entries
      WHERE action = 'member_document.published' AND subject_id IS NOT NULL
      ORDER BY object_id, id DESC
    ) published ON published.object_id = document.id::text
    LEFT JOIN users ON users.id = published.subject_id
  WHERE document.id = member_documents.id;
--> statement-breakpoint
UPDATE load_rejects SET sale_holder_rut = coalesce((
    SELECT before -> 'sale' ->> 'holder_rut' FROM load_changes JOIN loads ON loads.id = load_changes.load_id
    WHERE is_restorable AND before IS NOT NULL AND load_changes.sale_code = load_rejects.sale_code
      AND load_rejects.load_id < loads.id
  ), sales.holder_rut)
  FROM sales WHERE sales.code = load_rejects.sale_code;
