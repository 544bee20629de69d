import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { findIdsAfter, type InviteeSelection, whereSelected } from './invitees-store.ts'

const BATCH_SIZE = 1000

/**
 * Queues an activation email for each selected account that has an email address, is not activated
 * and has none in the queue. One transaction: all or none. @returns how many emails
 */
export async function inviteUsers(
  { db }: { db: Database },
  caller: SignedInCaller,
  selection: InviteeSelection,
): Promise<number> {
  const where = whereSelected(selection, caller.user)
  return callerTransaction(db, caller, async (tx, caller) => {
    let queued = 0
    for (let after = 0; ; ) {
      const ids = await findIdsAfter(tx, where, after, BATCH_SIZE)
      const last = ids.at(-1)
      if (last === undefined) break
      queued += await enqueueInvitations(tx, ids)
      after = last
    }
    if (queued > 0) {
      const after = { ...selectionFacts(selection), queued }
      await recordAuditEvent(tx, caller, { action: 'user.invited', after })
    }
    return queued
  })
}

/** Only the names of the filters: typed text may name a person, and the audit log stores it for ever. */
function selectionFacts(selection: InviteeSelection): object {
  if ('ids' in selection) return selection
  const { invitation, ...typed } = selection.all
  const filters = Object.entries(typed).filter(([, text]) => text)
  return { all: { invitation, filters: filters.map(([name]) => name) } }
}
