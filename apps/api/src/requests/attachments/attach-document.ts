import type { uploadedSchema, uploadFields } from '@carpeta/contract/requests/documents-schemas'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { checkContent } from '../../documents/check-content.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import { scanFile } from '../../documents/scan-file.ts'
import { storeDocument } from '../../documents/store-document.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { chooseSlot, type Slot } from '../drafts/choose-slot.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { saveChange } from '../lifecycle/request-actions-store.ts'
import { findRequest, listHistory } from '../requests-store.ts'
import { attach, detach, markReplaced } from './attachments-store.ts'

export interface AttachServices extends DocumentServices {
  config: Config
}

/**
 * Adds a document to a draft, or replaces a rejected one.
 * @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored
 */
export async function attachDocument(
  services: AttachServices,
  caller: SignedInCaller,
  { fields, file }: { fields: z.infer<typeof uploadFields>; file: ReceivedFile | null },
): Promise<z.infer<typeof uploadedSchema>> {
  if (!file) throw new Refused([documentMessages.required])
  const type = await checkContent(file)
  const { request_id: requestId, position } = fields
  // Checked again under the lock: a file without a slot is neither scanned nor stored.
  const unlocked = await findRequest(services.db, requestId)
  if (unlocked?.userId !== caller.id) throw new NotFound()
  chooseSlot(unlocked, position)
  await scanFile(services.config.scanner, file)

  const document = { file, type, uploadedBy: caller.id }
  const id = await storeDocument(services, caller, document, async (tx, documentId) => {
    const request = await lockForMember(tx, caller, requestId)
    // Read after the lock is granted, so that it includes what a concurrent upload stored.
    const slot = chooseSlot({ ...request, ...(await listHistory(tx, requestId)) }, position)
    await recordAuditEvent(tx, caller, {
      action: 'document.uploaded',
      object: { type: 'document', id: documentId },
      subjectId: caller.id,
      after: { request_id: requestId },
    })
    if (request.state === 'draft') {
      await attachToDraft(tx, requestId, slot, documentId)
      return documentId
    }
    await replaceRejected(tx, requestId, slot, documentId)
    const text = request.requiredDocuments[slot.position] ?? ''
    await changeRequest(tx, services, request, caller, {
      change: {},
      kind: 'document_replaced',
      text,
    })
    return documentId
  })
  return { id, name: file.name, size: file.size }
}

/** Only the member sees a draft, so a replaced document is removed for good. */
async function attachToDraft(
  tx: Transaction,
  requestId: number,
  { position, replaces }: Slot,
  documentId: number,
): Promise<void> {
  if (replaces !== null) {
    await detach(tx, replaces)
    await queueRemoval(tx, [replaces])
  }
  await attach(tx, { requestId, documentId, position })
  await saveChange(tx, requestId, {})
}

/** Keeps the rejected document for the record, since staff have seen it. */
async function replaceRejected(
  tx: Transaction,
  requestId: number,
  { position, replaces }: Slot,
  documentId: number,
): Promise<void> {
  if (replaces !== null) await markReplaced(tx, replaces)
  await attach(tx, { requestId, documentId, position })
}
