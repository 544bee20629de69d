DROP INDEX "payment_reports_payment_once";--> statement-breakpoint
DROP INDEX "payment_orders_payment_once";--> statement-breakpoint
ALTER TABLE "payment_reports" ADD COLUMN "payment_on" date;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD COLUMN "payment_uf" numeric(14, 4);--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "payment_on" date;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "payment_uf" numeric(14, 4);--> statement-breakpoint
update payment_orders set payment_on = payments.deposited_on, payment_uf = payments.amount
from payments
where payments.sale_id = payment_orders.sale_id and payments.key = payment_orders.payment_key
  -- The day of the match: of another day, the key names another payment.
  and (payments.deposited_on is null or recorded_on is null or payments.deposited_on = recorded_on);--> statement-breakpoint
update payment_reports set payment_on = payments.deposited_on, payment_uf = payments.amount
from payments
where payments.sale_id = payment_reports.sale_id and payments.key = payment_reports.payment_key;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reports_payment_once" ON "payment_reports" USING btree ("sale_id","payment_key","payment_on","payment_uf") WHERE state = 'confirmed';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_payment_once" ON "payment_orders" USING btree ("sale_id","payment_key","payment_on","payment_uf") WHERE payment_key is not null and state <> 'refunded';