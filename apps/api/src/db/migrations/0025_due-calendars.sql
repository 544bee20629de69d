CREATE TABLE "due_calendars" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"rut" varchar(12) NOT NULL,
	"key_hash" char(64) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "due_calendars_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "due_calendars_rut" CHECK ("due_calendars"."rut" ~ '^[1-9][0-9]*-[0-9K]$')
);
--> statement-breakpoint
ALTER TABLE "due_calendars" ADD CONSTRAINT "due_calendars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;