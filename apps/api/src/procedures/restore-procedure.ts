import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'
import { NotFound } from '../http/errors.ts'
import { lockProcedure, type Procedure, untrashProcedure } from './procedures-store.ts'

/** Out of the trash. @throws {NotFound} when it is not there */
export async function restoreProcedure(db: Database, actor: Actor, id: number): Promise<Procedure> {
  return db.transaction(async (tx) => {
    const procedure = await lockProcedure(tx, id, 'trashed')
    if (!procedure) throw new NotFound()
    await untrashProcedure(tx, id)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, actor, { action: 'procedure.restored', object })
    return { ...procedure, deletedAt: null }
  })
}
