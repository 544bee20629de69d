-- The sample cooperative wrote its requests as sent when they were created; a person's are drafts first.
UPDATE requests SET is_sample = true
  WHERE created_at = sent_at AND version = 3 AND updated_at = closed_at
    AND sale_id IN (SELECT id FROM sales WHERE is_sample)
    AND procedure_id IN (SELECT id FROM procedures WHERE is_sample);
--> statement-breakpoint
UPDATE procedures SET is_sample = false WHERE is_sample AND updated_at > created_at;
