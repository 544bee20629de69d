import { callerTransaction } from '../auth/caller-transaction.ts'
import { recordViewEnd } from '../auth/record-view-end.ts'
import { rotateSession } from '../auth/sessions-store.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotSignedIn } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'

/** Returns to the staff user's own session. @returns its new id */
export async function endView({ db }: { db: Database }, caller: SignedInCaller): Promise<string> {
  const sessionId = randomToken()
  const next = { idHash: tokenHash(sessionId), viewingAsId: null }
  await callerTransaction(db, caller, async (tx, caller) => {
    if (!(await rotateSession(tx, caller.sessionHash, next))) throw new NotSignedIn()
    await recordViewEnd(tx, caller)
  })
  return sessionId
}
