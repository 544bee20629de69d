ALTER TABLE "procedures" ADD COLUMN "right_key" varchar(20);--> statement-breakpoint
ALTER TABLE "procedures" ADD COLUMN "answer_days" integer;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "answer_days" integer;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "extended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "procedures" ADD CONSTRAINT "procedures_right_key_unique" UNIQUE("right_key");--> statement-breakpoint
-- What anybody may ask for about his own data, with the law's 30 calendar days; staff may change the
-- texts. No business hours count: 30 is what a new procedure begins with.
INSERT INTO procedures (right_key, title, description, position, answer_hours, answer_days)
SELECT key, title, description, position, 30, 30 FROM (VALUES
  ('access', 'Acceso a mis datos', 'Pide saber qué datos tuyos tiene la cooperativa, para qué los usa, de dónde vienen y a quién se los entrega. Los que guarda este portal puedes descargarlos al instante desde tu perfil.', 1),
  ('rectification', 'Rectificación de mis datos', 'Pide corregir un dato equivocado, incompleto o antiguo. Escribe cuál es y cómo debe quedar.', 2),
  ('erasure', 'Supresión de mis datos', 'Pide que se borren tus datos cuando ya no hacen falta. Lo que la ley obliga a conservar, como ventas y pagos, queda durante su plazo; te diremos qué y por qué.', 3),
  ('opposition', 'Oposición al uso de mis datos', 'Pide que dejemos de usar tus datos para un fin determinado. Escribe cuál.', 4),
  ('portability', 'Portabilidad de mis datos', 'Pide tus datos en un formato que otro programa pueda leer, para ti o para otra institución.', 5),
  ('blocking', 'Bloqueo temporal de mis datos', 'Pide suspender el uso de tus datos mientras se resuelve otra petición tuya sobre ellos.', 6)
) AS rights (key, title, description, position);
