import { requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import type { DocumentServices } from '../../documents/store-document.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { RequestActor } from '../lifecycle/change-request.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { saveChange } from '../lifecycle/request-actions-store.ts'
import { detach, findRequestOfDocument } from './attachments-store.ts'

/** Takes a document out of one's own draft, for good. @throws {NotFound} · {Refused} 409 */
export async function removeDocument(
  services: DocumentServices,
  actor: RequestActor,
  documentId: number,
): Promise<void> {
  const requestId = await findRequestOfDocument(services.db, documentId)
  if (requestId === null) throw new NotFound()
  await services.db.transaction(async (tx) => {
    const request = await lockForMember(tx, { requestId, actor })
    if (request.state !== 'draft') throw new Refused(requestMessages.alreadySent, 409)
    await detach(tx, documentId)
    await queueRemoval(tx, [documentId])
    await saveChange(tx, requestId, {})
    await recordAuditEvent(tx, actor, {
      action: 'document.removed',
      object: { type: 'document', id: documentId },
      subjectId: actor.id,
      before: { request_id: requestId },
    })
  })
}
