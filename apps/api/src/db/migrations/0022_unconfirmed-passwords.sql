-- Passwords of registrations that were never confirmed may be anybody's.
update users set awaits_confirmation = true, password_hash = null
where rut is null and not is_active and deleted_at is null
  and exists (
    select from audit_entries where subject_id = users.id and action = 'account.registered')
  and not exists (
    select from audit_entries where subject_id = users.id
      and action in ('account.activated', 'user.changed', 'user.restored', 'session.login'));
