ALTER TABLE "documents" ADD COLUMN "pixel_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "is_too_complex" boolean DEFAULT false NOT NULL;