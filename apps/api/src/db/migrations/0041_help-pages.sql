CREATE TABLE "help_pages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"topic" varchar(20) NOT NULL,
	"title" varchar(120) NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "help_pages_title_unique" UNIQUE("title"),
	CONSTRAINT "help_pages_topic" CHECK ("help_pages"."topic" in ('payment', 'statement', 'deed', 'requests', 'other'))
);
