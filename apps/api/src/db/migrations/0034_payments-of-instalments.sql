ALTER TABLE "payments" ADD COLUMN "instalments" varchar(500) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unapplied" numeric(14, 4);--> statement-breakpoint
ALTER TABLE "issued_statements" ADD COLUMN "printed_hash" char(64);