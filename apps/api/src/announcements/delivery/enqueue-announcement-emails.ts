import type { Audience } from '@carpeta/domain/announcements/announcement-rules'
import type { Database, Transaction } from '../../db/client.ts'
import { enqueueJob, enqueueJobs } from '../../jobs/jobs-store.ts'
import { insertRecipients } from '../audience/audience-store.ts'
import { takeWaiting } from './announcement-emails-store.ts'
import { SEND_ANNOUNCEMENT_EMAIL } from './send-announcement-email.ts'

export const ENQUEUE_ANNOUNCEMENT_EMAILS = 'enqueue_announcement_emails'

export interface AnnouncementToEmail {
  announcementId: number
}

/** So few that another email, such as a link to restore a password, hardly waits for them. */
const BATCH_SIZE = 50

/** Fixes the recipients in the transaction of the publication. @returns how many */
export async function enqueueAnnouncementEmails(
  tx: Transaction,
  announcement: Audience & { id: number },
): Promise<number> {
  const recipients = await insertRecipients(tx, announcement.id, announcement)
  if (recipients > 0) await enqueueNextBatch(tx, announcement.id)
  return recipients
}

/**
 * Adds a job for each of the next recipients and one for the batch after them, which comes later in
 * the queue. A repeated run takes other recipients.
 */
export async function enqueueBatch(
  { db }: { db: Database },
  { announcementId }: AnnouncementToEmail,
): Promise<void> {
  await db.transaction(async (tx) => {
    const userIds = await takeWaiting(tx, announcementId, BATCH_SIZE)
    const emails = userIds.map((userId) => ({ announcementId, userId }))
    if (emails.length > 0) await enqueueJobs(tx, SEND_ANNOUNCEMENT_EMAIL, emails)
    if (emails.length === BATCH_SIZE) await enqueueNextBatch(tx, announcementId)
  })
}

function enqueueNextBatch(tx: Transaction, announcementId: number): Promise<void> {
  const payload: AnnouncementToEmail = { announcementId }
  return enqueueJob(tx, ENQUEUE_ANNOUNCEMENT_EMAILS, payload)
}
