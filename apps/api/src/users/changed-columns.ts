import type { Account } from './present-user.ts'

/** Columns of an account that people write; what is not given stays. */
export interface UserColumns {
  rut?: string | null | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  isActive?: boolean | undefined
}

/** Those that are given and are not so already. */
export function changedColumns(before: Account, sent: UserColumns): UserColumns {
  const names = ['firstName', 'lastName', 'email', 'rut', 'isActive'] as const
  const changed = names.filter((name) => sent[name] !== undefined && sent[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, sent[name]]))
}
