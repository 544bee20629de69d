CREATE TABLE "setup_notes" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"hidden_at" timestamp with time zone,
	"mail_tested_at" timestamp with time zone,
	"mail_outcome" varchar(20),
	"mail_server" varchar(500),
	CONSTRAINT "setup_notes_only" CHECK ("setup_notes"."is_only")
);
