import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { recordViewEnd } from './record-view-end.ts'
import { deleteSession } from './sessions-store.ts'

/** Ends this session; of a view as a member that of who was looking, and with it the view. */
export async function logOut({ db }: { db: Database }, caller: SignedInCaller): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteSession(tx, caller.sessionHash)
    if (caller.viewer) await recordViewEnd(tx, caller)
    await recordAuditEvent(tx, caller, { action: 'session.logout', subjectId: caller.id })
  })
}
