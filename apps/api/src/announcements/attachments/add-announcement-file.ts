import type { WireAnnouncement } from '@carpeta/contract/announcements'
import { announcementLimits } from '@carpeta/domain/announcements/announcement-rules'
import { documentMessages, tooManyDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import { checkContent } from '../../documents/check-content.ts'
import type { DocumentServices } from '../../documents/document-storage.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { scanFile } from '../../documents/scan-file.ts'
import { storeDocument } from '../../documents/store-document.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { findAnnouncement, saveAnnouncement } from '../announcements-store.ts'
import { lockDraft } from '../lock-draft.ts'
import { readAnnouncement } from '../present-announcement.ts'
import { attachFile, countFiles } from './announcement-files-store.ts'

/** @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored */
export async function addAnnouncementFile(
  services: DocumentServices & { config: Config },
  caller: SignedInCaller,
  { id, file }: { id: number; file: ReceivedFile | null },
): Promise<WireAnnouncement> {
  if (!file) throw new Refused([documentMessages.required])
  const type = await checkContent(file)
  // Checked again under the lock: a file without an announcement is neither scanned nor stored.
  if (!(await findAnnouncement(services.db, id))) throw new NotFound()
  await scanFile(services.config.scanner, file)

  const document = { file, type, uploadedBy: caller.id }
  await storeDocument(services, caller, document, async (tx, documentId) => {
    await lockDraft(tx, id)
    if ((await countFiles(tx, id)) >= announcementLimits.files) {
      throw new Refused([tooManyDocumentsMessage(announcementLimits.files)])
    }
    await attachFile(tx, { announcementId: id, documentId, name: file.name })
    await saveAnnouncement(tx, id, {})
    await recordAuditEvent(tx, caller, {
      action: 'announcement.changed',
      object: { type: 'announcement', id },
      after: { file: file.name },
    })
  })
  return readAnnouncement(services.db, id)
}
