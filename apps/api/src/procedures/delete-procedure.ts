import { procedureMessages } from '@carpeta/domain/requests/procedure-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Caller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { lockProcedure, trashProcedure } from './procedures-store.ts'

/** Into the trash: nobody can ask for it any more. @throws {NotFound} · {Refused} 409 for a right */
export async function deleteProcedure(
  { db }: { db: Database },
  caller: Caller,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const procedure = await lockProcedure(tx, id, 'active')
    if (!procedure) throw new NotFound()
    if (procedure.dataSubjectRight !== null)
      throw new Refused(procedureMessages.isDataSubjectRequest, 409)
    await trashProcedure(tx, id)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, caller, { action: 'procedure.deleted', object })
  })
}
