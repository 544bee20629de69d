import type { UserRow } from '@carpeta/contract/users/users-schemas'
import type { Transaction } from '../../db/client.ts'
import { presentUser } from '../present-user.ts'
import { findListedUser, type ListedUser } from './users-list-store.ts'

/** An account as a row of the users screen. */
export function presentUserRow(user: ListedUser): UserRow {
  return {
    ...presentUser(user),
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
