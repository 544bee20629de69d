import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Session } from '../http/access.ts'
import type { Actor } from '../http/actor.ts'
import { recordViewEnd } from './record-view-end.ts'
import { deleteSession } from './sessions-store.ts'

/** Ends this session; of a view as a member that of who was looking, and with it the view. */
export async function logOut(
  db: Database,
  actor: Actor,
  { idHash, user, viewer }: Session,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteSession(tx, idHash)
    if (viewer) await recordViewEnd(tx, actor, user.id)
    await recordAuditEvent(tx, actor, { action: 'session.logout', subjectId: actor.id })
  })
}
