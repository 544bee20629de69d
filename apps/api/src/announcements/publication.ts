import type { WireAnnouncement } from '@carpeta/contract/announcements'
import { announcementMessages } from '@carpeta/domain/announcements/announcement-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { enqueueAnnouncementEmails } from './announcement-emails.ts'
import { isPast, lockAnnouncement, saveAnnouncement } from './announcements-store.ts'
import { countHolders } from './audience-store.ts'
import { requireVersion } from './drafts.ts'
import { readAnnouncement } from './read-announcements.ts'

/**
 * Shows it to the members whom it concerns, and fixes the recipients of its emails. A second time it
 * changes nothing. @throws {NotFound} · {Refused} 409 · {InvalidFields}
 */
export function publishAnnouncement(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version }: { id: number; version: number },
): Promise<WireAnnouncement> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const announcement = await lockAnnouncement(tx, id)
    if (!announcement) throw new NotFound()
    if (announcement.state === 'withdrawn') throw new Refused(announcementMessages.withdrawn, 409)
    if (announcement.state === 'published') return readAnnouncement(tx, id)
    requireVersion(announcement, version)
    if (await isPast(tx, announcement.visibleUntil)) {
      refuseFields({ visible_until: announcementMessages.past })
    }
    if ((await countHolders(tx, announcement)) === 0) {
      throw new Refused([announcementMessages.nobody])
    }
    await saveAnnouncement(tx, id, { state: 'published' })
    const emails = announcement.sendsEmail ? await enqueueAnnouncementEmails(tx, announcement) : 0
    const { title, audience, project, condominium } = announcement
    await recordAuditEvent(tx, caller, {
      action: 'announcement.published',
      object: { type: 'announcement', id },
      after: { title, audience, project, condominium, queued: emails },
    })
    return readAnnouncement(tx, id)
  })
}

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
