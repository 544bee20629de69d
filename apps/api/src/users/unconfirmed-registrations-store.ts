import { WEEK_MINUTES } from '../account/links/links-store.ts'
import type { Database } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'

/**
 * Deletes accounts whose email was never confirmed, this many days after their last link expired.
 * The audit log tells which accounts registered themselves and which of them staff activated.
 * @returns how many
 */
export function deleteUnconfirmed(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from users
      where rut is null and not is_active and erased_at is null
        and id in (
          select subject_id from audit_entries where action = 'account.registered'
          group by subject_id
          having max(at)
            < now() - ${WEEK_MINUTES} * interval '1 minute' - ${days} * interval '1 day')
        and not exists (
          select from audit_entries where subject_id = users.id
            and action in ('account.activated', 'user.changed', 'user.restored', 'session.login'))
        and not exists (
          select from account_links
          where user_id = users.id and used_at is null and expires_at > now())`,
  )
}
