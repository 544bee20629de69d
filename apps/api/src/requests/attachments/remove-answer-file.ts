import { requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { lockSent, requireAllowedAction } from '../lifecycle/lock-request.ts'
import { saveChange } from '../lifecycle/request-actions-store.ts'
import type { RequestServices } from '../request-services.ts'
import { findAnswerFile } from './answer-files-store.ts'
import { detach } from './attachments-store.ts'

/**
 * Takes a file out of an answer that is not out yet, for good. What a member was once given stays
 * his. @throws {NotFound} · {Refused} 409
 */
export async function removeAnswerFile(
  services: RequestServices & DocumentServices,
  caller: SignedInCaller,
  { requestId, documentId }: { requestId: number; documentId: number },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const locked = await lockSent(tx, requestId)
    const file = await findAnswerFile(tx, requestId, documentId)
    if (!file) throw new NotFound()
    requireAllowedAction('resolve', locked)
    if (file.isPublished) throw new Refused(requestMessages.answerFilePublished, 409)
    await detach(tx, documentId)
    await queueRemoval(tx, [documentId])
    await saveChange(tx, requestId, {})
    await recordAuditEvent(tx, caller, {
      action: 'request.changed',
      object: { type: 'request', id: requestId },
      subjectId: locked.userId,
      before: { answer_file: file.name },
    })
  })
}
