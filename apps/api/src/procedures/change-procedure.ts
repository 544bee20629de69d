import type { saveProcedure as procedureForm } from '@carpeta/contract/procedures/procedures-schemas'
import { procedureMessages } from '@carpeta/domain/requests/procedure-rules'
import type { z } from 'zod'
import { changedFacts } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { lockProcedure, type Procedure, saveProcedure } from './procedures-store.ts'
import { readProcedureForm } from './read-procedure-form.ts'

type Changes = Partial<z.infer<typeof procedureForm>>

/**
 * Changes a procedure. Existing requests keep their copy of its texts.
 * @throws {NotFound} · {Refused} 409 when more than the texts of a data-subject right change
 */
export async function changeProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, changes }: { id: number; changes: Changes },
): Promise<Procedure> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const before = await lockProcedure(tx, id, 'active')
    if (!before) throw new NotFound()
    if (before.dataSubjectRight !== null) refuseBeyondTexts(before, changes)
    const content = readProcedureForm({
      title: changes.title ?? before.title,
      description: changes.description ?? before.description,
      documents: changes.documents ?? before.documents,
      answer_hours: changes.answer_hours ?? before.answerHours,
      is_active: changes.is_active ?? before.isActive,
    })
    await saveProcedure(tx, id, content)
    const procedure = { ...before, ...content }
    await recordAuditEvent(tx, caller, {
      action: 'procedure.changed',
      object: { type: 'procedure', id },
      ...changedFacts({ ...before }, { ...procedure }),
    })
    return procedure
  })
}

/** The law sets the availability, the required documents and the deadline of these procedures. */
function refuseBeyondTexts(before: Procedure, changes: Changes): void {
  const { is_active, documents = [], answer_hours = before.answerHours } = changes
  if (is_active === false || documents.length > 0 || answer_hours !== before.answerHours) {
    throw new Refused(procedureMessages.isDataSubjectRequest, 409)
  }
}
