import type { changeProcedure as changes } from '@carpeta/contract/procedures'
import { procedureMessages } from '@carpeta/domain/requests/procedure-rules'
import type { z } from 'zod'
import { changedFacts } from '../audit/changed-facts.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { lockProcedure, type Procedure, saveProcedure } from './procedures-store.ts'
import { readProcedureForm } from './read-procedure-form.ts'

/**
 * What was asked for before keeps the words that it was asked for with.
 * @throws {NotFound} · {Refused} 409 for more than the texts of a right
 */
export async function changeProcedure(
  db: Database,
  actor: Actor,
  id: number,
  changed: z.infer<typeof changes>,
): Promise<Procedure> {
  return db.transaction(async (tx) => {
    const before = await lockProcedure(tx, id, 'active')
    if (!before) throw new NotFound()
    if (before.dataSubjectRight !== null) refuseBeyondTexts(before, changed)
    const content = readProcedureForm({
      title: changed.title ?? before.title,
      description: changed.description ?? before.description,
      documents: changed.documents ?? before.documents,
      answer_hours: changed.answer_hours ?? before.answerHours,
      is_active: changed.is_active ?? before.isActive,
    })
    await saveProcedure(tx, id, content)
    const procedure = { ...before, ...content }
    await recordAuditEvent(tx, actor, {
      action: 'procedure.changed',
      object: { type: 'procedure', id },
      ...changedFacts({ ...before }, { ...procedure }),
    })
    return procedure
  })
}

/** The law says that it can be asked for, that it takes no more than to ask, and until when. */
function refuseBeyondTexts(before: Procedure, changed: z.infer<typeof changes>): void {
  const { is_active, documents = [], answer_hours = before.answerHours } = changed
  if (is_active === false || documents.length > 0 || answer_hours !== before.answerHours) {
    throw new Refused(procedureMessages.isRight, 409)
  }
}
