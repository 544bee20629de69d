import type { uploadedSchema, uploadFields } from '@carpeta/contract/requests/documents-schemas'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import { checkContent } from '../../documents/check-content.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { scanFile } from '../../documents/scan/scan-file.ts'
import { storeDocument } from '../../documents/store-document.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { chooseSlot } from '../drafts/choose-slot.ts'
import { isWriter, lockForMember } from '../lifecycle/lock-request.ts'
import { findRequest, listHistory } from '../requests-store.ts'
import { fillSlot } from './fill-slot.ts'

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
  if (!unlocked || !isWriter(caller, unlocked)) throw new NotFound()
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
      subjectId: request.userId,
      after: { request_id: requestId },
    })
    await fillSlot(tx, services, caller, { request, slot, documentId })
    return documentId
  })
  return { id, name: file.name, size: file.size }
}
