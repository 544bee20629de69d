import { endLinks } from '../../account/links/links-store.ts'
import { deleteSessionsOf } from '../../auth/sessions-store.ts'
import type { Transaction } from '../../db/client.ts'
import { deleteInvitation } from '../invitations/invitations-store.ts'

/** Ends all sessions and invalidates pending links (docs/security.md 3.11, 6.3). */
export async function endAccess(tx: Transaction, userId: number): Promise<void> {
  await deleteSessionsOf(tx, userId)
  await endLinks(tx, userId)
  await deleteInvitation(tx, userId)
}
