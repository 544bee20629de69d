import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { recordViewEnd } from './record-view-end.ts'
import { deleteSession } from './sessions-store.ts'

/** Ends the session. In a view as a member, it ends the staff user's session and the view. */
export async function logOut({ db }: { db: Database }, caller: SignedInCaller): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteSession(tx, caller.sessionHash)
    if (caller.viewer) await recordViewEnd(tx, caller)
    await recordAuditEvent(tx, caller, { action: 'session.logout', subjectId: caller.id })
  })
}
