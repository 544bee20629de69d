import type { WireAnnouncement } from '@carpeta/contract/announcements'
import {
  announcementMessages,
  publicationMoment,
} from '@carpeta/domain/announcements/announcement-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { requireRecentAuthentication } from '../auth/reauthentication.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound, Refused, refuseFields } from '../http/errors.ts'
import { enqueueAnnouncementEmails, enqueueScheduledEmails } from './announcement-emails.ts'
import {
  type Announcement,
  deleteAnnouncement,
  detachFiles,
  isPast,
  lockAnnouncement,
  lockOldAnnouncements,
  lockSampleAnnouncements,
  saveAnnouncement,
} from './announcements-store.ts'
import { countHolders } from './audience-store.ts'
import { announcementFacts, lockDraft, requireVersion } from './drafts.ts'
import { readAnnouncement } from './read-announcements.ts'

/**
 * Shows it to the members whom it concerns, now or at a local time of Santiago, and fixes the recipients of
 * its emails then. A second time it changes nothing, but one that is scheduled can be published now. @throws {NotFound} · {Refused} 409 · {InvalidFields}
 */
export function publishAnnouncement(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version, publishAt }: { id: number; version: number; publishAt: string | undefined },
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
    const at = publishAt === undefined ? null : momentOf(publishAt, announcement)
    await requireRecentAuthentication(tx, caller)
    await saveAnnouncement(tx, id, { state: 'published' }, at)
    const queued = await enqueueEmails(tx, announcement, at)
    const { title, audience, project, condominium } = announcement
    await recordAuditEvent(tx, caller, {
      action: at ? 'announcement.scheduled' : 'announcement.published',
      object: { type: 'announcement', id },
      after: { title, audience, project, condominium, ...(at ? { publish_at: at } : { queued }) },
    })
    return readAnnouncement(tx, id)
  })
}

/** @throws {InvalidFields} */
function momentOf(local: string, { visibleUntil }: Announcement): Date {
  const moment = publicationMoment(local, visibleUntil ?? '', new Date())
  if ('error' in moment) throw new InvalidFields({ publish_at: [moment.error] })
  return moment.at
}

/** @returns how many are queued now */
async function enqueueEmails(
  tx: Transaction,
  announcement: Announcement,
  at: Date | null,
): Promise<number> {
  if (!announcement.sendsEmail) return 0
  if (!at) return enqueueAnnouncementEmails(tx, announcement)
  // Saving it has made a new version.
  await enqueueScheduledEmails(tx, { id: announcement.id, version: announcement.version + 1 }, at)
  return 0
}

/**
 * No member sees it any more, and emails that are not sent yet never are. One that is scheduled becomes
 * a draft again. A second time it changes nothing. @throws {NotFound} · {Refused} 409 for a draft
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
    const { state } = announcement
    if (state === 'published' || state === 'scheduled') {
      const isScheduled = state === 'scheduled'
      await saveAnnouncement(tx, id, { state: isScheduled ? 'draft' : 'withdrawn' })
      await recordAuditEvent(tx, caller, {
        action: isScheduled ? 'announcement.unscheduled' : 'announcement.withdrawn',
        object: { type: 'announcement', id },
        before: { title: announcement.title },
      })
    }
    return readAnnouncement(tx, id)
  })
}

/** Deletes a draft for good. @throws {NotFound} · {Refused} 409 once it is published */
export async function deleteDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const draft = await lockDraft(tx, id)
    await deleteWithFiles(tx, [id])
    await recordAuditEvent(tx, caller, {
      action: 'announcement.deleted',
      object: { type: 'announcement', id },
      before: announcementFacts(draft),
    })
  })
}

/** With who read them and who got an email. @returns how many */
export function deleteOldAnnouncements(db: JobDatabase, years: number): Promise<number> {
  return db.transaction(async (tx) => deleteWithFiles(tx, await lockOldAnnouncements(tx, years)))
}

/** Runs with the first real import. */
export async function deleteSampleAnnouncements(tx: Transaction): Promise<void> {
  await deleteWithFiles(tx, await lockSampleAnnouncements(tx))
}

/** Deletes locked announcements; a job removes the files that no copy has. @returns how many */
async function deleteWithFiles(tx: Transaction, ids: number[]): Promise<number> {
  await queueRemoval(tx, await detachFiles(tx, ids))
  for (const id of ids) await deleteAnnouncement(tx, id)
  return ids.length
}
