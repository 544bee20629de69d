import type { saveProcedure } from '@carpeta/contract/procedures/procedures-schemas'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { insertProcedure, type Procedure } from './procedures-store.ts'
import { readProcedureForm } from './read-procedure-form.ts'

export async function createProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: z.infer<typeof saveProcedure>,
): Promise<Procedure> {
  const content = readProcedureForm(form)
  return callerTransaction(db, caller, async (tx, caller) => {
    const id = await insertProcedure(tx, content)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, caller, {
      action: 'procedure.created',
      object,
      after: { ...content },
    })
    return { ...content, id, deletedAt: null, dataSubjectRight: null, answerDays: null }
  })
}
