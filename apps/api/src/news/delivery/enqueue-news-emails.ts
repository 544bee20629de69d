import type { Database, Transaction } from '../../db/client.ts'
import { enqueueJob, enqueueJobs } from '../../jobs/jobs-store.ts'
import { takeWaiting } from './news-emails-store.ts'
import { type QueuedNewsEmail, SEND_NEWS_EMAIL } from './send-news-email.ts'

export const ENQUEUE_NEWS_EMAILS = 'enqueue_news_emails'

export interface LoadToEmail {
  loadId: number
}

/** So few that another email, such as a link to restore a password, hardly waits for them. */
const BATCH_SIZE = 50

/**
 * Adds a job for each of the next emails of a load and one for the batch after them, which comes
 * later in the queue. A repeated run takes other emails.
 */
export async function enqueueBatch(
  { db }: { db: Database },
  { loadId }: LoadToEmail,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await takeWaiting(tx, loadId, BATCH_SIZE)
    const emails: QueuedNewsEmail[] = ids.map((id) => ({ id }))
    if (emails.length > 0) await enqueueJobs(tx, SEND_NEWS_EMAIL, emails)
    if (emails.length === BATCH_SIZE) await enqueueNextEmails(tx, loadId)
  })
}

export function enqueueNextEmails(tx: Transaction, loadId: number): Promise<void> {
  const payload: LoadToEmail = { loadId }
  return enqueueJob(tx, ENQUEUE_NEWS_EMAILS, payload)
}
