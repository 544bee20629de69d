CREATE TABLE "data_versions" (
	"topic" varchar(20) NOT NULL,
	"writer" integer NOT NULL,
	"changes" bigint NOT NULL,
	CONSTRAINT "data_versions_topic_writer_pk" PRIMARY KEY("topic","writer")
);
