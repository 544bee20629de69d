import { announcementMessages } from '@carpeta/domain/announcements/announcement-rules'
import type { Transaction } from '../db/client.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { type Announcement, lockAnnouncement } from './announcements-store.ts'

/** @throws {NotFound} · {Refused} 409 once it is published */
export async function lockDraft(tx: Transaction, id: number): Promise<Announcement> {
  const announcement = await lockAnnouncement(tx, id)
  if (!announcement) throw new NotFound()
  if (announcement.state !== 'draft') throw new Refused(announcementMessages.notDraft, 409)
  return announcement
}

/** @throws {Refused} 409 when somebody changed it since the caller saw this version */
export function requireVersion(announcement: Announcement, version: number): void {
  if (announcement.version !== version) {
    throw new Refused(announcementMessages.changedMeanwhile, 409)
  }
}
