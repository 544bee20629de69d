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
}

/**
 * Makes one document of a slot's files: several become one PDF, a single one stays as it is. A repeated
 * call returns the document that the first one made.
 * @throws {NotFound} · {Refused} · {StorageError}; then the files stay as they are
 */
export async function joinSlotFiles(
  services: SlotFileServices,
  caller: SignedInCaller,
  joining: Joining,
): Promise<Uploaded> {
  const { requestId, position, fileIds } = joining
  const request = await findRequest(services.db, requestId)
  if (request?.userId !== caller.id) throw new NotFound()
  const { replaces } = chooseSlot(request, position)
  const files = (await listSlotFiles(services.db, requestId)).filter(isIn(position))
  if (files.length === 0) return joinedBefore(request, replaces)
  requireSame(files, fileIds)
  const [only, ...others] = fileIds.flatMap((id) => files.filter((file) => file.id === id))
  if (!only) throw new Refused([documentMessages.required])
  return others.length === 0
    ? useOnly(services, caller, joining, only)
    : joinSeveral(services, caller, joining, request, [only, ...others])
}

/** @throws {Refused} when the slot has no document, or one that has to be replaced */
function joinedBefore({ documents }: StoredRequest, documentId: number | null): Uploaded {
  const document = documents.find(({ id }) => id === documentId)
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
  { requiredDocuments }: StoredRequest,
  files: SlotFile[],
): Promise<Uploaded> {
  services.pdfs.requireRoom(String(caller.id))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await refuseBeyondQuota(services, caller, bytes)
  const content = await joinStored(services, caller, files)
  const title = (requiredDocuments[joining.position] ?? '').replace(/[/\\]/g, '-')
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
