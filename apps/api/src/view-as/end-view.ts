import { turnSession } from '../auth/sessions-store.ts'
import type { Database } from '../db/client.ts'
import type { Session } from '../http/access.ts'
import { NotSignedIn } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'

/** Back to one's own session, under a new id again. @returns that id */
export async function endView(db: Database, { idHash }: Session): Promise<string> {
  const sessionId = randomToken()
  const next = { idHash: tokenHash(sessionId), viewingAsId: null }
  if (!(await turnSession(db, idHash, next))) throw new NotSignedIn()
  return sessionId
}
