-- Sessions that are open now were authenticated when they began, not when this migration ran.
UPDATE "sessions" SET "authenticated_at" = "created_at";
