import type { Database, Transaction } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'
import { activeUsers, matching, type UsersFilter } from '../list/users-list-store.ts'

/** The accounts with these ids, or all that the filters of the list match. */
export type InviteeSelection = { ids: number[] } | { all: UsersFilter }

/** Only superusers invite to a superuser's account. */
export function whereSelected(
  selection: InviteeSelection,
  { is_superuser }: { is_superuser: boolean },
): SQL {
  const touchable = is_superuser ? activeUsers : sql`${activeUsers} and not users.is_superuser`
  if ('all' in selection) return matching(touchable, selection.all)
  return sql`${touchable} and users.id = any(${selection.ids})`
}

export async function findIdsAfter(
  tx: Transaction,
  where: SQL,
  after: number,
  limit: number,
): Promise<number[]> {
  const found = await many<{ id: number }>(
    tx,
    sql`select id from users where ${where} and id > ${after} order by id limit ${limit}`,
  )
  return found.map(({ id }) => id)
}

/** Counts the last activation email of each account by its outcome. */
export async function countDeliveries(
  db: Database,
): Promise<{ queued: number; sent: number; failed: number }> {
  const counts = await many<{ delivery: 'queued' | 'sent' | 'failed'; total: number }>(
    db,
    sql`select invitation_delivery as delivery, count(*) as total from users
      where ${activeUsers} and invitation_delivery is not null group by invitation_delivery`,
  )
  const totals = Object.fromEntries(counts.map(({ delivery, total }) => [delivery, total]))
  return { queued: 0, sent: 0, failed: 0, ...totals }
}
