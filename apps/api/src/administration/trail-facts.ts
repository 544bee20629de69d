import type { Account } from '../users/present-user.ts'

type Facts = Record<string, unknown>

/** What the trail keeps of an account: as the wire names it, and never a hash. */
export function factsOf(account: Account): Facts {
  return {
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    social_security: account.rut ?? '',
    is_active: account.isActive,
    group_ids: account.groups.map(({ id }) => id),
  }
}

/** Only what is not the same any more. */
export function changedFacts(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  return { before: pick(before), after: pick(after) }
}
