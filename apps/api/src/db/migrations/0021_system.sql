CREATE TABLE "audit_verification" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" varchar(20) NOT NULL,
	"entries" bigint NOT NULL,
	CONSTRAINT "audit_verification_only" CHECK ("audit_verification"."is_only")
);
--> statement-breakpoint
CREATE TABLE "mail_hours" (
	"hour" timestamp with time zone NOT NULL,
	"outcome" varchar(20) NOT NULL,
	"emails" integer NOT NULL,
	CONSTRAINT "mail_hours_hour_outcome_pk" PRIMARY KEY("hour","outcome")
);
