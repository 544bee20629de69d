import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { findIdsAfter, inviteesOf, type Wanted } from './invitees-store.ts'

const BATCH = 1000

/**
 * Queues an activation letter for each that has an e-mail, is not activated and has none in the
 * queue: for all of them or, when something fails, for nobody. @returns how many letters
 */
export async function inviteUsers(
  { db }: { db: Database },
  caller: SignedInCaller,
  wanted: Wanted,
): Promise<number> {
  const where = inviteesOf(wanted, caller.user)
  return db.transaction(async (tx) => {
    let queued = 0
    for (let after = 0; ; ) {
      const ids = await findIdsAfter(tx, where, after, BATCH)
      const last = ids.at(-1)
      if (last === undefined) break
      queued += await enqueueInvitations(tx, ids)
      after = last
    }
    if (queued > 0) {
      const after = { ...toldOf(wanted), queued }
      await recordAuditEvent(tx, caller, { action: 'user.invited', after })
    }
    return queued
  })
}

/** Of a search only by what it was: what was typed may name somebody, and the trail keeps it for ever. */
function toldOf(wanted: Wanted): object {
  if ('ids' in wanted) return wanted
  const { invitation, ...typed } = wanted.all
  const filters = Object.entries(typed).filter(([, text]) => text)
  return { all: { invitation, filters: filters.map(([name]) => name) } }
}
