import { documentMessages, tooManyDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { MAX_ANSWER_FILES } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { checkContent } from '../../documents/check-content.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { scanFile } from '../../documents/scan/scan-file.ts'
import { storeDocument } from '../../documents/store-document.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { lockSent, requireAllowedAction, requireHandling } from '../lifecycle/lock-request.ts'
import { saveChange } from '../lifecycle/request-actions-store.ts'
import type { RequestServices } from '../request-services.ts'
import { findRequest } from '../requests-store.ts'
import { countUnpublishedFiles } from './answer-files-store.ts'
import { attach } from './attachments-store.ts'

/**
 * Adds a file to the answer that staff are writing. The member sees it once the request is closed.
 * @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored
 */
export async function addAnswerFile(
  services: RequestServices & DocumentServices,
  caller: SignedInCaller,
  { requestId, file }: { requestId: number; file: ReceivedFile | null },
): Promise<void> {
  if (!file) throw new Refused([documentMessages.required])
  const type = await checkContent(file)
  // Checked again under the lock: a file of a closed request is neither scanned nor stored.
  const unlocked = await findRequest(services.db, requestId)
  if (!unlocked || unlocked.state === 'draft') throw new NotFound()
  requireHandling(caller, unlocked)
  requireAllowedAction('resolve', unlocked)
  await scanFile(services.config.scanner, file)

  const document = { file, type, uploadedBy: caller.id }
  await storeDocument(services, caller, document, async (tx, documentId) => {
    const request = await lockSent(tx, caller, requestId)
    requireAllowedAction('resolve', request)
    if ((await countUnpublishedFiles(tx, requestId)) >= MAX_ANSWER_FILES) {
      throw new Refused([tooManyDocumentsMessage(MAX_ANSWER_FILES)])
    }
    await attach(tx, { requestId, documentId, position: null })
    await saveChange(tx, requestId, {})
    await recordAuditEvent(tx, caller, {
      action: 'request.changed',
      object: { type: 'request', id: requestId },
      subjectId: request.userId,
      after: { answer_file: file.name },
    })
  })
}
