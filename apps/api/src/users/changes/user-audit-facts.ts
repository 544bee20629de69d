import type { Account } from '../present-user.ts'

/** What the audit log stores of an account, by the names of the wire; never a hash. */
export function userAuditFacts(account: Account): Record<string, unknown> {
  return {
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    social_security: account.rut ?? '',
    is_active: account.isActive,
    group_ids: account.groups.map(({ id }) => id),
  }
}
