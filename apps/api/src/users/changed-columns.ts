import type { Account } from './present-user.ts'

/** The columns that forms change; a missing one stays unchanged. */
export interface UserColumns {
  rut?: string | null | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  isActive?: boolean | undefined
}

/** The given columns whose value differs from the account's. */
export function changedColumns(before: Account, sent: UserColumns): UserColumns {
  const names = ['firstName', 'lastName', 'email', 'rut', 'isActive'] as const
  const changed = names.filter((name) => sent[name] !== undefined && sent[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, sent[name]]))
}
