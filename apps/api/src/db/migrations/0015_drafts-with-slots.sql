CREATE TABLE "request_drafts" (
	"request_id" integer PRIMARY KEY NOT NULL,
	"comment" varchar(5000) DEFAULT '' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"text_version" integer DEFAULT 0 NOT NULL,
	"written_in" varchar(40) DEFAULT '' NOT NULL,
	"files_version" integer DEFAULT 0 NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
-- Texts of drafts.
INSERT INTO request_drafts (request_id, comment, version, text_version, written_in, files_version, saved_at)
  SELECT id, comment, version, version, '-', version, updated_at FROM requests WHERE state = 'draft';
--> statement-breakpoint
UPDATE requests SET comment = '' WHERE state = 'draft';
--> statement-breakpoint
-- Of a reply: the files that were chosen, and those that replaced a document since staff asked.
INSERT INTO request_drafts (request_id, version, files_version)
  SELECT id, 1, 1 FROM requests WHERE state = 'missing';
--> statement-breakpoint
CREATE TEMPORARY TABLE unsent_documents ON COMMIT DROP AS
  SELECT document.request_id, document.document_id, document.position, NULL::integer AS rejected_id
    FROM request_documents document JOIN requests ON requests.id = document.request_id
    WHERE requests.state = 'draft';
--> statement-breakpoint
INSERT INTO unsent_documents
  SELECT DISTINCT ON (document.document_id)
      document.request_id, document.document_id, document.position, rejected.document_id
    FROM request_documents document JOIN requests ON requests.id = document.request_id
      JOIN request_documents rejected ON rejected.request_id = document.request_id
        AND rejected.position = document.position AND rejected.review = 'rejected'
    WHERE requests.state = 'missing' AND document.replaced_at IS NULL
      AND rejected.replaced_at > (SELECT max(at) FROM request_events
        WHERE request_events.request_id = requests.id AND kind = 'asked')
    ORDER BY document.document_id, rejected.replaced_at DESC;
--> statement-breakpoint
DELETE FROM request_documents USING unsent_documents unsent
  WHERE unsent.document_id = request_documents.document_id;
--> statement-breakpoint
UPDATE request_documents SET replaced_at = NULL FROM unsent_documents
  WHERE rejected_id = request_documents.document_id;
--> statement-breakpoint
UPDATE slot_files SET place = place + 1 FROM unsent_documents unsent
  WHERE unsent.request_id = slot_files.request_id AND unsent.position = slot_files.position;
--> statement-breakpoint
INSERT INTO slot_files (document_id, request_id, position, place)
  SELECT document_id, request_id, position, 0 FROM unsent_documents;
--> statement-breakpoint
ALTER TABLE "requests" DROP CONSTRAINT "requests_autosaved";--> statement-breakpoint
DROP INDEX "requests_autosaved_once";--> statement-breakpoint
ALTER TABLE "slot_files" ALTER COLUMN "position" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "request_drafts" ADD CONSTRAINT "request_drafts_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_drafts_saved" ON "request_drafts" USING btree ("saved_at");--> statement-breakpoint
ALTER TABLE "requests" DROP COLUMN "is_autosaved";