-- The release before 2.0.0 read these kinds as another one; 'about' told them apart.
UPDATE request_events SET kind = CASE about
  WHEN 'review' THEN 'commented'
  WHEN 'answer' THEN 'responded'
  WHEN 'staff' THEN 'filed'
  WHEN 'merge' THEN 'merged'
  WHEN 'absorption' THEN 'absorbed'
  END
WHERE about IN ('review', 'answer', 'staff', 'merge', 'absorption');--> statement-breakpoint
ALTER TABLE "request_events" DROP COLUMN "about";
