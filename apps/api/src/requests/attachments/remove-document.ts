import { requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { saveChange } from '../lifecycle/request-actions-store.ts'
import { deleteSlotFiles, findRequestOfSlotFile } from '../slot-files/slot-files-store.ts'
import { detach, findRequestOfDocument } from './attachments-store.ts'

/** Deletes a document of the caller's draft, or a file that is not sent yet. @throws {NotFound} · {Refused} 409 */
export async function removeDocument(
  services: DocumentServices,
  caller: SignedInCaller,
  documentId: number,
): Promise<void> {
  const requestId =
    (await findRequestOfDocument(services.db, documentId)) ??
    (await findRequestOfSlotFile(services.db, documentId))
  if (requestId === null) throw new NotFound()
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    const isUnsent = (await findRequestOfSlotFile(tx, documentId)) !== null
    const isDraft = request.state === 'draft'
    if (!isDraft && !isUnsent) throw new Refused(requestMessages.alreadySent, 409)
    await deleteSlotFiles(tx, [documentId])
    if (!isUnsent) await detach(tx, documentId)
    await queueRemoval(tx, [documentId])
    // Staff do not see what is not sent, so their version stays.
    if (isDraft) await saveChange(tx, requestId, {})
    await recordAuditEvent(tx, caller, {
      action: 'document.removed',
      object: { type: 'document', id: documentId },
      subjectId: caller.id,
      before: { request_id: requestId },
    })
  })
}
