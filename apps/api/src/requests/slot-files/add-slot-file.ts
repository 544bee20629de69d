import type { WireSlotFile } from '@carpeta/contract/requests/request-schemas'
import { documentMessages, slotFilesError } from '@carpeta/domain/requests/document-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { checkContent } from '../../documents/check-content.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { scanFile } from '../../documents/scan/scan-file.ts'
import { storeDocument } from '../../documents/store-document.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { pixelBytesOf } from '../../pdf/joining/check-png.ts'
import { detach } from '../attachments/attachments-store.ts'
import { chooseSlot, type Slot } from '../drafts/choose-slot.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { type LockedRequest, saveChange } from '../lifecycle/request-actions-store.ts'
import { findRequest, listHistory } from '../requests-store.ts'
import { checkJoinable } from './check-joinable.ts'
import type { SlotFileServices } from './slot-file-services.ts'
import { insertSlotFile, listSlotFiles } from './slot-files-store.ts'

interface AddedFile {
  requestId: number
  position: number
  file: ReceivedFile | null
  signal: AbortSignal
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
  const { db, config } = services
  const type = await checkContent(file)
  const added = { size: file.size, pixelBytes: await pixelBytesOf(type, file) }
  // Checked again under the lock: a file without a slot is neither scanned nor stored.
  const unlocked = await findRequest(db, requestId)
  if (unlocked?.userId !== caller.id) throw new NotFound()
  chooseSlot(unlocked, position)
  await refuseTooMany(db, requestId, position, added)
  await scanFile(config.scanner, file)
  await checkJoinable(services, { owner: String(caller.id), signal }, file, type)

  const document = { file, type, uploadedBy: caller.id }
  const id = await storeDocument(services, caller, document, async (tx, documentId) => {
    const request = await lockForMember(tx, caller, requestId)
    const slot = chooseSlot({ ...request, ...(await listHistory(tx, requestId)) }, position)
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
  return { id, name: file.name, size: file.size, type, position }
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
