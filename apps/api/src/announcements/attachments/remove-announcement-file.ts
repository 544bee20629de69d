import type { WireAnnouncement } from '@carpeta/contract/announcements'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { saveAnnouncement } from '../announcements-store.ts'
import { lockDraft } from '../lock-draft.ts'
import { readAnnouncement } from '../present-announcement.ts'
import { detachFile, findFile } from './announcement-files-store.ts'

/** Its bytes are removed unless a copy has them. @throws {NotFound} · {Refused} 409 */
export function removeAnnouncementFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, documentId }: { id: number; documentId: number },
): Promise<WireAnnouncement> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockDraft(tx, id)
    const file = await findFile(tx, id, documentId)
    if (!file) throw new NotFound()
    await detachFile(tx, id, documentId)
    await queueRemoval(tx, [documentId])
    await saveAnnouncement(tx, id, {})
    await recordAuditEvent(tx, caller, {
      action: 'announcement.changed',
      object: { type: 'announcement', id },
      before: { file: file.name },
    })
    return readAnnouncement(tx, id)
  })
}
