import type { UserRow } from '@carpeta/contract/users'
import { presentUser } from '../users/present-user.ts'
import type { ListedUser } from './users-list-store.ts'

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
