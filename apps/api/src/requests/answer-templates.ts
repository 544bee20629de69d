import {
  type AnswerTemplateForm,
  answerTemplateErrors,
  answerTemplateMessages,
} from '@carpeta/domain/requests/answer-template-rules'
import { changedFacts } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, refuseFields } from '../http/errors.ts'
import {
  type AnswerTemplate,
  findTemplate,
  insertTemplate,
  isTitleTaken,
  lockTemplates,
  removeTemplate,
  updateTemplate,
} from './answers-store.ts'

/** @throws {InvalidFields} */
export function createTemplate(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: AnswerTemplateForm,
): Promise<AnswerTemplate> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockTemplates(tx)
    const accepted = await acceptTemplate(tx, form, null)
    const template = await insertTemplate(tx, accepted)
    const object = { type: 'answer_template', id: template.id }
    await recordAuditEvent(tx, caller, {
      action: 'template.created',
      object,
      after: { ...accepted },
    })
    return template
  })
}

/** Fields that are not sent keep their values. @throws {NotFound} · {InvalidFields} */
export function changeTemplate(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, changes }: { id: number; changes: Partial<AnswerTemplateForm> },
): Promise<AnswerTemplate> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockTemplates(tx)
    const before = await findTemplate(tx, id)
    if (!before) throw new NotFound()
    const form = { title: changes.title ?? before.title, body: changes.body ?? before.body }
    const template = { id, ...(await acceptTemplate(tx, form, id)) }
    await updateTemplate(tx, template)
    await recordAuditEvent(tx, caller, {
      action: 'template.changed',
      object: { type: 'answer_template', id },
      ...changedFacts({ ...before }, { ...template }),
    })
    return template
  })
}

/** Deletes a template for good. Answers that used it keep their text. @throws {NotFound} */
export async function deleteTemplate(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await lockTemplates(tx)
    const template = await findTemplate(tx, id)
    if (!template) throw new NotFound()
    await removeTemplate(tx, id)
    const { title, body } = template
    const object = { type: 'answer_template', id }
    await recordAuditEvent(tx, caller, {
      action: 'template.deleted',
      object,
      before: { title, body },
    })
  })
}

async function acceptTemplate(
  tx: Transaction,
  form: AnswerTemplateForm,
  exceptId: number | null,
): Promise<AnswerTemplateForm> {
  const title = form.title.trim()
  const errors = answerTemplateErrors(form)
  if (await isTitleTaken(tx, title, exceptId)) errors.title = answerTemplateMessages.titleTaken
  refuseFields(errors)
  return { title, body: form.body.trim() }
}
