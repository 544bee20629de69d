import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { deleteTemplate, findTemplate, lockTemplates } from './answer-templates-store.ts'

/** Deletes a template for good. Answers that used it keep their text. @throws {NotFound} */
export async function deleteAnswerTemplate(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await lockTemplates(tx)
    const template = await findTemplate(tx, id)
    if (!template) throw new NotFound()
    await deleteTemplate(tx, id)
    const { title, body } = template
    const object = { type: 'answer_template', id }
    await recordAuditEvent(tx, caller, {
      action: 'template.deleted',
      object,
      before: { title, body },
    })
  })
}
