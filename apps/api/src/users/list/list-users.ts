import type { UserRow } from '@carpeta/contract/users/users-schemas'
import { recordListRead } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import { type PageQuery, pageWithin, readPage } from '../../http/paging.ts'
import { presentUserRow } from './present-user-row.ts'
import {
  activeUsers,
  countListed,
  deletedUsers,
  matching,
  ordered,
  readUsersPage,
  type UsersFilter,
  userOrders,
} from './users-list-store.ts'

interface UsersPage {
  results: UserRow[]
  current: number
  lastPage: number
  isLimited: boolean
}

/** A page of the active or deleted accounts that the filters match. */
export async function listUsers(
  { db }: { db: Database },
  caller: Caller,
  { which, query }: { which: 'active' | 'deleted'; query: PageQuery & UsersFilter },
): Promise<UsersPage> {
  const requested = readPage(query, userOrders)
  const where = matching(which === 'active' ? activeUsers : deletedUsers, query)
  const { count, isLimited } = await countListed(db, which, query)
  const { current, lastPage, ...rows } = pageWithin(requested, count)
  // Active accounts have no deletion date.
  const by = which === 'active' && requested.orderBy === 'deleted_at' ? 'id' : requested.orderBy
  const found = await readUsersPage(db, where, ordered(by, requested.descending), rows)
  await recordListRead(db, caller, 'user', found)
  return { results: found.map(presentUserRow), current, lastPage, isLimited }
}
