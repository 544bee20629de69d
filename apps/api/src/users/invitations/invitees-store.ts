import type { Database, Transaction } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'
import { living, matching, type UsersFilter } from '../list/users-list-store.ts'

/** These accounts, or all that the filters of the list match. */
export type Wanted = { ids: number[] } | { all: UsersFilter }

/** Staff invite nobody to a superuser's account, as they touch none. */
export function inviteesOf(wanted: Wanted, { is_superuser }: { is_superuser: boolean }): SQL {
  const touchable = is_superuser ? living : sql`${living} and not users.is_superuser`
  if ('all' in wanted) return matching(touchable, wanted.all)
  return sql`${touchable} and users.id = any(${wanted.ids})`
}

export async function findIdsAfter(
  tx: Transaction,
  where: SQL,
  after: number,
  most: number,
): Promise<number[]> {
  const found = await many<{ id: number }>(
    tx,
    sql`select id from users where ${where} and id > ${after} order by id limit ${most}`,
  )
  return found.map(({ id }) => id)
}

/** How many letters wait, went out and did not arrive, the last one of each account. */
export async function countDeliveries(
  db: Database,
): Promise<{ queued: number; sent: number; failed: number }> {
  const counts = await many<{ delivery: 'queued' | 'sent' | 'failed'; total: number }>(
    db,
    sql`select invitation_delivery as delivery, count(*) as total from users
      where ${living} and invitation_delivery is not null group by invitation_delivery`,
  )
  const totals = Object.fromEntries(counts.map(({ delivery, total }) => [delivery, total]))
  return { queued: 0, sent: 0, failed: 0, ...totals }
}
