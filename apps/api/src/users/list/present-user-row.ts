import type { UserRow } from '@carpeta/contract/users/users-schemas'
import { accountState } from '@carpeta/domain/people/account-state'
import type { Transaction } from '../../db/client.ts'
import { presentUser } from '../present-user.ts'
import { findListedUser, type ListedUser } from './users-list-store.ts'

/** An account as a row of the users screen. */
export function presentUserRow(user: ListedUser): UserRow {
  return {
    ...presentUser(user),
    account_state: accountState({ ...user, isInvited: user.invitationState === 'invited' }),
    groups: user.groups.map(({ name }) => name),
    invitation: {
      state: user.invitationState,
      invited_at: user.invitedAt?.toISOString() ?? null,
      delivery: user.invitationDelivery,
      failure: user.invitationFailure,
    },
  }
}

/** Reads the row of an account that the transaction has locked. */
export async function readUserRow(tx: Transaction, id: number): Promise<UserRow> {
  const user = await findListedUser(tx, id)
  if (!user) throw new Error('the locked account has no row')
  return presentUserRow(user)
}
