ALTER TABLE "users" RENAME COLUMN "wants_request_letters" TO "wants_request_emails";--> statement-breakpoint
ALTER TABLE "requests" RENAME COLUMN "is_typed" TO "is_autosaved";--> statement-breakpoint
ALTER TABLE "requests" RENAME CONSTRAINT "requests_typed" TO "requests_autosaved";--> statement-breakpoint
ALTER INDEX "requests_typed_once" RENAME TO "requests_autosaved_once";--> statement-breakpoint
ALTER TABLE "procedures" RENAME COLUMN "right_key" TO "data_subject_right";--> statement-breakpoint
ALTER TABLE "procedures" RENAME CONSTRAINT "procedures_right_key_unique" TO "procedures_data_subject_right_unique";--> statement-breakpoint
ALTER TABLE "request_keys" RENAME TO "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "request_keys_user_id_key_pk" TO "idempotency_keys_user_id_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "request_keys_user_id_users_id_fk" TO "idempotency_keys_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "request_keys_request_id_requests_id_fk" TO "idempotency_keys_request_id_requests_id_fk";--> statement-breakpoint
ALTER INDEX "request_keys_request" RENAME TO "idempotency_keys_request";--> statement-breakpoint
ALTER TABLE "login_tries" RENAME TO "login_attempts";--> statement-breakpoint
ALTER TABLE "login_attempts" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
-- Jobs that wait in the queue get their new names.
DO $$ BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks AS tasks SET identifier = renamed.new_name
    FROM (VALUES
      ('post_letter', 'send_email'),
      ('post_link', 'send_link_email'),
      ('post_invitation', 'send_invitation'),
      ('forget_ended', 'delete_expired_links'),
      ('clear_documents', 'remove_orphaned_documents')
    ) AS renamed (old_name, new_name)
    WHERE tasks.identifier = renamed.old_name;
    UPDATE graphile_worker._private_jobs
    SET payload = ((payload::jsonb - 'stranger') || jsonb_build_object('actor', payload::jsonb -> 'stranger'))::json
    WHERE payload::jsonb ? 'stranger';
  END IF;
END $$;
