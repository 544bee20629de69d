import type { UserRow } from '@carpeta/contract/users/users-schemas'
import { recordListRead } from '../../audit/record-audited-read.ts'
import type { Database } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import { type PageQuery, pageWithin, readPage } from '../../http/paging.ts'
import { presentUserRow } from './present-user-row.ts'
import {
  countUsers,
  living,
  matching,
  ordered,
  readUsersPage,
  trashed,
  type UsersFilter,
  userOrders,
} from './users-list-store.ts'

export interface UsersPage {
  results: UserRow[]
  current: number
  lastPage: number
}

/** A page of the accounts, living or deleted, that the filters match (wire.md §5). */
export async function listUsers(
  { db }: { db: Database },
  caller: Caller,
  { which, query }: { which: 'active' | 'trashed'; query: PageQuery & UsersFilter },
): Promise<UsersPage> {
  const wanted = readPage(query, userOrders)
  const where = matching(which === 'active' ? living : trashed, query)
  const { current, lastPage, ...rows } = pageWithin(wanted, await countUsers(db, where))
  // Of the living no one has such a date, and their ids are in order already.
  const by = which === 'active' && wanted.orderBy === 'deleted_at' ? 'id' : wanted.orderBy
  const found = await readUsersPage(db, where, ordered(by, wanted.descending), rows)
  await recordListRead(db, caller, 'user', found)
  return { results: found.map(presentUserRow), current, lastPage }
}
