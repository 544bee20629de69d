import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { savePositions } from './procedures-store.ts'

/**
 * Sets the order in which members see the procedures. Unknown ids are ignored, since another
 * user may have deleted a procedure meanwhile.
 */
export async function orderProcedures(
  { db }: { db: Database },
  caller: SignedInCaller,
  ids: number[],
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await savePositions(tx, ids)
    await recordAuditEvent(tx, caller, { action: 'procedure.changed', after: { order: ids } })
  })
}
