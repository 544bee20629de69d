ALTER TABLE "sale_documents" RENAME TO "sale_views";--> statement-breakpoint
ALTER TABLE "sale_views" RENAME COLUMN "document" TO "json";--> statement-breakpoint
ALTER TABLE "sale_views" RENAME CONSTRAINT "sale_documents_pkey" TO "sale_views_pkey";--> statement-breakpoint
ALTER TABLE "sale_views" RENAME CONSTRAINT "sale_documents_sale_id_sales_id_fk" TO "sale_views_sale_id_sales_id_fk";
