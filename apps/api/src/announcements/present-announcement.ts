import type {
  AnnouncementFile,
  AnnouncementRow,
  WireAnnouncement,
} from '@carpeta/contract/announcements'
import type { Database, Transaction } from '../db/client.ts'
import { NotFound } from '../http/errors.ts'
import { findPersonName } from '../users/people-store.ts'
import { type CountedAnnouncement, findAnnouncement } from './announcements-store.ts'
import { listFiles, type StoredFile } from './attachments/announcement-files-store.ts'

/** An announcement as staff see it. @throws {NotFound} */
export async function readAnnouncement(
  db: Database | Transaction,
  id: number,
): Promise<WireAnnouncement> {
  const announcement = await findAnnouncement(db, id)
  if (!announcement) throw new NotFound()
  return {
    ...presentRow(announcement),
    body: announcement.body,
    author: await findPersonName(db, announcement.authorId),
    files: (await listFiles(db, id)).map(presentFile),
  }
}

export function presentRow(announcement: CountedAnnouncement): AnnouncementRow {
  const { id, state, version, title, audience, project, condominium } = announcement
  const { queued, sent, failed, cancelled } = announcement
  return {
    id,
    state,
    version,
    title,
    audience,
    project,
    condominium,
    sends_email: announcement.sendsEmail,
    visible_until: announcement.visibleUntil ?? '',
    updated_at: announcement.updatedAt.toISOString(),
    published_at: announcement.publishedAt?.toISOString() ?? null,
    withdrawn_at: announcement.withdrawnAt?.toISOString() ?? null,
    reads: announcement.reads,
    emails: { queued, sent, failed, cancelled },
  }
}

export function presentFile({ id, name, size }: StoredFile): AnnouncementFile {
  return { id, name, size }
}
