import type { Account } from '../../users/account.ts'

/** Whether this account, with the same email, prevents `id` from being registered: it is in use. */
export function isOtherOwner(account: Account, id: number | null): boolean {
  return account.id !== id && (account.rut !== null || account.isActive)
}
