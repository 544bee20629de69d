import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import { operator } from '../../http/caller.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { findInvitees, type Invitees } from './invitations-store.ts'

const BATCH = 100

/**
 * Sends activation letters to members who have not activated their account and have an e-mail: to one
 * rut, again if need be, or to everybody without a letter so far.
 * @returns how many letters were queued
 */
export async function inviteMembers(db: Database, invitees: Invitees): Promise<number> {
  let invited = 0
  for (;;) {
    const { found, queued } = await db.transaction(async (tx) => {
      const ids = await findInvitees(tx, invitees, BATCH)
      const queued = await enqueueInvitations(tx, ids)
      if (queued > 0) {
        await recordAuditEvent(tx, operator, { action: 'user.invited', after: { ids, queued } })
      }
      return { found: ids.length, queued }
    })
    invited += queued
    if (found < BATCH) return invited
  }
}
