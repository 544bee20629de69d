CREATE TABLE "uf_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
