import type { Account } from '../present-user.ts'

/** What the trail keeps of an account: as the wire names it, and never a hash. */
export function factsOf(account: Account): Record<string, unknown> {
  return {
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    social_security: account.rut ?? '',
    is_active: account.isActive,
    group_ids: account.groups.map(({ id }) => id),
  }
}
