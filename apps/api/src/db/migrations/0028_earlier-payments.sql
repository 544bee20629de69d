DROP INDEX "payment_orders_payment_once";--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "earlier_payments" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_payment_once" ON "payment_orders" USING btree ("sale_id","payment_key") WHERE payment_key is not null and state <> 'refunded';