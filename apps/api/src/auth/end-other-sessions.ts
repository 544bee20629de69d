import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { callerTransaction } from './caller-transaction.ts'
import { deleteOtherSessions } from './sessions-store.ts'

/** Ends all of the user's sessions except the current one. */
export async function endOtherSessions(
  { db }: { db: Database },
  caller: SignedInCaller,
): Promise<void> {
  const { user, sessionHash } = caller
  const end = async (tx: Transaction) => {
    const ended = await deleteOtherSessions(tx, user.id, sessionHash)
    if (ended === 0) return
    const event = { action: 'session.ended_others', subjectId: user.id, after: { ended } } as const
    await recordAuditEvent(tx, caller, event)
  }
  await callerTransaction(db, caller, end, { lock: 'update' })
}
