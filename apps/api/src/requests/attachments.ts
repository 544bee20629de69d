import type { uploadedSchema, uploadFields } from '@carpeta/contract/requests'
import { tooManyDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { type GuardServices, guardFile } from '../documents/guard-file.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import { storeDocument } from '../documents/store-document.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import {
  attach,
  deleteSlotFiles,
  detach,
  findRequestOfDocument,
  isSlotFile,
  markReplaced,
  saveReview,
} from './attachments-store.ts'
import {
  changeRequest,
  discardSlotFiles,
  isWriter,
  lockForMember,
  lockForStaff,
  type RequestServices,
  requireAllowedAction,
  requireText,
  type SeenRequest,
} from './change-request.ts'
import {
  findRequest,
  type LockedRequest,
  listHistory,
  type RequestDocument,
  type StoredRequest,
  saveChange,
} from './requests-store.ts'

/**
 * Adds a document to a draft, or replaces a rejected one.
 * @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored
 */
export async function attachDocument(
  services: RequestServices & DocumentServices & GuardServices,
  caller: SignedInCaller,
  { fields, file, signal }: AttachedFile,
): Promise<z.infer<typeof uploadedSchema>> {
  const { request_id: requestId, position } = fields
  const guarded = await guardFile(services, file, {
    owner: String(caller.id),
    signal,
    // Checked again under the lock: a file without a slot is neither scanned nor stored.
    beforeScan: async () => {
      const unlocked = await findRequest(services.db, requestId)
      if (!unlocked || !isWriter(caller, unlocked)) throw new NotFound()
      chooseSlot(unlocked, position)
    },
  })

  const document = { ...guarded, uploadedBy: caller.id }
  const id = await storeDocument(services, caller, document, async (tx, documentId) => {
    const request = await lockForMember(tx, caller, requestId)
    const slot = await chooseLockedSlot(tx, request, position)
    await recordAuditEvent(tx, caller, {
      action: 'document.uploaded',
      object: { type: 'document', id: documentId },
      subjectId: request.userId,
      after: { request_id: requestId },
    })
    await fillSlot(tx, services, caller, { request, slot, documentId })
    return documentId
  })
  return { id, name: guarded.file.name, size: guarded.file.size }
}

interface AttachedFile {
  fields: z.infer<typeof uploadFields>
  file: ReceivedFile | null
  signal: AbortSignal
}

export interface Slot {
  /** Which of the required documents, from 0. */
  position: number
  /** The id of the document in this slot. */
  replaces: number | null
}

/**
 * Chooses the slot of a file. In a draft: the given position, or the first free one. Once sent: only that
 * of a document that staff rejected.
 * @throws {Refused}
 */
export function chooseSlot(
  request: Pick<StoredRequest, 'state' | 'requiredDocuments' | 'documents' | 'events'>,
  position: number | undefined,
): Slot {
  const current = request.documents.filter(({ replacedAt }) => replacedAt === null)
  if (request.state === 'draft') return chooseInDraft(request.requiredDocuments, current, position)
  const replaceable = findReplaceable(request, current, position)
  if (request.state !== 'missing' || !replaceable || replaceable.position === null) {
    throw new Refused(requestMessages.alreadySent, 409)
  }
  return { position: replaceable.position, replaces: replaceable.id }
}

/** Reads the documents after the lock is granted, so that those of concurrent uploads count. */
export async function chooseLockedSlot(
  tx: Transaction,
  request: LockedRequest,
  position: number | undefined,
): Promise<Slot> {
  return chooseSlot({ ...request, ...(await listHistory(tx, request.id)) }, position)
}

/** A rejected document or, until the member replies, the file that replaced one. */
function findReplaceable(
  { documents, events }: Pick<StoredRequest, 'documents' | 'events'>,
  current: RequestDocument[],
  position: number | undefined,
): RequestDocument | undefined {
  const lastQuestion = events.findLast(({ kind }) => kind === 'asked')
  const replacedSince = documents.filter(
    ({ replacedAt }) => lastQuestion && replacedAt !== null && replacedAt > lastQuestion.at,
  )
  const isReplacement = ({ position }: RequestDocument) =>
    replacedSince.some((it) => it.position === position)
  const candidates = current.filter((it) => position === undefined || it.position === position)
  return candidates.find(({ review }) => review === 'rejected') ?? candidates.find(isReplacement)
}

function chooseInDraft(required: string[], current: RequestDocument[], position?: number): Slot {
  const free = required.findIndex((_title, i) => !current.some((it) => it.position === i))
  const chosen = position ?? free
  if (chosen < 0 || chosen >= required.length) {
    throw new Refused([tooManyDocumentsMessage(required.length)])
  }
  return { position: chosen, replaces: current.find((it) => it.position === chosen)?.id ?? null }
}

/** Puts a stored document in its slot, in place of the earlier one. */
export async function fillSlot(
  tx: Transaction,
  services: RequestServices,
  caller: SignedInCaller,
  { request, slot, documentId }: { request: LockedRequest; slot: Slot; documentId: number },
): Promise<void> {
  const { position, replaces } = slot
  const isDraft = request.state === 'draft'
  await discardSlotFiles(tx, request.id, position)
  if (replaces !== null && isDraft) {
    await detach(tx, replaces)
    await queueRemoval(tx, [replaces])
  } else if (replaces !== null) {
    // Staff have seen the rejected document, so it stays for the record.
    await markReplaced(tx, replaces)
  }
  await attach(tx, { requestId: request.id, documentId, position })
  if (isDraft) {
    await saveChange(tx, request.id, {})
    return
  }
  const text = request.requiredDocuments[position] ?? ''
  const event = { change: {}, kind: 'document_replaced', text } as const
  await changeRequest(tx, services, request, caller, event)
}

/** Deletes a document of a draft, or a file that is not sent yet. @throws {NotFound} · {Refused} 409 */
export async function removeDocument(
  { db }: RequestServices,
  caller: SignedInCaller,
  documentId: number,
): Promise<void> {
  const requestId = await findRequestOfDocument(db, documentId)
  if (requestId === null) throw new NotFound()
  await callerTransaction(db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    const isUnsent = await isSlotFile(tx, documentId)
    const isDraft = request.state === 'draft'
    if (!isDraft && !isUnsent) throw new Refused(requestMessages.alreadySent, 409)
    await deleteSlotFiles(tx, [documentId])
    if (!isUnsent) await detach(tx, documentId)
    await queueRemoval(tx, [documentId])
    // Staff do not see files that are not sent, so their version stays.
    if (isDraft) await saveChange(tx, requestId, {})
    await recordAuditEvent(tx, caller, {
      action: 'document.removed',
      object: { type: 'document', id: documentId },
      subjectId: caller.id,
      before: { request_id: requestId },
    })
  })
}

/**
 * Accepts or rejects one of the member's documents. The request stays in review, so that staff
 * review all documents and then ask once.
 */
export async function reviewDocument(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { documentId: number; accepted: boolean; reason: string },
): Promise<void> {
  const { documentId, accepted } = input
  const reason = accepted ? '' : requireText(input.reason, requestMessages.reasonRequired)
  const review = accepted ? 'accepted' : 'rejected'
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, input)
    requireAllowedAction('ask', request)
    const title = await saveReview(tx, request.id, documentId, { review, reason })
    if (title === null) throw new NotFound()
    const kind = `document_${review}` as const
    // The history keeps the reason, which the next review of the document overwrites.
    const text = reason === '' ? title : `${title}: ${reason}`
    await changeRequest(tx, services, request, caller, { change: {}, kind, text })
  })
}
