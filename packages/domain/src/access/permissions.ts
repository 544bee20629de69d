/** Every permission. A superuser's list spells them all out (docs/specification.md §10.45). */
export const permissions = [
  'users.manage_users',
  'auth.add_user',
  'auth.change_user',
  'auth.delete_user',
  'users.view_as_member',
  'requests.answer_requests',
  'procedures.change_procedures',
  'sales.import_sales',
  'payments.match_payments',
  'audit.view_audit',
  'announcements.publish_announcements',
  'documents.publish_documents',
] as const

export type Permission = (typeof permissions)[number]

/** Without a required permission everyone is allowed (docs/specification.md §6.4). */
export function can(
  user: { permissions: readonly string[] } | null,
  permission?: Permission,
): boolean {
  if (permission === undefined) return true
  return user?.permissions.includes(permission) ?? false
}
