-- Version 2.0.0's schema; `from-1.1.0/` takes a database of version 1.1.0 there. drizzle-kit wrote the middle
-- from the tables; functions, triggers and first rows, which it does not know, stand before and after it.

-- What lists search in: without case, accents and doubled spaces. Only PostgreSQL's own functions, and
-- the same result whatever the database's locale is, so that an index may hold it. One sign may fold into
-- many (some ligatures into eighteen), and an index holds no row of more than 2704 bytes: nobody searches
-- further into a name or an email than this.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN left(lower(regexp_replace(
  regexp_replace(normalize(value, NFKD), '[\u0300-\u036F]', '', 'g'), '\s+', ' ', 'g') COLLATE "C"), 310);
--> statement-breakpoint
-- The order of a Spanish dictionary: accents do not count, ñ comes after n.
CREATE FUNCTION spanish_order(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN fold_text(replace(replace(normalize(value, NFC), 'ñ', 'n~'), 'Ñ', 'n~'));
--> statement-breakpoint
-- For LIKE: anything around the text, in which % _ and \ stand for themselves.
CREATE FUNCTION contains_pattern(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN '%' || regexp_replace(fold_text(value), '([\\%_])', '\\\1', 'g') || '%';
--> statement-breakpoint
-- The beginning of a text instead of any part of it, for texts that are too short for the indexes of parts.
CREATE FUNCTION start_pattern(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(fold_text(value), '([\\%_])', '\\\1', 'g') || '%';
--> statement-breakpoint
CREATE TABLE "account_links" (
	"token_hash" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" varchar(10) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_links_purpose" CHECK ("account_links"."purpose" in ('activate', 'restore', 'confirm'))
);
--> statement-breakpoint
CREATE TABLE "pending_registrations" (
	"link_hash" varchar(64) PRIMARY KEY NOT NULL,
	"first_name" varchar(150) NOT NULL,
	"last_name" varchar(150) NOT NULL,
	"email" varchar(254) NOT NULL,
	"password_hash" text NOT NULL,
	"browser_hash" varchar(64)
);
--> statement-breakpoint
CREATE TABLE "announcement_emails" (
	"announcement_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"failure" varchar(500) DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_emails_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id"),
	CONSTRAINT "announcement_emails_state" CHECK ("announcement_emails"."state" in ('waiting', 'queued', 'sent', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "announcement_files" (
	"announcement_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	"name" varchar(255) NOT NULL,
	CONSTRAINT "announcement_files_announcement_id_document_id_pk" PRIMARY KEY("announcement_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "announcement_reads" (
	"announcement_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_reads_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" varchar(10) DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"title" varchar(120) NOT NULL,
	"body" text NOT NULL,
	"audience" varchar(12) NOT NULL,
	"project" varchar(500) DEFAULT '' NOT NULL,
	"condominium" varchar(500) DEFAULT '' NOT NULL,
	"sends_email" boolean DEFAULT false NOT NULL,
	"visible_until" date,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "announcements_state" CHECK ("announcements"."state" in ('draft', 'published', 'withdrawn')),
	CONSTRAINT "announcements_audience" CHECK ("announcements"."audience" in ('all', 'project', 'condominium')),
	CONSTRAINT "announcements_published" CHECK ((state = 'draft') = (published_at is null))
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" char(64) NOT NULL,
	"key_id" varchar(16),
	"signature" char(64),
	CONSTRAINT "audit_chain_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" integer,
	"on_behalf_of_id" integer,
	"action" varchar(40) NOT NULL,
	"object_type" varchar(40) DEFAULT '' NOT NULL,
	"object_id" varchar(500) DEFAULT '' NOT NULL,
	"subject_id" integer,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" varchar(500) DEFAULT '' NOT NULL,
	"address" varchar(45) DEFAULT '' NOT NULL,
	"request_id" varchar(40) DEFAULT '' NOT NULL,
	"sealed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"fold_key" char(64)
);
--> statement-breakpoint
CREATE TABLE "audit_folds" (
	"fold_key" char(64) PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"key_id" varchar(16) NOT NULL,
	"signature" char(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_person_keys" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"encryption_key" char(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" varchar(64) PRIMARY KEY NOT NULL,
	"purpose" varchar(20) NOT NULL,
	"bound_to" varchar(64) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" varchar(60) NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"label" varchar(1) NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_label_pk" PRIMARY KEY("user_id","label")
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_hash" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"viewing_as_id" integer,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" varchar(64) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_holidays" (
	"date" date PRIMARY KEY NOT NULL,
	"name" varchar(200) DEFAULT '' NOT NULL,
	"is_closed" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"storage_key" varchar(100) NOT NULL,
	"state" varchar(10) DEFAULT 'arriving' NOT NULL,
	"name" varchar(255) NOT NULL,
	"type" varchar(50) NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"sha256" char(64) DEFAULT '' NOT NULL,
	"pixel_bytes" bigint DEFAULT 0 NOT NULL,
	"is_too_complex" boolean DEFAULT false NOT NULL,
	"uploaded_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "documents_state" CHECK ("documents"."state" in ('arriving', 'kept', 'leaving'))
);
--> statement-breakpoint
CREATE TABLE "help_pages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"topic" varchar(20) NOT NULL,
	"title" varchar(120) NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "help_pages_title_unique" UNIQUE("title"),
	CONSTRAINT "help_pages_topic" CHECK ("help_pages"."topic" in ('payment', 'statement', 'deed', 'requests', 'other'))
);
--> statement-breakpoint
CREATE TABLE "load_changes" (
	"load_id" integer NOT NULL,
	"sale_code" varchar(500) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"before" jsonb,
	"after" text,
	CONSTRAINT "load_changes_load_id_sale_code_pk" PRIMARY KEY("load_id","sale_code"),
	CONSTRAINT "load_changes_kind" CHECK ("load_changes"."kind" in ('added', 'changed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "load_confirmations" (
	"load_id" integer NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"is_sample" boolean NOT NULL,
	"sale_ids" integer[] NOT NULL,
	CONSTRAINT "load_confirmations_load_id_as_of_is_sample_pk" PRIMARY KEY("load_id","as_of","is_sample")
);
--> statement-breakpoint
CREATE TABLE "load_findings" (
	"load_id" integer NOT NULL,
	"sale_code" varchar(500) NOT NULL,
	"code" varchar(40) NOT NULL,
	"stated" text NOT NULL,
	"computed" text NOT NULL,
	CONSTRAINT "load_findings_load_id_sale_code_code_pk" PRIMARY KEY("load_id","sale_code","code")
);
--> statement-breakpoint
CREATE TABLE "load_rejects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "load_rejects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"load_id" integer NOT NULL,
	"file" varchar(100) DEFAULT '' NOT NULL,
	"line" integer NOT NULL,
	"sale_code" varchar(500),
	"field" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" varchar(10) DEFAULT 'applied' NOT NULL,
	"loaded_by" integer,
	"file_name" text NOT NULL,
	"file_hash" varchar(64) NOT NULL,
	"cutoff" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	"announced" integer,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"withdrawn" integer DEFAULT 0 NOT NULL,
	"new_accounts" integer DEFAULT 0 NOT NULL,
	"broken_rules" integer DEFAULT 0 NOT NULL,
	"sample_sales" integer DEFAULT 0 NOT NULL,
	"sample_requests" integer DEFAULT 0 NOT NULL,
	"sample_procedures" integer DEFAULT 0 NOT NULL,
	"sample_documents" integer DEFAULT 0 NOT NULL,
	"sample_reports" integer DEFAULT 0 NOT NULL,
	"sample_announcements" integer DEFAULT 0 NOT NULL,
	"sample_values" integer DEFAULT 0 NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL,
	"refusal" text,
	"refusal_code" varchar(30),
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_restorable" boolean DEFAULT false NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	CONSTRAINT "loads_state" CHECK ("loads"."state" in ('tried', 'applied', 'refused', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "import_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"prefix" varchar(16) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "import_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "uploaded_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploaded_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"storage_key" varchar(100),
	"is_leaving" boolean DEFAULT false NOT NULL,
	"name" varchar(255) NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"state" varchar(10) DEFAULT 'arriving' NOT NULL,
	"mode" varchar(10) NOT NULL,
	"accepted" varchar(30)[] DEFAULT '{}' NOT NULL,
	"uploaded_by" integer,
	"token_id" integer,
	"load_id" integer,
	"checked_after_id" integer,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploaded_exports_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "uploaded_exports_state" CHECK ("uploaded_exports"."state" in ('arriving', 'waiting', 'running', 'checked', 'applied', 'refused', 'failed')),
	CONSTRAINT "uploaded_exports_mode" CHECK ("uploaded_exports"."mode" in ('check', 'apply'))
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sale_code" varchar(500) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"subject" varchar(500) NOT NULL,
	"date" date,
	"load_id" integer NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"retracted_at" timestamp with time zone,
	"email_id" integer,
	CONSTRAINT "news_kind" CHECK ("news"."kind" in ('deed', 'payment', 'due_soon', 'overdue'))
);
--> statement-breakpoint
CREATE TABLE "news_emails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"load_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"failure" varchar(500) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_emails_state" CHECK ("news_emails"."state" in ('waiting', 'queued', 'sent', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "news_loads" (
	"load_id" integer PRIMARY KEY NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sale_id" integer NOT NULL,
	"paid_on" date NOT NULL,
	"amount" numeric(14, 0) NOT NULL,
	"comment" varchar(250) DEFAULT '' NOT NULL,
	"state" varchar(20) DEFAULT 'reported' NOT NULL,
	"reason" varchar(1000) DEFAULT '' NOT NULL,
	"receipt_id" integer,
	"receipt_sha256" char(64),
	"payment_key" varchar(500),
	"handled_by" integer,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_reports_receipt_id_unique" UNIQUE("receipt_id"),
	CONSTRAINT "payment_reports_state" CHECK ("payment_reports"."state" in ('reported', 'confirmed', 'declined', 'cancelled')),
	CONSTRAINT "payment_reports_amount" CHECK ("payment_reports"."amount" > 0),
	CONSTRAINT "payment_reports_closed_at" CHECK (("payment_reports"."state" = 'reported') = ("payment_reports"."closed_at" is null)),
	CONSTRAINT "payment_reports_payment_key" CHECK (("payment_reports"."state" = 'confirmed') = ("payment_reports"."payment_key" is not null))
);
--> statement-breakpoint
CREATE TABLE "procedures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "procedures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" varchar(200) NOT NULL,
	"description" varchar(5000) NOT NULL,
	"documents" text[] DEFAULT '{}' NOT NULL,
	"answer_hours" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"data_subject_right" varchar(20),
	"answer_days" integer,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "procedures_data_subject_right_unique" UNIQUE("data_subject_right")
);
--> statement-breakpoint
CREATE TABLE "answer_ratings" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"helped" boolean NOT NULL,
	"rated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" varchar(200) NOT NULL,
	"body" varchar(5000) NOT NULL,
	CONSTRAINT "answer_templates_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "answer_times" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"worked_minutes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" varchar(64) NOT NULL,
	"request_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "request_documents" (
	"request_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	"position" integer,
	"review" varchar(10) DEFAULT 'pending' NOT NULL,
	"reason" varchar(1000) DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "request_documents_request_id_document_id_pk" PRIMARY KEY("request_id","document_id"),
	CONSTRAINT "request_documents_document_id_unique" UNIQUE("document_id"),
	CONSTRAINT "request_documents_review" CHECK ("request_documents"."review" in ('pending', 'accepted', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "request_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"actor_id" integer,
	"assignee_id" integer,
	"text" varchar(5000) DEFAULT '' NOT NULL,
	"about" varchar(10)
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sale_id" integer NOT NULL,
	"procedure_id" integer NOT NULL,
	"procedure_title" varchar(200) NOT NULL,
	"procedure_description" varchar(5000) NOT NULL,
	"required_documents" text[] NOT NULL,
	"answer_hours" integer NOT NULL,
	"answer_days" integer,
	"extended_at" timestamp with time zone,
	"state" varchar(20) DEFAULT 'draft' NOT NULL,
	"comment" varchar(5000) DEFAULT '' NOT NULL,
	"answer" varchar(5000) DEFAULT '' NOT NULL,
	"filed_by" integer,
	"merged_into" integer,
	"assignee_id" integer,
	"sent_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"is_autosaved" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requests_state" CHECK ("requests"."state" in ('draft', 'sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled')),
	CONSTRAINT "requests_sent_at" CHECK (("requests"."state" = 'draft') = ("requests"."sent_at" is null)),
	CONSTRAINT "requests_autosaved" CHECK (not "requests"."is_autosaved" or "requests"."state" = 'draft')
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" varchar(60) NOT NULL,
	"filters" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slot_files" (
	"document_id" integer PRIMARY KEY NOT NULL,
	"request_id" integer NOT NULL,
	"position" integer NOT NULL,
	"place" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_accesses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_accesses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sale_id" integer NOT NULL,
	"reader_rut" varchar(12) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"holder_rut" varchar(12) NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"given_by" integer NOT NULL,
	"last_day" date,
	"revoked_at" timestamp with time zone,
	"revoked_by" integer,
	CONSTRAINT "sale_accesses_kind" CHECK ("sale_accesses"."kind" in ('co_holder', 'representative')),
	CONSTRAINT "sale_accesses_reader_rut" CHECK ("sale_accesses"."reader_rut" ~ '^[1-9][0-9]*-[0-9K]$'),
	CONSTRAINT "sale_accesses_other_person" CHECK ("sale_accesses"."reader_rut" <> "sale_accesses"."holder_rut")
);
--> statement-breakpoint
CREATE TABLE "commitments" (
	"sale_id" integer NOT NULL,
	"kind" varchar(20) NOT NULL,
	"amount" numeric(14, 4),
	"amount_in_pesos" numeric(18, 4),
	"share" numeric(11, 10),
	"document_type" varchar(500) DEFAULT '' NOT NULL,
	"last_paid_on" date,
	"paid" numeric(14, 4),
	"paid_share" numeric(11, 10),
	"pending_instalments" integer,
	CONSTRAINT "commitments_sale_id_kind_pk" PRIMARY KEY("sale_id","kind"),
	CONSTRAINT "commitments_kind" CHECK ("commitments"."kind" in ('reservation', 'instalments', 'debt', 'cash', 'mortgage')),
	CONSTRAINT "commitments_share" CHECK ("commitments"."share" between 0 and 1),
	CONSTRAINT "commitments_paid_share" CHECK ("commitments"."paid_share" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "deed_trackings" (
	"sale_id" integer PRIMARY KEY NOT NULL,
	"lender" varchar(500) DEFAULT '' NOT NULL,
	"drafted_on" date,
	"buyer_signed_on" date,
	"seller_signed_on" date,
	"releasing_bank_signed_on" date,
	"entered_lender_on" date,
	"lender_signed_on" date,
	"closed_on" date,
	"entered_registry_on" date,
	"left_registry_on" date
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"sale_id" integer NOT NULL,
	"position" integer NOT NULL,
	"due_on" date,
	"amount" numeric(14, 4),
	"balance" numeric(14, 4),
	"state" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "instalments_sale_id_position_pk" PRIMARY KEY("sale_id","position")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"sale_id" integer NOT NULL,
	"position" integer NOT NULL,
	"key" varchar(500) NOT NULL,
	"amount" numeric(14, 4),
	"deposited_on" date,
	"document_type" varchar(500) DEFAULT '' NOT NULL,
	"receipt_url" varchar(500) DEFAULT '' NOT NULL,
	"instalments" varchar(500) DEFAULT '' NOT NULL,
	"unapplied" numeric(14, 4),
	CONSTRAINT "payments_sale_id_key_pk" PRIMARY KEY("sale_id","key")
);
--> statement-breakpoint
CREATE TABLE "sale_findings" (
	"sale_id" integer NOT NULL,
	"code" varchar(40) NOT NULL,
	"stated" text NOT NULL,
	"computed" text NOT NULL,
	CONSTRAINT "sale_findings_sale_id_code_pk" PRIMARY KEY("sale_id","code")
);
--> statement-breakpoint
CREATE TABLE "sale_holders" (
	"sale_id" integer NOT NULL,
	"role" varchar(10) NOT NULL,
	"full_name" varchar(500) DEFAULT '' NOT NULL,
	"given_names" varchar(500) DEFAULT '' NOT NULL,
	"rut" varchar(500) DEFAULT '' NOT NULL,
	"city" varchar(500) DEFAULT '' NOT NULL,
	"commune" varchar(500) DEFAULT '' NOT NULL,
	"address" varchar(500) DEFAULT '' NOT NULL,
	"profession" varchar(500) DEFAULT '' NOT NULL,
	"marital_status" varchar(500) DEFAULT '' NOT NULL,
	"employer" varchar(500) DEFAULT '' NOT NULL,
	"phone" varchar(500) DEFAULT '' NOT NULL,
	"email" varchar(500) DEFAULT '' NOT NULL,
	"income" numeric(18, 4),
	"fee_income" numeric(18, 4),
	"rental_income" numeric(18, 4),
	"average_income" numeric(18, 4),
	"legal_representative" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "sale_holders_sale_id_role_pk" PRIMARY KEY("sale_id","role"),
	CONSTRAINT "sale_holders_role" CHECK ("sale_holders"."role" in ('holder', 'co_holder'))
);
--> statement-breakpoint
CREATE TABLE "sale_properties" (
	"sale_id" integer NOT NULL,
	"position" integer NOT NULL,
	"type" varchar(500) DEFAULT '' NOT NULL,
	"lot" varchar(500) DEFAULT '' NOT NULL,
	"model" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "sale_properties_sale_id_position_pk" PRIMARY KEY("sale_id","position"),
	CONSTRAINT "sale_properties_at_most_five" CHECK ("sale_properties"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "sale_views" (
	"sale_id" integer PRIMARY KEY NOT NULL,
	"json" text NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" varchar(500) NOT NULL,
	"holder_rut" varchar(12) NOT NULL,
	"project" varchar(500) DEFAULT '' NOT NULL,
	"condominium" varchar(500) DEFAULT '' NOT NULL,
	"advisor" varchar(500) DEFAULT '' NOT NULL,
	"price" numeric(14, 4),
	"approved_on" date,
	"completed_on" date,
	"content_hash" char(64) NOT NULL,
	"source_hash" char(64),
	"as_of" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"holder_erased_at" timestamp with time zone,
	"co_holder_erased_at" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sales_code_unique" UNIQUE("code"),
	CONSTRAINT "sales_holder_rut_is_canonical" CHECK ("sales"."holder_rut" ~ '^[1-9][0-9]*-[0-9K]$')
);
--> statement-breakpoint
CREATE TABLE "setup_notes" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"hidden_at" timestamp with time zone,
	"mail_tested_at" timestamp with time zone,
	"mail_outcome" varchar(20),
	"mail_server" varchar(500),
	CONSTRAINT "setup_notes_only" CHECK ("setup_notes"."is_only")
);
--> statement-breakpoint
CREATE TABLE "issued_statements" (
	"folio" varchar(20) PRIMARY KEY NOT NULL,
	"sale_id" integer,
	"user_id" integer NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"issued_on" date DEFAULT (now() at time zone 'America/Santiago')::date NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"content_hash" char(64) NOT NULL,
	"printed_hash" char(64)
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" integer NOT NULL,
	"device_hash" varchar(64) NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"key" varchar(64) PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "uf_alerts" (
	"date" date PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uf_values" (
	"date" date PRIMARY KEY NOT NULL,
	"value" numeric(12, 2) NOT NULL,
	"source" varchar(20) NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"old_email" varchar(254) NOT NULL,
	"new_email" varchar(254) NOT NULL,
	"confirm_hash" varchar(64) NOT NULL,
	"revert_hash" varchar(64) NOT NULL,
	"late_revert_hash" varchar(64),
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "email_changes_confirm_hash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "email_changes_revert_hash_unique" UNIQUE("revert_hash"),
	CONSTRAINT "email_changes_late_revert_hash_unique" UNIQUE("late_revert_hash")
);
--> statement-breakpoint
CREATE TABLE "group_permissions" (
	"group_id" integer NOT NULL,
	"permission" varchar(100) NOT NULL,
	CONSTRAINT "group_permissions_group_id_permission_pk" PRIMARY KEY("group_id","permission")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(150) NOT NULL,
	CONSTRAINT "groups_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"user_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "user_groups_user_id_group_id_pk" PRIMARY KEY("user_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rut" varchar(12),
	"first_name" varchar(150) NOT NULL,
	"last_name" varchar(150) DEFAULT '' NOT NULL,
	"email" varchar(254) DEFAULT '' NOT NULL,
	"password_hash" text,
	"temporary_password_until" timestamp with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_superuser" boolean DEFAULT false NOT NULL,
	"wants_request_emails" boolean DEFAULT true NOT NULL,
	"wants_announcement_emails" boolean DEFAULT true NOT NULL,
	"wants_deed_emails" boolean DEFAULT true NOT NULL,
	"wants_payment_emails" boolean DEFAULT true NOT NULL,
	"wants_due_emails" boolean DEFAULT true NOT NULL,
	"awaits_confirmation" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"invited_at" timestamp with time zone,
	"invitation_delivery" varchar(10),
	"invitation_failure" varchar(500) DEFAULT '' NOT NULL,
	"folded_name" text GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name)) STORED NOT NULL,
	"folded_email" text GENERATED ALWAYS AS (fold_text(email)) STORED NOT NULL,
	"folded_rut" text GENERATED ALWAYS AS (lower(replace(rut, '-', ''))) STORED,
	"invitation_state" text GENERATED ALWAYS AS (case when password_hash is not null then 'active'
  when email = '' then 'no_email' when invited_at is null then 'not_invited' else 'invited' end) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "users_rut_is_canonical" CHECK ("users"."rut" ~ '^[1-9][0-9]*-[0-9K]$'),
	CONSTRAINT "users_erased_stay_deleted" CHECK (erased_at is null or deleted_at is not null),
	CONSTRAINT "users_erased_hold_nobody" CHECK (erased_at is null or (rut is null and "users"."first_name" = 'Cuenta anonimizada'
        and last_name = '' and email = '' and password_hash is null)),
	CONSTRAINT "users_invitation_delivery" CHECK ("users"."invitation_delivery" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "applied_migrations" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_registrations" ADD CONSTRAINT "pending_registrations_link_hash_account_links_token_hash_fk" FOREIGN KEY ("link_hash") REFERENCES "public"."account_links"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_emails" ADD CONSTRAINT "announcement_emails_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_emails" ADD CONSTRAINT "announcement_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_files" ADD CONSTRAINT "announcement_files_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_files" ADD CONSTRAINT "announcement_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_person_keys" ADD CONSTRAINT "audit_person_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewing_as_id_users_id_fk" FOREIGN KEY ("viewing_as_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_changes" ADD CONSTRAINT "load_changes_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_confirmations" ADD CONSTRAINT "load_confirmations_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_findings" ADD CONSTRAINT "load_findings_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_rejects" ADD CONSTRAINT "load_rejects_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loads" ADD CONSTRAINT "loads_loaded_by_users_id_fk" FOREIGN KEY ("loaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loads" ADD CONSTRAINT "loads_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_tokens" ADD CONSTRAINT "import_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_exports" ADD CONSTRAINT "uploaded_exports_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_exports" ADD CONSTRAINT "uploaded_exports_token_id_import_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."import_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_exports" ADD CONSTRAINT "uploaded_exports_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_load_id_news_loads_load_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."news_loads"("load_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_email_id_news_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."news_emails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_emails" ADD CONSTRAINT "news_emails_load_id_news_loads_load_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."news_loads"("load_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_emails" ADD CONSTRAINT "news_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_receipt_id_documents_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_ratings" ADD CONSTRAINT "answer_ratings_event_id_request_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."request_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_times" ADD CONSTRAINT "answer_times_event_id_request_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."request_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_events" ADD CONSTRAINT "request_events_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_events" ADD CONSTRAINT "request_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_events" ADD CONSTRAINT "request_events_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_procedure_id_procedures_id_fk" FOREIGN KEY ("procedure_id") REFERENCES "public"."procedures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_filed_by_users_id_fk" FOREIGN KEY ("filed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_merged_into_requests_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_files" ADD CONSTRAINT "slot_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_files" ADD CONSTRAINT "slot_files_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_accesses" ADD CONSTRAINT "sale_accesses_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_accesses" ADD CONSTRAINT "sale_accesses_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_accesses" ADD CONSTRAINT "sale_accesses_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deed_trackings" ADD CONSTRAINT "deed_trackings_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_findings" ADD CONSTRAINT "sale_findings_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_holders" ADD CONSTRAINT "sale_holders_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_properties" ADD CONSTRAINT "sale_properties_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_views" ADD CONSTRAINT "sale_views_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_statements" ADD CONSTRAINT "issued_statements_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_statements" ADD CONSTRAINT "issued_statements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_permissions" ADD CONSTRAINT "group_permissions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_user" ON "account_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcement_emails_user" ON "announcement_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcement_emails_waiting" ON "announcement_emails" USING btree ("announcement_id","user_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "announcement_files_document" ON "announcement_files" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "announcement_reads_user" ON "announcement_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcements_published_at" ON "announcements" USING btree ("published_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_activations" ON "audit_entries" USING btree ("subject_id","at") WHERE action = 'account.activated';--> statement-breakpoint
CREATE INDEX "audit_entries_fold" ON "audit_entries" USING btree ("fold_key") WHERE fold_key is not null;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_viewing_as" ON "sessions" USING btree ("viewing_as_id");--> statement-breakpoint
CREATE INDEX "documents_uploaded_by" ON "documents" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "documents_unsettled" ON "documents" USING btree ("created_at") WHERE "documents"."state" <> 'kept';--> statement-breakpoint
CREATE INDEX "load_changes_added" ON "load_changes" USING btree ("sale_code") WHERE kind = 'added';--> statement-breakpoint
CREATE INDEX "load_rejects_load" ON "load_rejects" USING btree ("load_id","line");--> statement-breakpoint
CREATE INDEX "uploaded_exports_stored" ON "uploaded_exports" USING btree ("created_at") WHERE "uploaded_exports"."storage_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "news_once" ON "news" USING btree ("user_id","sale_code","kind",md5("subject"));--> statement-breakpoint
CREATE INDEX "news_load" ON "news" USING btree ("load_id");--> statement-breakpoint
CREATE INDEX "news_email" ON "news" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "news_emails_load" ON "news_emails" USING btree ("load_id","id");--> statement-breakpoint
CREATE INDEX "news_emails_user" ON "news_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "news_emails_waiting" ON "news_emails" USING btree ("load_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reports_once" ON "payment_reports" USING btree ("user_id","sale_id","paid_on","amount","receipt_sha256") WHERE state in ('reported', 'confirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reports_payment_once" ON "payment_reports" USING btree ("sale_id","payment_key") WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX "payment_reports_user" ON "payment_reports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payment_reports_sale" ON "payment_reports" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "payment_reports_queue" ON "payment_reports" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "payment_reports_by_queue" ON "payment_reports" USING btree ((payment_reports.state <> 'reported'),(case payment_reports.state when 'reported'
  then payment_reports.id else -payment_reports.id end),"id");--> statement-breakpoint
CREATE INDEX "payment_reports_handler" ON "payment_reports" USING btree ("handled_by");--> statement-breakpoint
CREATE INDEX "idempotency_keys_request" ON "idempotency_keys" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "request_documents_position" ON "request_documents" USING btree ("request_id","position") WHERE replaced_at is null and position is not null;--> statement-breakpoint
CREATE INDEX "request_events_request" ON "request_events" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "request_events_answers" ON "request_events" USING btree ("at") WHERE kind in ('resolved', 'rejected');--> statement-breakpoint
CREATE UNIQUE INDEX "requests_autosaved_once" ON "requests" USING btree ("user_id","sale_id","procedure_id") WHERE is_autosaved;--> statement-breakpoint
CREATE INDEX "requests_user" ON "requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "requests_sale" ON "requests" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "requests_procedure" ON "requests" USING btree ("procedure_id");--> statement-breakpoint
CREATE INDEX "requests_queue" ON "requests" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "requests_by_queue" ON "requests" USING btree ((requests.state in ('resolved', 'rejected', 'cancelled')),"due_at",(case when requests.state in ('resolved', 'rejected', 'cancelled')
  then -requests.id else requests.id end)) WHERE state <> 'draft';--> statement-breakpoint
CREATE INDEX "requests_due" ON "requests" USING btree ("due_at","id") WHERE state <> 'draft';--> statement-breakpoint
CREATE INDEX "requests_sent" ON "requests" USING btree ("sent_at","id") WHERE state <> 'draft';--> statement-breakpoint
CREATE INDEX "requests_by_state" ON "requests" USING btree ((array_position(array['draft', 'sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled'], state::text)),"id") WHERE state <> 'draft';--> statement-breakpoint
CREATE INDEX "requests_by_title" ON "requests" USING btree (spanish_order(procedure_title) collate "C","id") WHERE state <> 'draft';--> statement-breakpoint
CREATE INDEX "requests_open" ON "requests" USING btree ("state","due_at","assignee_id","sent_at") WHERE requests.state in ('sent', 'in_review', 'missing');--> statement-breakpoint
CREATE INDEX "requests_assignee" ON "requests" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "requests_merged" ON "requests" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("user_id",fold_text(name));--> statement-breakpoint
CREATE INDEX "slot_files_request" ON "slot_files" USING btree ("request_id","position","place");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_accesses_once" ON "sale_accesses" USING btree ("sale_id","reader_rut") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "sale_accesses_reader" ON "sale_accesses" USING btree ("reader_rut") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "sale_holders_co_holder" ON "sale_holders" USING btree (upper(regexp_replace(rut, '[^0-9kK]', '', 'g'))) WHERE role = 'co_holder';--> statement-breakpoint
CREATE INDEX "sales_holder_rut" ON "sales" USING btree ("holder_rut");--> statement-breakpoint
CREATE INDEX "sales_code_start" ON "sales" USING btree (fold_text(code) collate "C");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_statements_once_a_day" ON "issued_statements" USING btree ("sale_id","user_id","content_hash","as_of","issued_on");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_one_pending" ON "email_changes" USING btree ("user_id") WHERE confirmed_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "user_groups_group" ON "user_groups" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_rut_unique_among_living" ON "users" USING btree ("rut") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique_without_rut" ON "users" USING btree (lower(email)) WHERE rut is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "users_living" ON "users" USING btree ("id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree (spanish_order(first_name) collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree (spanish_order(last_name) collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (spanish_order(first_name || ' ' || last_name) collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree (folded_email collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_rut" ON "users" USING btree ((split_part(rut, '-', 1)::bigint),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_rut_start" ON "users" USING btree (folded_rut collate "C") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_state" ON "users" USING btree ((is_active and password_hash is not null),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_invitation" ON "users" USING btree ("invitation_state","is_active","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_deactivated" ON "users" USING btree ("id") WHERE deleted_at is null and not is_active;--> statement-breakpoint
CREATE INDEX "users_by_delivery" ON "users" USING btree ("invitation_delivery") WHERE deleted_at is null and invitation_delivery is not null;--> statement-breakpoint
CREATE INDEX "users_former_hash" ON "users" USING btree ("password_hash") WHERE deleted_at is null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%';--> statement-breakpoint
CREATE INDEX "users_rut" ON "users" USING btree ("rut");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","invited_at") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_superusers" ON "users" USING btree ("id") WHERE is_superuser;--> statement-breakpoint
CREATE INDEX "users_trashed" ON "users" USING btree ("id") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "users_trashed_by_date" ON "users" USING btree ("deleted_at","id") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
-- Indexes that find a part of a text. pg_trgm comes with nearly every PostgreSQL; where it does not, or
-- where we may not install it, lists read the whole table instead (docs/operations.md).
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX users_folded_name_parts ON users USING gin (folded_name gin_trgm_ops);
  CREATE INDEX users_folded_email_parts ON users USING gin (folded_email gin_trgm_ops);
  CREATE INDEX users_folded_rut_parts ON users USING gin (folded_rut gin_trgm_ops);
  CREATE INDEX requests_texts ON requests
    USING gin (fold_text(procedure_title || ' ' || comment || ' ' || answer) gin_trgm_ops)
    WHERE state <> 'draft';
  CREATE INDEX request_events_texts ON request_events USING gin (fold_text(text) gin_trgm_ops)
    WHERE kind <> 'note';
  CREATE INDEX sales_code_parts ON sales USING gin (fold_text(code) gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'no indexes for parts of a text: %', SQLERRM;
END $$;
--> statement-breakpoint
-- The trail is only ever added to; nobody changes or deletes an entry, not even the table's owner.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- An entry as the text that is hashed: the same in every time zone and language of a session.
CREATE FUNCTION audit_entry_text(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id,
    entry.on_behalf_of_id, entry.action, entry.object_type, entry.object_id, entry.subject_id,
    entry.before, entry.after, entry.reason, entry.address, entry.request_id)::text
$$;
--> statement-breakpoint
CREATE FUNCTION audit_hash(previous text, entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(previous || audit_entry_text(entry), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- The program signs its entries itself, before the commit, and chains them later. This trigger refuses
-- an unsigned one, and chains what the owner of the tables writes without a key.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  last audit_chain;
BEGIN
  IF EXISTS (SELECT FROM audit_pending WHERE entry_id = NEW.id)
    OR EXISTS (SELECT FROM audit_chain WHERE entry_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF NOT has_table_privilege('audit_entries', 'UPDATE') THEN
    RAISE EXCEPTION 'an audit entry must be signed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(72010005);
  SELECT * INTO last FROM audit_chain ORDER BY position DESC LIMIT 1;
  INSERT INTO audit_chain (position, entry_id, hash)
    SELECT coalesce(last.position, 0) + 1, entry.id, audit_hash(coalesce(last.hash, ''), entry)
    FROM audit_entries entry WHERE entry.id = NEW.id AND entry.at = NEW.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
-- A read is folded into an entry that is there; otherwise a row of this table would hide it.
CREATE FUNCTION require_folded_entry() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM audit_entries
      WHERE fold_key = NEW.fold_key AND at >= now() - interval '1 hour') THEN
    RAISE EXCEPTION 'a folded read has an entry' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_folds_entry AFTER INSERT ON audit_folds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_folded_entry();
--> statement-breakpoint
-- The portal's role may not delete from these tables; the owner's functions delete what is over.
CREATE FUNCTION delete_chained_entries(ids bigint[]) RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_pending WHERE entry_id = ANY (ids)
    AND EXISTS (SELECT FROM audit_chain WHERE audit_chain.entry_id = audit_pending.entry_id)
$$;
--> statement-breakpoint
CREATE FUNCTION delete_old_audit_folds() RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_folds WHERE at < now() - interval '2 hours'
$$;
--> statement-breakpoint
-- For erased accounts only.
CREATE FUNCTION erase_audit_person_key(person integer) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM users WHERE id = person AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the account is not erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM audit_person_keys WHERE user_id = person;
END $$;
--> statement-breakpoint
-- The groups that every cooperative starts with; a superuser may change them later.
INSERT INTO groups (name) VALUES ('Administración'), ('Atención de socios'), ('Contabilidad');
--> statement-breakpoint
INSERT INTO group_permissions (group_id, permission)
SELECT groups.id, given.permission
FROM groups
JOIN (VALUES
  ('Administración', 'users.manage_users'),
  ('Administración', 'auth.add_user'),
  ('Administración', 'auth.change_user'),
  ('Administración', 'auth.delete_user'),
  -- Who administers the accounts helps members who cannot find their way.
  ('Administración', 'users.view_as_member'),
  ('Atención de socios', 'requests.answer_requests'),
  ('Atención de socios', 'procedures.change_procedures'),
  ('Contabilidad', 'sales.import_sales'),
  -- Who knows accounting compares reported payments with it.
  ('Contabilidad', 'payments.match_payments')
) AS given (group_name, permission) ON given.group_name = groups.name;
--> statement-breakpoint
-- What anybody may ask for about their own data, with the law's 30 calendar days; staff may change the
-- texts. No business hours count: 30 is what a new procedure begins with.
INSERT INTO procedures (data_subject_right, title, description, position, answer_hours, answer_days)
SELECT key, title, description, position, 30, 30 FROM (VALUES
  ('access', 'Acceso a mis datos', 'Pide saber qué datos tuyos tiene la cooperativa, para qué los usa, de dónde vienen y a quién se los entrega. Los que guarda este portal puedes descargarlos al instante desde tu perfil.', 1),
  ('rectification', 'Rectificación de mis datos', 'Pide corregir un dato equivocado, incompleto o antiguo. Escribe cuál es y cómo debe quedar.', 2),
  ('erasure', 'Supresión de mis datos', 'Pide que se borren tus datos cuando ya no hacen falta. Lo que la ley obliga a conservar, como ventas y pagos, queda durante su plazo; te diremos qué y por qué.', 3),
  ('opposition', 'Oposición al uso de mis datos', 'Pide que dejemos de usar tus datos para un fin determinado. Escribe cuál.', 4),
  ('portability', 'Portabilidad de mis datos', 'Pide tus datos en un formato que otro programa pueda leer, para ti o para otra institución.', 5),
  ('blocking', 'Bloqueo temporal de mis datos', 'Pide suspender el uso de tus datos mientras se resuelve otra petición tuya sobre ellos.', 6)
) AS rights (key, title, description, position);
