import type { WireAnnouncement } from '@carpeta/contract/announcements'
import { announcementMessages } from '@carpeta/domain/announcements/announcement-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { lockAnnouncement, saveAnnouncement } from './announcements-store.ts'
import { readAnnouncement } from './present-announcement.ts'

/**
 * No member sees it any more, and emails that are not sent yet never are. A second time it changes
 * nothing. @throws {NotFound} · {Refused} 409 for a draft
 */
export function withdrawAnnouncement(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<WireAnnouncement> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const announcement = await lockAnnouncement(tx, id)
    if (!announcement) throw new NotFound()
    if (announcement.state === 'draft') throw new Refused(announcementMessages.notPublished, 409)
    if (announcement.state === 'published') {
      await saveAnnouncement(tx, id, { state: 'withdrawn' })
      await recordAuditEvent(tx, caller, {
        action: 'announcement.withdrawn',
        object: { type: 'announcement', id },
        before: { title: announcement.title },
      })
    }
    return readAnnouncement(tx, id)
  })
}
