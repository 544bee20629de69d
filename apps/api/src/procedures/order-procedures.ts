import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'
import { savePositions } from './procedures-store.ts'

/**
 * The order in which members see them. Ids that are none any more count for nothing: a
 * colleague may have deleted one meanwhile, and the order of the others is still wanted.
 */
export async function orderProcedures(db: Database, actor: Actor, ids: number[]): Promise<void> {
  await db.transaction(async (tx) => {
    await savePositions(tx, ids)
    await recordAuditEvent(tx, actor, { action: 'procedure.changed', after: { order: ids } })
  })
}
