CREATE TABLE "recent_emails" (
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
