import { recordViewEnd } from '../auth/record-view-end.ts'
import { rotateSession } from '../auth/sessions-store.ts'
import type { Database } from '../db/client.ts'
import type { Session } from '../http/access.ts'
import type { Actor } from '../http/actor.ts'
import { NotSignedIn } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'

/** Back to one's own session, under a new id again. @returns that id */
export async function endView(
  db: Database,
  actor: Actor,
  { idHash, user }: Session,
): Promise<string> {
  const sessionId = randomToken()
  const next = { idHash: tokenHash(sessionId), viewingAsId: null }
  await db.transaction(async (tx) => {
    if (!(await rotateSession(tx, idHash, next))) throw new NotSignedIn()
    await recordViewEnd(tx, actor, user.id)
  })
  return sessionId
}
