import type { UserRow } from '@carpeta/contract/users'
import type { Transaction } from '../../db/client.ts'
import { presentUser } from '../present-user.ts'
import { findListedUser, type ListedUser } from './users-list-store.ts'

/** An account as a row of the users screen. */
export function presentUserRow({ invitation, ...account }: ListedUser): UserRow {
  return {
    ...presentUser(account),
    invitation: {
      state: invitation.state,
      invited_at: invitation.invitedAt?.toISOString() ?? null,
      delivery: invitation.delivery,
      failure: invitation.failure,
    },
  }
}

/** Reads the row of an account that the transaction has locked. */
export async function readUserRow(tx: Transaction, id: number): Promise<UserRow> {
  const user = await findListedUser(tx, id)
  if (!user) throw new Error('the locked account has no row')
  return presentUserRow(user)
}
