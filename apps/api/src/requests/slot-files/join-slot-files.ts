import type { uploadedSchema } from '@carpeta/contract/requests/documents-schemas'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Transaction } from '../../db/client.ts'
import { cleanName } from '../../documents/clean-name.ts'
import { fileInMemory } from '../../documents/file-in-memory.ts'
import { scanFile } from '../../documents/scan/scan-file.ts'
import { storeDocument } from '../../documents/store-document.ts'
import { refuseBeyondQuota } from '../../documents/uploads/refuse-too-many-uploads.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { Draw } from '../../pdf/pdf-pool.ts'
import { fillSlot } from '../attachments/fill-slot.ts'
import { chooseSlot } from '../drafts/choose-slot.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { findRequest, listHistory, type StoredRequest } from '../requests-store.ts'
import { requireSame } from './arrange-slot-files.ts'
import { joinStored } from './check-joinable.ts'
import type { SlotFileServices } from './slot-file-services.ts'
import { deleteSlotFiles, listSlotFiles, type SlotFile } from './slot-files-store.ts'

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
 * @throws {NotFound} · {Refused} · {StorageError} · what `PdfPool.inTurn` throws; then the files stay as they are
 */
export async function joinSlotFiles(
  services: SlotFileServices,
  caller: SignedInCaller,
  joining: Joining,
): Promise<Uploaded> {
  const slot = await readSlot(services, caller, joining)
  const [only, ...others] = slot.files
  if (!only) return joinedBefore(slot)
  requireSame(slot.files, joining.fileIds)
  if (others.length === 0) return useOnly(services, caller, joining, only)
  await services.limits.joins.consume(String(caller.id))
  // A request has one member, and a member one turn at a time: so one join of a request runs.
  const client = { owner: String(caller.id), signal: joining.signal }
  return services.pdfs.inTurn(client, async (draw) => {
    // An earlier call may have joined them meanwhile.
    const slot = await readSlot(services, caller, joining)
    if (slot.files.length === 0) return joinedBefore(slot)
    return joinSeveral(services, caller, joining, slot, draw)
  })
}

interface Slot {
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
): Promise<Slot> {
  // Before the request, which then has the document of files that were joined meanwhile.
  const files = (await listSlotFiles(db, requestId)).filter(isIn(position))
  const request = await findRequest(db, requestId)
  if (request?.userId !== caller.id) throw new NotFound()
  return { request, replaces: chooseSlot(request, position).replaces, files }
}

/** @throws {Refused} when the slot has no document, or one that has to be replaced */
function joinedBefore({ request, replaces }: Slot): Uploaded {
  const document = request.documents.find(({ id }) => id === replaces)
  if (!document || document.review === 'rejected') throw new Refused([documentMessages.required])
  return { id: document.id, name: document.name, size: document.size }
}

async function useOnly(
  services: SlotFileServices,
  caller: SignedInCaller,
  joining: Joining,
  { id, name, size }: SlotFile,
): Promise<Uploaded> {
  await callerTransaction(services.db, caller, (tx, caller) =>
    settle(tx, services, caller, joining, id),
  )
  return { id, name, size }
}

async function joinSeveral(
  services: SlotFileServices,
  caller: SignedInCaller,
  joining: Joining,
  { request, files }: Slot,
  draw: Draw,
): Promise<Uploaded> {
  requireSame(files, joining.fileIds)
  const inOrder = joining.fileIds.flatMap((id) => files.filter((file) => file.id === id))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await refuseBeyondQuota(services, caller, bytes)
  const content = await joinStored(services, draw, inOrder)
  const title = (request.requiredDocuments[joining.position] ?? '').replace(/[/\\]/g, '-')
  await using file = fileInMemory(cleanName(`${title}.pdf`), content)
  await scanFile(services.config.scanner, file)
  const document = { file, type: 'application/pdf', uploadedBy: caller.id }
  const id = await storeDocument(services, caller, document, async (tx, documentId) => {
    await settle(tx, services, caller, joining, documentId)
    return documentId
  })
  return { id, name: file.name, size: file.size }
}

/** Under the request's lock: the slot gets the document if its files are still the same. */
async function settle(
  tx: Transaction,
  services: SlotFileServices,
  caller: SignedInCaller,
  { requestId, position, fileIds }: Joining,
  documentId: number,
): Promise<void> {
  const request = await lockForMember(tx, caller, requestId)
  const slot = chooseSlot({ ...request, ...(await listHistory(tx, requestId)) }, position)
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
