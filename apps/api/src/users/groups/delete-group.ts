import { groupMessages } from '@carpeta/domain/access/group-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { countMemberships, lockGroup, removeGroup, removeTrashedMembers } from './groups-store.ts'

/**
 * Nobody loses rights without being looked at: a group that somebody belongs to stays.
 * @throws {Refused} 400
 */
export async function deleteGroup(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const group = await lockGroup(tx, id)
    if (!group) throw new NotFound()
    await removeTrashedMembers(tx, id)
    // Only now: meanwhile somebody may have been restored, or moved to the trash.
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
