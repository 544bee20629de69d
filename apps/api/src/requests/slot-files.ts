import { buffer } from 'node:stream/consumers'
import type { BodyOf } from '@carpeta/contract/endpoints'
import type { uploadedSchema, WireSlotFile } from '@carpeta/contract/requests'
import {
  documentMessages,
  hiddenLayersMessage,
  MAX_JOINED_PAGES,
  slotFilesError,
} from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { admit, guardFile, openRefusals } from '../documents/guard-file.ts'
import { cleanName, fileInMemory, type ReceivedFile } from '../documents/receive-file.ts'
import { scanFile } from '../documents/scan-file.ts'
import { refuseBeyondQuota, storeDocument } from '../documents/store-document.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { fileProblemOf, placeOfProblem } from '../pdf/file-problem.ts'
import type { JoinableFile } from '../pdf/join-files.ts'
import type { Draw, PdfPool } from '../pdf/pdf-pool.ts'
import { pixelBytesOf } from '../pdf/png.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { chooseLockedSlot, chooseSlot, fillSlot, type Slot } from './attachments.ts'
import {
  deleteSlotFiles,
  detach,
  insertSlotFile,
  listSlotFiles,
  moveSlotFile,
  type SlotFile,
} from './attachments-store.ts'
import { lockForMember, type RequestServices } from './change-request.ts'
import {
  findRequest,
  type LockedRequest,
  listHistory,
  type StoredRequest,
  saveChange,
} from './requests-store.ts'

type SlotFileServices = RequestServices & DocumentServices & { limits: RateLimits; pdfs: PdfPool }

interface AddedFile {
  requestId: number
  position: number
  file: ReceivedFile | null
  signal: AbortSignal
}

/** The files that the caller has not sent yet. @throws {NotFound} for another member's request */
export async function readSlotFiles(
  { db }: { db: Database },
  caller: SignedInCaller,
  requestId: number,
): Promise<{ slot_files: WireSlotFile[] }> {
  const request = await findRequest(db, requestId)
  if (request?.userId !== caller.id) throw new NotFound()
  return { slot_files: (await listSlotFiles(db, requestId)).map(presentSlotFile) }
}

export function presentSlotFile({ id, name, size, type, position }: WireSlotFile): WireSlotFile {
  return { id, name, size, type, position }
}

/**
 * Adds a file to a required document of a draft, or to the replacement of a rejected one. Only the
 * member sees it until the files are joined.
 * @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored
 */
export async function addSlotFile(
  services: SlotFileServices,
  caller: SignedInCaller,
  { requestId, position, file, signal }: AddedFile,
): Promise<WireSlotFile> {
  if (!file) throw new Refused([documentMessages.required])
  const { db } = services
  const { size, name } = file
  const added = { size, pixelBytes: 0 }
  const guarded = await guardFile(services, file, {
    owner: String(caller.id),
    signal,
    maxPages: MAX_JOINED_PAGES,
    // Checked again under the lock: a file without a slot is neither scanned nor stored.
    beforeScan: async (type) => {
      added.pixelBytes = await pixelBytesOf(type, file)
      const unlocked = await findRequest(db, requestId)
      if (unlocked?.userId !== caller.id) throw new NotFound()
      chooseSlot(unlocked, position)
      await refuseTooMany(db, requestId, position, added)
    },
  })

  const document = { ...guarded, uploadedBy: caller.id }
  const id = await storeDocument(services, caller, document, async (tx, documentId) => {
    const request = await lockForMember(tx, caller, requestId)
    const slot = await chooseLockedSlot(tx, request, position)
    if (request.state === 'draft') await reopenSlot(tx, request, slot)
    await refuseTooMany(tx, requestId, position, added)
    await insertSlotFile(tx, { requestId, documentId, position })
    await recordAuditEvent(tx, caller, {
      action: 'document.uploaded',
      object: { type: 'document', id: documentId },
      subjectId: caller.id,
      after: { request_id: requestId },
    })
    return documentId
  })
  return { id, name, size, type: guarded.type, position }
}

/** The document that a draft's slot has becomes the first of its files. */
async function reopenSlot(
  tx: Transaction,
  { id: requestId }: LockedRequest,
  { position, replaces }: Slot,
): Promise<void> {
  if (replaces !== null) {
    await detach(tx, replaces)
    await insertSlotFile(tx, { requestId, documentId: replaces, position })
  }
  await saveChange(tx, requestId, {})
}

async function refuseTooMany(
  db: Database | Transaction,
  requestId: number,
  position: number,
  added: { size: number; pixelBytes: number },
): Promise<void> {
  const files = (await listSlotFiles(db, requestId)).filter((it) => it.position === position)
  const error = slotFilesError([...files, added])
  if (error) throw new Refused([error])
}

type Slots = BodyOf<'PUT /api/requests/:id/slot-files/'>['slots']

/**
 * Puts the files in order, and under other required documents.
 * @throws {NotFound} · {Refused} 409 when the files are not those that the caller saw
 */
export async function arrangeSlotFiles(
  { db }: { db: Database },
  caller: SignedInCaller,
  { requestId, slots }: { requestId: number; slots: Slots },
): Promise<{ slot_files: WireSlotFile[] }> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    const files = await listSlotFiles(tx, requestId)
    const history = await listHistory(tx, requestId)
    const ids = slots.flatMap(({ file_ids }) => file_ids)
    requireSame(files, ids)
    // Each position once: its limits are judged for all of its files together.
    const positions = new Set(slots.map(({ position }) => position))
    if (positions.size < slots.length) throw new Refused(documentMessages.slotChanged, 409)
    for (const { position, file_ids } of slots) {
      if (file_ids.length === 0) continue
      chooseSlot({ ...request, ...history }, position)
      const error = slotFilesError(files.filter(({ id }) => file_ids.includes(id)))
      if (error) throw new Refused([error])
      for (const [place, documentId] of file_ids.entries()) {
        await moveSlotFile(tx, { documentId, position, place })
      }
    }
    return { slot_files: (await listSlotFiles(tx, requestId)).map(presentSlotFile) }
  })
}

/** @throws {Refused} 409 unless `ids` names every file once */
function requireSame(files: readonly SlotFile[], ids: readonly number[]): void {
  const isSame = files.length === ids.length && files.every(({ id }) => ids.includes(id))
  if (!isSame) throw new Refused(documentMessages.slotChanged, 409)
}

type Uploaded = z.infer<typeof uploadedSchema>

interface Joining {
  requestId: number
  position: number
  /** The files in order, as the caller saw them. */
  fileIds: number[]
  signal: AbortSignal
}

/**
 * Makes one document of a slot's files: several become one PDF, a single one stays as it is. A repeated
 * call returns the document that the first one made.
 * @throws {NotFound} · {Refused} · {StorageError} · what `PdfPool.takeTurn` throws; then the files stay as they are
 */
export async function joinSlotFiles(
  services: SlotFileServices,
  caller: SignedInCaller,
  joining: Joining,
): Promise<Uploaded> {
  const slot = await readSlot(services, caller, joining)
  const [only, ...others] = slot.files
  if (!only) return presentDocument(slot)
  requireSame(slot.files, joining.fileIds)
  if (others.length === 0) {
    await callerTransaction(services.db, caller, (tx, caller) =>
      attachJoined(tx, services, caller, joining, only.id),
    )
    return { id: only.id, name: only.name, size: only.size }
  }
  await services.limits.joins.consume(String(caller.id))
  // A request has one member, who has one turn at a time: so one join of a request runs.
  const client = { owner: String(caller.id), signal: joining.signal }
  return services.pdfs.takeTurn(client, async (draw) => {
    // An earlier call may have joined them meanwhile.
    const slot = await readSlot(services, caller, joining)
    if (slot.files.length === 0) return presentDocument(slot)
    return joinSeveral(services, caller, joining, slot, draw)
  })
}

interface FilledSlot {
  request: StoredRequest
  /** The document that the slot has. */
  replaces: number | null
  files: SlotFile[]
}

/** @throws {NotFound} for another member's request · {Refused} when its document cannot be replaced */
async function readSlot(
  { db }: SlotFileServices,
  caller: SignedInCaller,
  { requestId, position }: Joining,
): Promise<FilledSlot> {
  // Before the request, which then has the document of files that were joined meanwhile.
  const files = (await listSlotFiles(db, requestId)).filter(isIn(position))
  const request = await findRequest(db, requestId)
  if (request?.userId !== caller.id) throw new NotFound()
  return { request, replaces: chooseSlot(request, position).replaces, files }
}

/** The document that an earlier call made. @throws {Refused} when there is none, or a rejected one */
function presentDocument({ request, replaces }: FilledSlot): Uploaded {
  const document = request.documents.find(({ id }) => id === replaces)
  if (!document || document.review === 'rejected') throw new Refused([documentMessages.required])
  return { id: document.id, name: document.name, size: document.size }
}

async function joinSeveral(
  services: SlotFileServices,
  caller: SignedInCaller,
  joining: Joining,
  { request, files }: FilledSlot,
  draw: Draw,
): Promise<Uploaded> {
  requireSame(files, joining.fileIds)
  const inOrder = joining.fileIds.flatMap((id) => files.filter((file) => file.id === id))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await refuseBeyondQuota(services, caller, bytes)
  const joinable = []
  for (const { type, storageKey } of inOrder) {
    joinable.push({ type, bytes: await buffer(await services.storage.read(storageKey)) })
  }
  const content = Buffer.from(await join(draw, joinable, inOrder))
  const title = (request.requiredDocuments[joining.position] ?? '').replace(/[/\\]/g, '-')
  await using file = fileInMemory(cleanName(`${title}.pdf`), content)
  await scanFile(services.config.scanner, file)
  const document = { ...admit(file, 'application/pdf'), uploadedBy: caller.id }
  const id = await storeDocument(services, caller, document, async (tx, documentId) => {
    await attachJoined(tx, services, caller, joining, documentId)
    return documentId
  })
  return { id, name: file.name, size: file.size }
}

/** Puts the document in the slot, unless its files have changed meanwhile. */
async function attachJoined(
  tx: Transaction,
  services: SlotFileServices,
  caller: SignedInCaller,
  { requestId, position, fileIds }: Joining,
  documentId: number,
): Promise<void> {
  const request = await lockForMember(tx, caller, requestId)
  const slot = await chooseLockedSlot(tx, request, position)
  requireSame((await listSlotFiles(tx, requestId)).filter(isIn(position)), fileIds)
  await deleteSlotFiles(tx, [documentId])
  await fillSlot(tx, services, caller, { request, slot, documentId })
  await recordAuditEvent(tx, caller, {
    action: 'document.joined',
    object: { type: 'document', id: documentId },
    subjectId: caller.id,
    after: { request_id: requestId },
  })
}

function isIn(position: number) {
  return (file: SlotFile) => file.position === position
}

const JOIN_MODULE = new URL('../pdf/join-files.ts', import.meta.url)

/** One PDF with the pages of all files, in order. @throws {Refused} · what `Draw` throws */
async function join(draw: Draw, joinable: JoinableFile[], files: SlotFile[]): Promise<Uint8Array> {
  try {
    return await draw<Uint8Array>(JOIN_MODULE, joinable)
  } catch (error) {
    const problem = fileProblemOf(error)
    if (problem === 'hidden_layers') {
      const { name = '' } = files[placeOfProblem(error) ?? 0] ?? {}
      throw new Refused([hiddenLayersMessage(name)])
    }
    const refusal = openRefusals[problem ?? 'no_page']
    throw refusal === undefined ? error : new Refused([refusal])
  }
}
