import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Caller } from '../http/caller.ts'
import { savePositions } from './procedures-store.ts'

/**
 * Sets the order in which members see the procedures. Unknown ids are ignored, since another
 * user may have deleted a procedure meanwhile.
 */
export async function orderProcedures(
  { db }: { db: Database },
  caller: Caller,
  ids: number[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await savePositions(tx, ids)
    await recordAuditEvent(tx, caller, { action: 'procedure.changed', after: { order: ids } })
  })
}
