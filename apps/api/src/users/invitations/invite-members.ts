import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import { operator } from '../../http/caller.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { findInvitees, type Invitees } from './invitations-store.ts'

const BATCH_SIZE = 100

/**
 * Queues activation emails for accounts that are not activated and have an email address: for one rut,
 * also a second time, or for all that were not invited.
 * @returns how many emails
 */
export async function inviteMembers(db: Database, invitees: Invitees): Promise<number> {
  let invited = 0
  for (;;) {
    const { found, queued } = await db.transaction(async (tx) => {
      const ids = await findInvitees(tx, invitees, BATCH_SIZE)
      const queued = await enqueueInvitations(tx, ids)
      if (queued > 0) {
        await recordAuditEvent(tx, operator, { action: 'user.invited', after: { ids, queued } })
      }
      return { found: ids.length, queued }
    })
    invited += queued
    if (found < BATCH_SIZE) return invited
  }
}
