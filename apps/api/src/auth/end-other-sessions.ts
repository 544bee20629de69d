import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Session } from '../http/access.ts'
import type { Actor } from '../http/actor.ts'
import { deleteOtherSessions } from './sessions-store.ts'

/** Every browser but this one is out. */
export async function endOtherSessions(
  db: Database,
  actor: Actor,
  { user, idHash }: Session,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, user.id, idHash)
    const deed = { action: 'session.ended_others', subjectId: user.id, after: { ended } } as const
    await recordAuditEvent(tx, actor, deed)
  })
}
