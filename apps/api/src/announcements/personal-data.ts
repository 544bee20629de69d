import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, sql, wireRows } from '../db/query.ts'

/** The announcements that the person opened or was to get by email. */
export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'announcements'>> {
  const announcements = await wireRows<MemberData['announcements'][number]>(
    db,
    sql`select title, ${instant('published_at')} as published_at, ${instant('read_at')} as read_at,
        case emails.state when 'waiting' then 'queued' else emails.state end as email,
        coalesce(failure, '') as email_failure
      from announcements
      left join announcement_reads reads
        on reads.announcement_id = announcements.id and reads.user_id = ${userId}
      left join announcement_emails emails
        on emails.announcement_id = announcements.id and emails.user_id = ${userId}
      where reads.user_id is not null or emails.user_id is not null
      order by published_at, announcements.id`,
  )
  return { announcements }
}

/** Announcements that the person wrote as staff stay: they are the cooperative's. */
export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from announcement_reads where user_id = ${userId}`)
  await exec(tx, sql`delete from announcement_emails where user_id = ${userId}`)
}
