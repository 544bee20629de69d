-- Screens count their rows when they are opened: the triggers that counted go with their functions.
DROP FUNCTION count_rows, count_changed_row, count_answer, count_answer_time, count_rating, discount_answers CASCADE;
--> statement-breakpoint
DROP TABLE "audience_counts" CASCADE;--> statement-breakpoint
DROP TABLE "answer_counts" CASCADE;--> statement-breakpoint
DROP TABLE "answer_hours" CASCADE;--> statement-breakpoint
DROP TABLE "row_counts" CASCADE;
--> statement-breakpoint
-- Nothing runs these jobs any more: one that is queued would wait for ever.
DO $$
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NOT NULL THEN
    PERFORM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE task_identifier IN ('fold_counts', 'fold_answer_counts', 'count_audiences')));
  END IF;
END $$;
