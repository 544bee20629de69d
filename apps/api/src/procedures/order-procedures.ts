import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Caller } from '../http/caller.ts'
import { savePositions } from './procedures-store.ts'

/**
 * The order in which members see them. Ids that are none any more count for nothing: a
 * colleague may have deleted one meanwhile, and the order of the others is still wanted.
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
