CREATE TABLE "answer_times" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"worked_minutes" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer_times" ADD CONSTRAINT "answer_times_event_id_request_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."request_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_events_answers" ON "request_events" USING btree ("at") WHERE kind in ('resolved', 'rejected');