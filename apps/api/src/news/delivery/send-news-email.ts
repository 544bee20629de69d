import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { EmailRejected, type Mailer } from '../../email/mailer.ts'
import { failureMessage } from '../../users/invitations.ts'
import { clearRefusal, recordRefusal } from '../../users/invitations-store.ts'
import { digestEmail } from './digest-email.ts'
import { findQueuedEmail, recordEmailOutcome, returnToWaiting } from './news-emails-store.ts'

export const SEND_NEWS_EMAIL = 'send_news_email'

export interface QueuedNewsEmail {
  id: number
}

/**
 * Sends one member's news and records the mail server's answer; a sent email is never sent again.
 * Nothing is sent when the member has read the news in the portal or does not want them.
 */
export async function sendNewsEmail(
  { db, config, mailer }: { db: Database; config: Config; mailer: Mailer },
  { id }: QueuedNewsEmail,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const digest = await findQueuedEmail(db, id)
  if (!digest) return
  if (digest.isPaused) return returnToWaiting(db, id)
  if (!digest.isDue || digest.news.length === 0) return recordEmailOutcome(db, id, 'cancelled')
  try {
    await mailer(digestEmail(id, digest, config))
  } catch (error) {
    const isRefused = error instanceof EmailRejected
    const failure = failureMessage(error)
    if (isRefused || isLastAttempt) await recordEmailOutcome(db, id, 'failed', failure)
    if (isRefused) return recordRefusal(db, digest.email, failure)
    throw error
  }
  await recordEmailOutcome(db, id, 'sent')
  await clearRefusal(db, digest.email)
}
