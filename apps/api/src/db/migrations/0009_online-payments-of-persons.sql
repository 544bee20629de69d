DROP INDEX "payment_orders_open";--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "refund_started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "is_matched_by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_open" ON "payment_orders" USING btree ("sale_id","user_id") WHERE state in ('created', 'sent', 'unknown');--> statement-breakpoint
-- A refund frees the payment of accounting that was matched before.
UPDATE "payment_orders" SET "payment_key" = NULL, "recorded_on" = NULL WHERE "state" = 'refunded' AND "payment_key" IS NOT NULL;
