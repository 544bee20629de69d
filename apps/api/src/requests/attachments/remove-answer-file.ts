import { requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
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
 * Deletes a file of an answer. A published file stays, since the member has seen it.
 * @throws {NotFound} · {Refused} 409
 */
export async function removeAnswerFile(
  services: RequestServices & DocumentServices,
  caller: SignedInCaller,
  { requestId, documentId }: { requestId: number; documentId: number },
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockSent(tx, caller, requestId)
    const file = await findAnswerFile(tx, requestId, documentId)
    if (!file) throw new NotFound()
    requireAllowedAction('resolve', request)
    if (file.isPublished) throw new Refused(requestMessages.answerFilePublished, 409)
    await detach(tx, documentId)
    await queueRemoval(tx, [documentId])
    await saveChange(tx, requestId, {})
    await recordAuditEvent(tx, caller, {
      action: 'request.changed',
      object: { type: 'request', id: requestId },
      subjectId: request.userId,
      before: { answer_file: file.name },
    })
  })
}
