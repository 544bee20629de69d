import { procedureMessages } from '@carpeta/domain/requests/procedure-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { lockProcedure, markDeleted } from './procedures-store.ts'

/**
 * Moves a procedure to the trash, where members cannot request it.
 * @throws {NotFound} · {Refused} 409 for a data-subject right
 */
export async function deleteProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const procedure = await lockProcedure(tx, id, 'active')
    if (!procedure) throw new NotFound()
    if (procedure.dataSubjectRight !== null)
      throw new Refused(procedureMessages.isDataSubjectRequest, 409)
    await markDeleted(tx, id)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, caller, { action: 'procedure.deleted', object })
  })
}
