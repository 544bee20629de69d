import { groupMessages } from '@carpeta/domain/access/group-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { countMemberships, lockGroup, removeDeletedMembers, removeGroup } from './groups-store.ts'

/**
 * Deletes an empty group, so that no user loses permissions unnoticed.
 * @throws {Refused} 400 for a group with members
 */
export async function deleteGroup(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const group = await lockGroup(tx, id)
    if (!group) throw new NotFound()
    await removeDeletedMembers(tx, id)
    // Counted after the removal, because an account may be restored or deleted meanwhile.
    const members = await countMemberships(tx, id)
    if (members > 0) throw new Refused(groupMessages.inUse(members))
    await removeGroup(tx, id)
    await recordAuditEvent(tx, caller, {
      action: 'group.deleted',
      object: { type: 'group', id },
      before: { name: group.name, permissions: group.permissions },
    })
  })
}
