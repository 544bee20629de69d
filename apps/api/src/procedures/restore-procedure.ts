import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { lockProcedure, markRestored, type Procedure } from './procedures-store.ts'

/** Restores a procedure from the trash. @throws {NotFound} when it is not there */
export async function restoreProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<Procedure> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const procedure = await lockProcedure(tx, id, 'deleted')
    if (!procedure) throw new NotFound()
    await markRestored(tx, id)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, caller, { action: 'procedure.restored', object })
    return { ...procedure, deletedAt: null }
  })
}
