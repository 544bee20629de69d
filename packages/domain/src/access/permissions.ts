/** Every permission that exists; a superuser has them all, spelled out (spec §6, design §5). */
export const permissions = [
  'users.manage_users',
  'auth.add_user',
  'auth.change_user',
  'auth.delete_user',
  'users.view_as_member',
  'requests.answer_requests',
  'procedures.change_procedures',
  'sales.import_sales',
  'audit.view_audit',
] as const

export type Permission = (typeof permissions)[number]

/** A required permission needs a user who has it; where none is required anybody may (spec §6). */
export function can(
  user: { permissions: readonly string[] } | null,
  permission?: Permission,
): boolean {
  if (permission === undefined) return true
  return user?.permissions.includes(permission) ?? false
}
