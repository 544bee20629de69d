CREATE TABLE "request_keys" (
	"user_id" integer NOT NULL,
	"key" varchar(64) NOT NULL,
	"request_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
DROP INDEX "requests_created_with_key";--> statement-breakpoint
ALTER TABLE "request_events" ALTER COLUMN "actor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "is_typed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "request_keys" ADD CONSTRAINT "request_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_keys" ADD CONSTRAINT "request_keys_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_keys_request" ON "request_keys" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_typed_once" ON "requests" USING btree ("user_id","sale_id","procedure_id") WHERE is_typed;--> statement-breakpoint
CREATE INDEX "requests_procedure" ON "requests" USING btree ("procedure_id");--> statement-breakpoint
-- What the one column meant: by which key it was begun, or that it is being typed. What is sent is not.
INSERT INTO request_keys (user_id, key, request_id, created_at)
SELECT user_id, substr(created_with_key, 5), id, created_at FROM requests
WHERE created_with_key LIKE 'key:%';--> statement-breakpoint
UPDATE requests SET is_typed = true WHERE created_with_key LIKE 'typed:%' AND state = 'draft';--> statement-breakpoint
ALTER TABLE "requests" DROP COLUMN "created_with_key";--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_typed" CHECK (not "requests"."is_typed" or "requests"."state" = 'draft');