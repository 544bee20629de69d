CREATE TABLE "pending_registrations" (
	"link_hash" varchar(64) PRIMARY KEY NOT NULL,
	"first_name" varchar(150) NOT NULL,
	"last_name" varchar(150) NOT NULL,
	"email" varchar(254) NOT NULL,
	"password_hash" text NOT NULL,
	"browser_hash" varchar(64)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "awaits_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_registrations" ADD CONSTRAINT "pending_registrations_link_hash_account_links_token_hash_fk" FOREIGN KEY ("link_hash") REFERENCES "public"."account_links"("token_hash") ON DELETE cascade ON UPDATE no action;