-- The groups that every cooperative starts with; a superuser may change them later.
INSERT INTO groups (name) VALUES ('Administración'), ('Atención de socios'), ('Contabilidad');--> statement-breakpoint
INSERT INTO group_permissions (group_id, permission)
SELECT groups.id, given.permission
FROM groups
JOIN (VALUES
  ('Administración', 'users.manage_users'),
  ('Administración', 'auth.add_user'),
  ('Administración', 'auth.change_user'),
  ('Administración', 'auth.delete_user'),
  ('Atención de socios', 'requests.answer_requests'),
  ('Atención de socios', 'procedures.change_procedures'),
  ('Contabilidad', 'sales.import_sales')
) AS given (group_name, permission) ON given.group_name = groups.name;
