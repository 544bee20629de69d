import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, sql } from '../db/query.ts'
import { isShown } from './announcements-store.ts'
import { getsEmails, isInItsAudience } from './audience-store.ts'

/**
 * Takes the next recipients who have no job. Of two concurrent calls the second waits and takes
 * others.
 */
export async function takeWaiting(
  tx: Transaction,
  announcementId: number,
  limit: number,
): Promise<number[]> {
  const taken = await many<{ userId: number }>(
    tx,
    // Materialized: a subquery with a limit may run more than once and take more.
    sql`with next as materialized (
        select user_id from announcement_emails
        where announcement_id = ${announcementId} and state = 'waiting'
        order by user_id limit ${limit} for update
      )
      update announcement_emails set state = 'queued', updated_at = now()
      from next
      where announcement_id = ${announcementId} and announcement_emails.user_id = next.user_id
      returning announcement_emails.user_id`,
  )
  return taken.map(({ userId }) => userId)
}

/** One recipient of one announcement. */
export interface QueuedAnnouncementEmail {
  announcementId: number
  userId: number
}

export interface DueEmail {
  title: string
  body: string
  files: number
  firstName: string
  email: string
  /** Still shown, and the person still reads it in the portal and gets announcements by email. */
  isDue: boolean
}

/** Null once it was sent, failed or was cancelled. */
export function findQueuedEmail(
  db: Database,
  announcementId: number,
  userId: number,
): Promise<DueEmail | null> {
  return maybeOne<DueEmail>(
    db,
    sql`select title, body, first_name, email,
        (select count(*) from announcement_files
          where announcement_files.announcement_id = announcements.id) as files,
        ${isShown} and ${getsEmails} and ${isInItsAudience} as is_due
      from announcement_emails
      join announcements on announcements.id = announcement_id
      join users on users.id = user_id
      where announcement_id = ${announcementId} and user_id = ${userId}
        and announcement_emails.state = 'queued'`,
  )
}

export async function recordEmailOutcome(
  db: Database,
  { announcementId, userId }: QueuedAnnouncementEmail,
  state: 'sent' | 'failed' | 'cancelled',
  failure = '',
): Promise<void> {
  await exec(
    db,
    sql`update announcement_emails set state = ${state}, failure = ${failure}, updated_at = now()
      where announcement_id = ${announcementId} and user_id = ${userId} and state = 'queued'`,
  )
}
