import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { WEEK_MINUTES } from './links-store.ts'

/**
 * Accounts of people who registered and never confirmed their e-mail, so long after the last link
 * has died. Only the trail knows who registered himself, and whether staff had to do with him since.
 * @returns how many
 */
export async function deleteUnconfirmed(db: Database, days: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from users
    where rut is null and not is_active and erased_at is null
      and created_at < now() - ${WEEK_MINUTES} * interval '1 minute' - ${days} * interval '1 day'
      and exists (select from audit_entries
        where subject_id = users.id and action = 'account.registered')
      and not exists (select from audit_entries
        where subject_id = users.id and (
          action in ('account.activated', 'user.changed', 'user.restored', 'session.login')
          or action = 'account.registered' and at > now()
            - ${WEEK_MINUTES} * interval '1 minute' - ${days} * interval '1 day'))
      and not exists (select from account_links
        where user_id = users.id and used_at is null and expires_at > now())`)
  return rowCount ?? 0
}
