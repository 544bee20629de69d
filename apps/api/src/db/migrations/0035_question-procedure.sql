ALTER TABLE "procedures" ADD COLUMN "is_question" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "about" varchar(60);--> statement-breakpoint
CREATE UNIQUE INDEX "procedures_question" ON "procedures" USING btree ("is_question") WHERE is_question;--> statement-breakpoint
-- With which members ask what no other procedure is for; staff may change it like any other.
INSERT INTO procedures (is_question, title, description, position, answer_hours)
SELECT true, 'Otra consulta',
  'Pregunta o pide lo que no está en esta lista. Si es por un pago, escribe su fecha y su monto.',
  coalesce(max(position), 0) + 1, 18 FROM procedures;
