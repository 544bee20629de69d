import type { User } from '@carpeta/contract/auth'
import type { UserRow } from '@carpeta/contract/users'
import { accountState } from '@carpeta/domain/people/account-state'
import { recordAuditedRead, recordListRead } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { type PageQuery, pageWithin, readPage } from '../http/paging.ts'
import { presentUser } from '../people/account.ts'
import {
  activeUsers,
  countListed,
  deletedUsers,
  findListedUser,
  type ListedUser,
  matching,
  ordered,
  readUsersPage,
  type UsersFilter,
  userOrders,
} from '../people/users-list-store.ts'
import { findById } from '../people/users-store.ts'

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

/** Another user's account; the read is audited. @throws {NotFound} also for a deleted account */
export async function readUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<User> {
  const found = await findById(db, userId)
  if (!found) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'user', id: userId }, userId)
  return presentUser(found.account)
}

/** An account as a row of the users screen. */
export function presentUserRow(user: ListedUser): UserRow {
  return {
    ...presentUser(user),
    account_state: accountState({ ...user, isInvited: user.invitationState === 'invited' }),
    groups: user.groups.map(({ name }) => name),
    invitation: {
      state: user.invitationState,
      invited_at: user.invitedAt?.toISOString() ?? null,
      delivery: user.invitationDelivery,
      failure: user.invitationFailure,
    },
  }
}

/** Reads the row of an account that the transaction has locked. */
export async function readUserRow(tx: Transaction, id: number): Promise<UserRow> {
  const user = await findListedUser(tx, id)
  if (!user) throw new Error('the locked account has no row')
  return presentUserRow(user)
}
