import type { BodyOf } from '@carpeta/contract/endpoints'
import type {
  DraftFile,
  savedDraftSchema,
  uploadedSchema,
  uploadFields,
} from '@carpeta/contract/requests'
import {
  documentMessages,
  slotFilesError,
  tooManyDocumentsMessage,
} from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import {
  checkContent,
  type GuardServices,
  guardFile,
  storeDocument,
} from '../documents/guard-file.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { pixelBytesOf } from '../pdf/png.ts'
import { findRequestOfDocument } from './attachments-store.ts'
import { lockOwn, recordFile } from './change-request.ts'
import {
  changedElsewhere,
  lockUnsent,
  type OpenDraft,
  openDraft,
  presentFile,
  presentLocked,
  type Slot,
} from './drafts.ts'
import {
  changeDraft,
  deleteSlotFiles,
  insertSlotFile,
  moveSlotFile,
  type SlotFile,
} from './drafts-store.ts'

type Uploaded = z.infer<typeof uploadedSchema>
type SavedDraft = z.infer<typeof savedDraftSchema>

interface AddedFile {
  fields: z.infer<typeof uploadFields>
  file: ReceivedFile | null
  signal: AbortSignal
}

/**
 * Adds a file to a draft, after those that its document has. The same bytes for the same document are the same
 * file, so a repeated call changes nothing.
 * @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored
 */
export async function addFile(
  services: DocumentServices & GuardServices,
  caller: SignedInCaller,
  { fields: { request_id: requestId, position }, file, signal }: AddedFile,
): Promise<Uploaded> {
  if (!file) throw new Refused([documentMessages.required])
  const type = await checkContent(file)
  const added = { ...file, pixelBytes: await pixelBytesOf(type, file) }
  const findPlace = async (tx: Transaction, caller: SignedInCaller) => {
    const draft = await openDraft(tx, await lockUnsent(tx, caller, requestId))
    return { draft, ...choosePlace(draft, position, added) }
  }
  const present = (document: DraftFile, slot: Slot, version: number) => ({
    ...presentFile(document),
    position: slot.position,
    version,
  })
  // Checked again when it is stored: a file without a place is neither scanned nor stored.
  const { draft, slot, same } = await callerTransaction(services.db, caller, findPlace)
  if (same) return present(same, slot, draft.text.version)
  const guarded = await guardFile(services, file, { owner: String(caller.id), signal })
  const document = { ...guarded, uploadedBy: caller.id }
  return storeDocument(services, caller, document, async (tx, id, caller) => {
    const { draft, slot, same } = await findPlace(tx, caller)
    if (same) {
      await queueRemoval(tx, [id])
      return present(same, slot, draft.text.version)
    }
    await insertSlotFile(tx, { requestId, documentId: id, position: slot.position })
    await recordFile(tx, caller, draft.request, id, 'uploaded')
    return present({ id, ...added, type }, slot, await changeDraft(tx, requestId, { files: true }))
  })
}

/** Without a position: the first document without files, or the optional files. @throws {Refused} */
function choosePlace(
  { request, slots }: OpenDraft,
  position: number | undefined,
  added: { size: number; sha256: string; pixelBytes: number },
): { slot: Slot; same: SlotFile | undefined } {
  const sameIn = (slot: Slot) => slot.files.find(({ sha256 }) => sha256 === added.sha256)
  const isFree = (slot: Slot) => !slot.isOptional && slot.files.length === 0
  const slot =
    position === undefined
      ? (slots.find(isFree) ?? slots.find(sameIn) ?? slots.find(({ isOptional }) => isOptional))
      : slots.find((slot) => slot.position === position)
  if (!slot) throw noPlace(request)
  const same = sameIn(slot)
  const error = same ? null : slotFilesError([...slot.files, added])
  if (error) throw new Refused([error])
  return { slot, same }
}

function noPlace({ state, requiredDocuments }: OpenDraft['request']): Refused {
  if (state === 'missing') return new Refused(requestMessages.alreadySent, 409)
  return new Refused([tooManyDocumentsMessage(requiredDocuments.length)])
}

/** Removes a file that is not sent. @returns the draft's version @throws {NotFound} · {Refused} 409 */
export async function removeFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  documentId: number,
): Promise<number> {
  const requestId = await findRequestOfDocument(db, documentId)
  if (requestId === null) throw new NotFound()
  return callerTransaction(db, caller, async (tx, caller) => {
    const request = await lockOwn(tx, caller, requestId)
    if ((await deleteSlotFiles(tx, [documentId])) === 0) {
      const isSent = (await findRequestOfDocument(tx, documentId)) !== null
      throw isSent ? new Refused(requestMessages.alreadySent, 409) : new NotFound()
    }
    await queueRemoval(tx, [documentId])
    await recordFile(tx, caller, request, documentId, 'removed')
    return changeDraft(tx, requestId, { files: true })
  })
}

interface Arrangement {
  requestId: number
  version: number
  slots: BodyOf<'PUT /api/requests/:id/draft/files/'>['slots']
  surplus: number[]
}

/**
 * Puts the files in order, and under other required documents.
 * @throws {NotFound} · {Refused} 409 when files were added, moved or removed since `version`
 */
export async function arrangeFiles(
  { db }: { db: Database },
  caller: SignedInCaller,
  { requestId, version, slots, surplus }: Arrangement,
): Promise<SavedDraft> {
  const wanted = [
    ...slots.map(({ position, file_ids: ids }) => ({ position, ids })),
    { position: null, ids: surplus },
  ]
  return callerTransaction(db, caller, async (tx, caller) => {
    const draft = await openDraft(tx, await lockUnsent(tx, caller, requestId))
    // The answer of the same call may have been lost.
    if (isArranged(draft, wanted)) return presentLocked(tx, requestId)
    if (draft.text.filesVersion > version) throw changedElsewhere()
    requireSame(draft, wanted)
    for (const { position, ids } of wanted) {
      if (position !== null && ids.length > 0) judgeSlot(draft, position, ids)
      for (const [place, id] of ids.entries()) await moveSlotFile(tx, id, { position, place })
    }
    await changeDraft(tx, requestId, { files: true })
    return presentLocked(tx, requestId)
  })
}

interface Place {
  /** Null: under no document. */
  position: number | null
  ids: number[]
}

function isArranged({ slots, surplus }: OpenDraft, wanted: Place[]): boolean {
  const idsOf = (files: SlotFile[]) => files.map(({ id }) => id)
  const present = [
    ...slots.map(({ position, files }) => ({ position, ids: idsOf(files) })),
    { position: null, ids: idsOf(surplus) },
  ]
  const keyOf = (places: Place[]) =>
    places
      .filter(({ ids }) => ids.length > 0)
      .map(({ position, ids }) => `${position}:${ids}`)
      .toSorted()
      .join(' ')
  return keyOf(present) === keyOf(wanted)
}

/** @throws {Refused} 409 unless every file is named once, and every document at most once */
function requireSame({ slots, surplus }: OpenDraft, wanted: Place[]): void {
  const files = [...slots.flatMap((slot) => slot.files), ...surplus].map(({ id }) => id)
  const ids = wanted.flatMap((place) => place.ids)
  const positions = new Set(wanted.map(({ position }) => position))
  const isSame = ids.length === files.length && files.every((id) => ids.includes(id))
  // The limits of a document are judged for all of its files together.
  if (!isSame || positions.size < wanted.length) throw changedElsewhere()
}

/** @throws {Refused} */
function judgeSlot(draft: OpenDraft, position: number, ids: number[]): void {
  if (!draft.slots.some((slot) => slot.position === position)) throw noPlace(draft.request)
  const files = [...draft.slots.flatMap((slot) => slot.files), ...draft.surplus]
  const error = slotFilesError(files.filter(({ id }) => ids.includes(id)))
  if (error) throw new Refused([error])
}
