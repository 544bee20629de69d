import type { WireAnnouncement } from '@carpeta/contract/announcements'
import {
  announcementMessages,
  publicationMoment,
} from '@carpeta/domain/announcements/announcement-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import { type AuditActor, operator, type SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound, Refused, refuseFields } from '../http/errors.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { emailPermitted } from '../people/email-staff.ts'
import { type Colleague, findPermitted } from '../people/staff-store.ts'
import {
  enqueueAnnouncementEmails,
  type NotPublished,
  notPublishedEmail,
} from './announcement-emails.ts'
import {
  type Announcement,
  deleteAnnouncement,
  detachFiles,
  isPast,
  lockAnnouncement,
  lockOldAnnouncements,
  lockSampleAnnouncements,
  lockScheduled,
  lockScheduledBy,
  saveAnnouncement,
  saveSchedule,
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
    const { title, audience, project, condominium } = announcement
    if (at) {
      await saveSchedule(tx, id, { at, by: caller.id })
      // Saving it has made a new version.
      const scheduled: ScheduledAnnouncement = { id, version: announcement.version + 1 }
      await enqueueJob(tx, PUBLISH_ANNOUNCEMENT, scheduled, { runAt: at })
      await recordAuditEvent(tx, caller, {
        action: 'announcement.scheduled',
        object: { type: 'announcement', id },
        after: { title, audience, project, condominium, publish_at: at },
      })
    } else {
      await publish(tx, caller, announcement)
    }
    return readAnnouncement(tx, id)
  })
}

async function publish(tx: Transaction, actor: AuditActor, announcement: Announcement) {
  const { id, title, audience, project, condominium, sendsEmail } = announcement
  await saveAnnouncement(tx, id, { state: 'published' })
  const queued = sendsEmail ? await enqueueAnnouncementEmails(tx, announcement) : 0
  await recordAuditEvent(tx, actor, {
    action: 'announcement.published',
    object: { type: 'announcement', id },
    after: { title, audience, project, condominium, queued },
  })
}

export const PUBLISH_ANNOUNCEMENT = 'publish_announcement'

export interface ScheduledAnnouncement {
  id: number
  /** As it was scheduled; publishing it now or taking it back makes another one. */
  version: number
}

/**
 * Its moment has come. Whoever scheduled it must still be allowed to publish, and somebody must see it: otherwise it is
 * a draft again, and those who may publish are told. A second run changes nothing.
 */
export async function publishScheduled(
  { db, config }: { db: JobDatabase; config: Config },
  { id, version }: ScheduledAnnouncement,
): Promise<void> {
  await db.transaction(async (tx) => {
    const announcement = await lockAnnouncement(tx, id)
    if (announcement?.state !== 'scheduled' || announcement.version !== version) return
    const reason = await reasonAgainst(tx, announcement)
    if (reason === null) return publish(tx, operator, announcement)
    await unschedule(tx, operator, announcement)
    const write = (colleague: Colleague) =>
      notPublishedEmail(colleague, announcement, reason, config)
    await emailPermitted(tx, PUBLISHES, write, config)
  })
}

/** Since it was scheduled a load may have renamed its project, and the worker may not have run for days. */
async function reasonAgainst(
  tx: Transaction,
  announcement: Announcement,
): Promise<NotPublished | null> {
  const { scheduledBy, authorId, visibleUntil } = announcement
  if (!(await findPermitted(tx, PUBLISHES, scheduledBy ?? authorId))) return 'not_permitted'
  if (await isPast(tx, visibleUntil)) return 'past'
  return (await countHolders(tx, announcement)) === 0 ? 'nobody' : null
}

const PUBLISHES = 'announcements.publish_announcements'

async function unschedule(tx: Transaction, actor: AuditActor, { id, title }: Announcement) {
  await saveAnnouncement(tx, id, { state: 'draft' })
  await recordAuditEvent(tx, actor, {
    action: 'announcement.unscheduled',
    object: { type: 'announcement', id },
    before: { title },
  })
}

/** Makes drafts of what was scheduled from an account while a thief may have been in it. */
export async function unscheduleOf(
  tx: Transaction,
  actor: AuditActor,
  scheduled: { userId: number; since: Date },
): Promise<void> {
  for (const announcement of await lockScheduledBy(tx, scheduled)) {
    await unschedule(tx, actor, announcement)
  }
}

/** After a restore: each may have been published, changed or taken back since. @returns how many */
export async function unscheduleAll(tx: Transaction): Promise<number> {
  const scheduled = await lockScheduled(tx)
  for (const announcement of scheduled) await unschedule(tx, operator, announcement)
  return scheduled.length
}

/** @throws {InvalidFields} */
function momentOf(local: string, { visibleUntil }: Announcement): Date {
  const moment = publicationMoment(local, visibleUntil ?? '', new Date())
  if ('error' in moment) throw new InvalidFields({ publish_at: [moment.error] })
  return moment.at
}

/**
 * No member sees it any more, and emails that are not sent yet never are. One that is scheduled becomes
 * a draft again. A second time it changes nothing. @throws {NotFound} · {Refused} 409 for a draft, or
 * when it changed since the caller read it: one that was scheduled may have been published.
 */
export function withdrawAnnouncement(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version }: { id: number; version: number },
): Promise<WireAnnouncement> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const announcement = await lockAnnouncement(tx, id)
    if (!announcement) throw new NotFound()
    const { state } = announcement
    if (state === 'draft') throw new Refused(announcementMessages.notPublished, 409)
    if (state !== 'withdrawn') requireVersion(announcement, version)
    if (state === 'scheduled') await unschedule(tx, caller, announcement)
    if (state === 'published') {
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

/** Deletes a draft for good. @throws {NotFound} · {Refused} 409 once it is published, or changed since it was read */
export async function deleteDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const draft = await lockDraft(tx, id)
    requireVersion(draft, version)
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
