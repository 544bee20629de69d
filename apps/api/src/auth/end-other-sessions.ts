import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { deleteOtherSessions } from './sessions-store.ts'

/** Ends all of the user's sessions except the current one. */
export async function endOtherSessions(
  { db }: { db: Database },
  caller: SignedInCaller,
): Promise<void> {
  const { user, sessionHash } = caller
  await db.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, user.id, sessionHash)
    const event = { action: 'session.ended_others', subjectId: user.id, after: { ended } } as const
    await recordAuditEvent(tx, caller, event)
  })
}
