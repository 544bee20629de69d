import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { callerTransaction } from '../caller-transaction.ts'
import { deleteOwnSession } from '../sessions-store.ts'

/** Ends one of the user's sessions. @throws {NotFound} also for another user's session */
export async function endOwnSession(
  { db }: { db: Database },
  caller: SignedInCaller,
  sessionId: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, { user }) => {
    if (!(await deleteOwnSession(tx, user.id, sessionId))) throw new NotFound()
    await recordAuditEvent(tx, caller, { action: 'session.ended', subjectId: user.id })
  })
}
