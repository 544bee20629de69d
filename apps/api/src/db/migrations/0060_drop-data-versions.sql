-- Nothing is answered from memory any more: the triggers that counted changes go with their function.
DROP FUNCTION count_change CASCADE;
--> statement-breakpoint
DROP TABLE "data_versions" CASCADE;
