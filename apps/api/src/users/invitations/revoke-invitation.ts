import type { UserRow } from '@carpeta/contract/users/users-schemas'
import { endLinks } from '../../account/links/links-store.ts'
import { recordAuditEvent, recordAuditedRead } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { lockTarget } from '../changes/lock-target.ts'
import { readUserRow } from '../list/present-user-row.ts'
import { deleteInvitation } from './invitations-store.ts'

/** Ends the invitation's link and cancels a queued email. Changes nothing on an activated account. */
export async function revokeInvitation(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<UserRow> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const { isActivated } = await lockTarget(tx, caller, userId)
    const object = { type: 'user', id: userId }
    if (isActivated) {
      await recordAuditedRead(tx, caller, object, userId)
    } else {
      await endLinks(tx, userId)
      await deleteInvitation(tx, userId)
      const event = { action: 'user.invitation_revoked', object, subjectId: userId } as const
      await recordAuditEvent(tx, caller, event)
    }
    return readUserRow(tx, userId)
  })
}
