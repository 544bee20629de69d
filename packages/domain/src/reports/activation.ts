import type { AccountState } from '../people/account-state.ts'
import type { Share } from './share.ts'

/** The activated accounts of those that may be: a deactivated account does not count. */
export function activationShare(accounts: Record<AccountState, number>): Share {
  const { not_invited: notInvited, invited, active } = accounts
  return { part: active, whole: notInvited + invited + active }
}
