import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { AuditActor } from '../../http/caller.ts'
import type { OwnSale } from '../read-own-sales.ts'

/** Each holder learns who else read the sale. */
export async function recordSharedReads(
  db: Database,
  actor: AuditActor,
  sales: OwnSale[],
): Promise<void> {
  const shared = sales.filter(({ isShared }) => isShared)
  if (shared.length === 0) return
  await db.transaction(async (tx) => {
    for (const { code, holderId } of shared) {
      const object = { type: 'sale', id: code }
      await recordAuditEvent(tx, actor, { action: 'member.read', object, subjectId: holderId })
    }
  })
}
