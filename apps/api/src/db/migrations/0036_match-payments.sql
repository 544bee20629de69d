-- Who knows accounting compares reported payments with it; a superuser may change it.
INSERT INTO group_permissions (group_id, permission)
SELECT id, 'payments.match_payments' FROM groups WHERE name = 'Contabilidad'
ON CONFLICT DO NOTHING;
