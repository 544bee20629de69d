CREATE TABLE "uf_values" (
	"date" date PRIMARY KEY NOT NULL,
	"value" numeric(12, 2) NOT NULL,
	"source" varchar(20) NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
