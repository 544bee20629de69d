import { recordAction } from '../audit/record-action.ts'
import type { Database } from '../db/client.ts'
import type { Session } from '../http/access.ts'
import type { Actor } from '../http/actor.ts'
import { deleteSession } from './sessions-store.ts'

/** Ends this session; of a view as a member that of who was looking, and with it the view. */
export async function logOut(db: Database, actor: Actor, { idHash }: Session): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteSession(tx, idHash)
    await recordAction(tx, actor, { action: 'session.logout', subjectId: actor.id })
  })
}
