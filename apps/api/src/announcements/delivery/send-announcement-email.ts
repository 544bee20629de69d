import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { EmailRejected, type Mailer } from '../../email/mailer.ts'
import { failureMessage } from '../../users/invitations.ts'
import { clearRefusal, recordRefusal } from '../../users/invitations-store.ts'
import { announcementEmail } from './announcement-email.ts'
import {
  findQueuedEmail,
  type QueuedAnnouncementEmail,
  recordEmailOutcome,
} from './announcement-emails-store.ts'

export const SEND_ANNOUNCEMENT_EMAIL = 'send_announcement_email'

/**
 * Sends an announcement to one recipient and records the outcome; a sent email is never sent again.
 * Nothing is sent after a withdrawal, or to an account that no longer gets announcements.
 */
export async function sendAnnouncementEmail(
  { db, config, mailer }: { db: Database; config: Config; mailer: Mailer },
  queued: QueuedAnnouncementEmail,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const due = await findQueuedEmail(db, queued.announcementId, queued.userId)
  if (!due) return
  if (!due.isDue) return recordEmailOutcome(db, queued, 'cancelled')
  try {
    await mailer(announcementEmail(due, queued, config))
  } catch (error) {
    const isRefused = error instanceof EmailRejected
    const failure = failureMessage(error)
    if (isRefused || isLastAttempt) await recordEmailOutcome(db, queued, 'failed', failure)
    if (isRefused) return recordRefusal(db, due.email, failure)
    throw error
  }
  await recordEmailOutcome(db, queued, 'sent')
  await clearRefusal(db, due.email)
}
