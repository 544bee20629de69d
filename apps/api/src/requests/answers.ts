import { isDeepStrictEqual } from 'node:util'
import type { changeAnswerTemplate } from '@carpeta/contract/staff-requests'
import { closedUnreviewed } from '@carpeta/domain/requests/answer-rules'
import {
  type AnswerTemplateForm,
  answerTemplateErrors,
  answerTemplateMessages,
  MAX_TEMPLATES,
} from '@carpeta/domain/requests/answer-template-rules'
import { documentTitle, tooManyDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import {
  MAX_ANSWER_FILES,
  requestActions,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { type GuardServices, guardFile, storeDocument } from '../documents/guard-file.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import {
  type AnswerTemplate,
  countTemplates,
  findTemplate,
  insertTemplate,
  isTitleTaken,
  lockTemplates,
  removeTemplate,
  updateTemplate,
} from './answers-store.ts'
import {
  attach,
  countUnpublishedFiles,
  detach,
  findAnswerFile,
  publishAnswerFiles,
  saveReview,
} from './attachments-store.ts'
import {
  assignIfUnassigned,
  changeRequest,
  lockForStaff,
  lockSent,
  type RequestServices,
  recordEventAndNotify,
  recordRequestChanged,
  requireAllowedAction,
  requireHandling,
  requireText,
  type SeenRequest,
} from './change-request.ts'
import { recordAnswerTime } from './deadlines.ts'
import { countProcedures } from './queue-store.ts'
import {
  findRequest,
  hasMerged,
  type LockedRequest,
  listDocuments,
  listMerged,
  saveChange,
} from './requests-store.ts'
import { changeEach } from './staff-actions.ts'

/** Closes the request with an answer, and publishes the answer's files to the member. */
export async function resolveRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { documents, ...input }: SeenRequest & { text: string; documents: PendingDocuments },
): Promise<void> {
  const answer = requireText(input.text, requestMessages.answerRequired)
  await close(services, caller, 'resolve', { ...input, answer }, (tx, caller, request) =>
    finishReview(tx, services, caller, { request, ...documents }),
  )
}

/**
 * Answers several requests of one procedure with one text, each in a transaction of its own. One with
 * documents that wait for their review, with files of an answer, or with another request merged into it is refused, as
 * nobody looked at them. The text reaches many members at once, in the cooperative's name: an open session is not
 * enough.
 * @throws {Refused} 403 without a recent authentication · 409 when they are of several procedures
 */
export async function resolveRequests(
  services: RequestServices,
  caller: SignedInCaller,
  { requests, text }: { requests: { id: number; version: number }[]; text: string },
): Promise<{ id: number; refusal: string | null }[]> {
  const answer = requireText(text, requestMessages.answerRequired)
  const ids = requests.map(({ id }) => id)
  if ((await countProcedures(services.db, ids)) > 1) {
    throw new Refused(requestMessages.answerOneProcedure, 409)
  }
  await requireRecentAuthentication(services.db, caller)
  return changeEach(requests, (seen) =>
    close(services, caller, 'resolve', { ...seen, answer }, async (tx, caller, request) => {
      if (await hasMerged(tx, request.id)) throw new Refused(requestMessages.mergedUnseen, 409)
      await finishReview(tx, services, caller, { request, accept: [], leave: [] })
      if ((await countUnpublishedFiles(tx, request.id)) > 0) {
        throw new Refused(requestMessages.answerFilesUnseen, 409)
      }
    }),
  )
}

/** Closes the request without fulfilling it, with the reason as its answer. */
export async function rejectRequest(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { text: string },
): Promise<void> {
  const answer = requireText(input.text, requestMessages.reasonRequired)
  await close(services, caller, 'reject', { ...input, answer })
}

async function close(
  services: RequestServices,
  caller: SignedInCaller,
  action: 'resolve' | 'reject',
  { answer, ...seen }: SeenRequest & { answer: string },
  finish?: (tx: Transaction, caller: SignedInCaller, request: LockedRequest) => Promise<void>,
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, seen)
    requireAllowedAction(action, request)
    await finish?.(tx, caller, request)
    await publishAnswerFiles(tx, request.id)
    const assignment = await assignIfUnassigned(tx, request, caller)
    const state = requestActions[action].to
    await changeRequest(tx, services, request, caller, {
      change: { ...assignment, state, answer, dueAt: null, closedAt: request.now },
      kind: state,
      text: answer,
    })
    await recordAnswerTime(tx, request)
  })
}

/** Documents that wait for their review when the request is closed. */
interface PendingDocuments {
  accept: readonly number[]
  /** They stay without a review, which the history says. */
  leave: readonly number[]
}

/**
 * Requests that were merged into this one are answered with it, and their documents are reviewed with it.
 * @throws {Refused} 409 unless each document that waits for its review is accepted or left
 */
async function finishReview(
  tx: Transaction,
  services: RequestServices,
  caller: SignedInCaller,
  { request, accept, leave }: PendingDocuments & { request: LockedRequest },
): Promise<void> {
  const own = { ...request, documents: await listDocuments(tx, request.id) }
  const pending = [own, ...(await listMerged(tx, request.id))].flatMap(
    ({ documents, requiredDocuments }) =>
      documents.flatMap(({ id, position, replacedAt, review }) =>
        position !== null && replacedAt === null && review === 'pending'
          ? { id, title: documentTitle(requiredDocuments, position) }
          : [],
      ),
  )
  const named = [...accept, ...leave]
  const isEach = named.length === pending.length && pending.every(({ id }) => named.includes(id))
  if (!isEach) throw new Refused(requestMessages.documentsPending, 409)

  for (const id of accept) {
    const text = (await saveReview(tx, request.id, id, { review: 'accepted', reason: '' })) ?? ''
    const kind = 'document_accepted'
    await recordEventAndNotify(tx, services, request, { kind, actorId: caller.id, text })
    await recordRequestChanged(tx, caller, request, { after: { event: kind } })
  }
  const unreviewed = pending.flatMap(({ id, title }) => (leave.includes(id) ? title : []))
  if (unreviewed.length === 0) return
  const text = closedUnreviewed(unreviewed)
  await recordEventAndNotify(tx, services, request, { kind: 'note', actorId: caller.id, text })
}

/**
 * Adds a file to the answer that staff are writing. The member sees it once the request is closed.
 * @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored
 */
export async function addAnswerFile(
  services: RequestServices & DocumentServices & GuardServices,
  caller: SignedInCaller,
  {
    requestId,
    file,
    signal,
  }: { requestId: number; file: ReceivedFile | null; signal: AbortSignal },
): Promise<void> {
  const guarded = await guardFile(services, file, {
    owner: String(caller.id),
    signal,
    // Checked again under the lock: a file of a closed request is neither scanned nor stored.
    beforeScan: async () => {
      const unlocked = await findRequest(services.db, requestId)
      if (!unlocked || unlocked.state === 'draft') throw new NotFound()
      await requireHandling(services.db, caller, unlocked)
      requireAllowedAction('resolve', unlocked)
    },
  })

  const { name } = guarded.file
  const document = { ...guarded, uploadedBy: caller.id }
  await storeDocument(services, caller, document, async (tx, documentId, caller) => {
    const request = await lockSent(tx, caller, requestId)
    requireAllowedAction('resolve', request)
    if ((await countUnpublishedFiles(tx, requestId)) >= MAX_ANSWER_FILES) {
      throw new Refused([tooManyDocumentsMessage(MAX_ANSWER_FILES)])
    }
    await attach(tx, { requestId, documentId, position: null })
    await saveChange(tx, requestId, {})
    await recordRequestChanged(tx, caller, request, { after: { answer_file: name } })
  })
}

/**
 * Deletes a file of an answer. A published file stays, since the member has seen it.
 * @throws {NotFound} · {Refused} 409
 */
export async function removeAnswerFile(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, documentId }: { requestId: number; documentId: number },
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockSent(tx, caller, requestId)
    const file = await findAnswerFile(tx, requestId, documentId)
    if (!file) throw new NotFound()
    requireAllowedAction('resolve', request)
    if (file.isPublished) throw new Refused(requestMessages.answerFilePublished, 409)
    await detach(tx, documentId)
    await queueRemoval(tx, [documentId])
    await saveChange(tx, requestId, {})
    await recordRequestChanged(tx, caller, request, { before: { answer_file: file.name } })
  })
}

/** @throws {InvalidFields} */
export function createTemplate(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: AnswerTemplateForm,
): Promise<AnswerTemplate> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockTemplates(tx)
    if ((await countTemplates(tx)) >= MAX_TEMPLATES) {
      refuseFields({ title: answerTemplateMessages.tooMany })
    }
    const accepted = await acceptTemplate(tx, form, null)
    await requireRecentAuthentication(tx, caller)
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

/**
 * Fields that are not sent keep their values.
 * @throws {NotFound} · {InvalidFields} · {Refused} 409 when it is not as it was read
 */
export function changeTemplate(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, changes }: { id: number; changes: z.infer<typeof changeAnswerTemplate> },
): Promise<AnswerTemplate> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockTemplates(tx)
    const before = await findTemplate(tx, id)
    if (!before) throw new NotFound()
    const { version, ...sent } = changes
    const current = { title: before.title, body: before.body }
    const form = { ...current, ...sent }
    if (version !== before.version) {
      // A change that is sent again, since its response was lost, overwrites nothing.
      if (isDeepStrictEqual(form, current)) return before
      throw new Refused(answerTemplateMessages.changedMeanwhile, 409)
    }
    const accepted = await acceptTemplate(tx, form, id)
    await requireRecentAuthentication(tx, caller)
    await recordAuditEvent(tx, caller, {
      action: 'template.changed',
      object: { type: 'answer_template', id },
      ...changedFacts(current, { ...accepted }),
    })
    return updateTemplate(tx, id, accepted)
  })
}

/**
 * Deletes a template for good. Answers that used it keep their text.
 * @throws {NotFound} · {Refused} 409 when it is not as it was read
 */
export async function deleteTemplate(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await lockTemplates(tx)
    const template = await findTemplate(tx, id)
    if (!template) throw new NotFound()
    if (template.version !== version) {
      throw new Refused(answerTemplateMessages.changedBeforeRemoval, 409)
    }
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
