CREATE TABLE "uf_alerts" (
	"date" date PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
