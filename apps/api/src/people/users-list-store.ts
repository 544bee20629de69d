import type { AccountState } from '@carpeta/domain/people/account-state'
import { MAX_LISTED_PEOPLE } from '@carpeta/domain/people/limited-lists'
import type { Database, Transaction } from '../db/client.ts'
import { many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import type { Account } from './account.ts'
import { isMemberAccount } from './staff-store.ts'
import { accountColumns } from './users-store.ts'

/** The first is the default. */
export const userOrders = [
  'id',
  'first_name',
  'last_name',
  'email',
  'social_security',
  'is_active',
  'deleted_at',
] as const

type UserOrder = (typeof userOrders)[number]

export interface UsersFilter {
  fullname?: string | undefined
  email?: string | undefined
  social_security?: string | undefined
  invitation?: string | undefined
}

export interface ListedUser extends Account {
  invitationState: 'no_email' | 'not_invited' | 'invited' | 'active'
  invitedAt: Date | null
  invitationDelivery: 'queued' | 'sent' | 'failed' | null
  invitationFailure: string
}

const listedColumns = sql`${accountColumns}, users.invitation_state, users.invited_at,
  users.invitation_delivery, users.invitation_failure`

interface Rows {
  limit: number
  offset: number
}

export function countQuery(where: SQL): SQL {
  return sql`select count(*) as total from users where ${where}`
}

/** Finds the page's ids first, so that the other columns are read for those rows only. */
export function pageQuery(where: SQL, order: SQL, { limit, offset }: Rows): SQL {
  return sql`
    select ${listedColumns}
    from (select id from users where ${where} order by ${order} limit ${limit} offset ${offset}) page
    join users on users.id = page.id
    order by ${order}`
}

export function countUsers(db: Database, where: SQL): Promise<number> {
  return scalar(db, countQuery(where))
}

export function readUsersPage(
  db: Database,
  where: SQL,
  order: SQL,
  page: Rows,
): Promise<ListedUser[]> {
  return many<ListedUser>(db, pageQuery(where, order, page))
}

export function findListedUser(tx: Database | Transaction, id: number): Promise<ListedUser | null> {
  return maybeOne<ListedUser>(
    tx,
    sql`select ${listedColumns} from users where id = ${id} and deleted_at is null`,
  )
}

/** The accounts that may get an activation email. */
export const invitable = sql`users.password_hash is null and users.email <> '' and users.is_active
  and users.deleted_at is null`

export const activeUsers = sql`users.deleted_at is null`
export const deletedUsers = sql`users.deleted_at is not null and users.erased_at is null`

/** Matches parts of texts without case and accents; a blank filter matches all. */
export function matching(base: SQL, filter: UsersFilter): SQL {
  const { invitation = '' } = filter
  const conditions = [base, ...textsOf(filter)]
  const isFailed = sql`users.invitation_delivery = 'failed'`
  if (invitation === 'failed') conditions.push(isFailed)
  else if (invitation === 'failed_invitable') conditions.push(isFailed, invitable)
  else if (invitation === 'inactive') conditions.push(sql`not users.is_active`)
  else if (invitation !== '') {
    // A deactivated account has no other state.
    conditions.push(sql`users.invitation_state = ${invitation}`, sql`users.is_active`)
  }
  return sql.and(...conditions)
}

function textsOf({ fullname = '', email = '', social_security: rut = '' }: UsersFilter): SQL[] {
  return [
    ...contains(sql`users.folded_name`, fullname.trim()),
    ...contains(sql`users.folded_email`, email.trim()),
    ...contains(sql`users.folded_rut`, rut.replace(/[.\s-]/g, '')),
  ]
}

/**
 * The number of accounts that a list pages through: limited when only texts filter it, exact with a
 * state, because all of those can be invited.
 */
export async function countListed(
  db: Database,
  which: 'active' | 'deleted',
  filter: UsersFilter,
): Promise<{ count: number; isLimited: boolean }> {
  const { invitation: state = '' } = filter
  const where = matching(which === 'active' ? activeUsers : deletedUsers, filter)
  if (textsOf(filter).length > 0 && state === '') {
    const found = sql`select count(*) as total from (
      select from users where ${where} limit ${MAX_LISTED_PEOPLE + 1}) found`
    const { total } = await one<{ total: number }>(db, found)
    return {
      count: Math.min(total, MAX_LISTED_PEOPLE),
      isLimited: total > MAX_LISTED_PEOPLE,
    }
  }
  return { count: await countUsers(db, where), isLimited: false }
}

function contains(column: SQL, text: string): SQL[] {
  return text === '' ? [] : [sql`${column} like contains_pattern(${text})`]
}

const expressions: Record<UserOrder, SQL> = {
  id: sql`users.id`,
  first_name: sql`spanish_order(users.first_name) collate "C"`,
  last_name: sql`spanish_order(users.last_name) collate "C"`,
  email: sql`users.folded_email collate "C"`,
  social_security: sql`split_part(users.rut, '-', 1)::bigint`,
  is_active: sql`(users.is_active and users.password_hash is not null)`,
  deleted_at: sql`users.deleted_at`,
}

/** Both columns go in one direction, so that one index serves both. */
export function ordered(by: UserOrder, descending: boolean): SQL {
  const direction = descending ? sql`desc` : sql`asc`
  if (by === 'id') return sql`users.id ${direction}`
  return sql`${expressions[by]} ${direction}, users.id ${direction}`
}

/** The accounts of members by the state that the list of users shows. */
export async function countMemberAccounts(db: Database): Promise<Record<AccountState, number>> {
  const { notInvited, noEmail, ...states } = await countByState(db)
  return { not_invited: notInvited + noEmail, ...states }
}

/** Active accounts of members by the state of their invitation. */
export async function countInvitations(
  db: Database,
): Promise<{ members: number; notInvited: number; noEmail: number; invited: number }> {
  const { inactive: _, active, ...waiting } = await countByState(db)
  const { notInvited, noEmail, invited } = waiting
  return { members: active + notInvited + noEmail + invited, ...waiting }
}

/** Reads one index only. */
async function countByState(db: Database): Promise<{
  inactive: number
  active: number
  invited: number
  notInvited: number
  noEmail: number
}> {
  const states = await many<{ state: string; count: number }>(
    db,
    sql`select case when is_active then invitation_state else 'inactive' end as state, count(*)
      from users where deleted_at is null and ${isMemberAccount(sql`users.id`)} group by state`,
  )
  const counts = new Map(states.map(({ state, count }) => [state, count]))
  const of = (state: string) => counts.get(state) ?? 0
  return {
    inactive: of('inactive'),
    active: of('active'),
    invited: of('invited'),
    notInvited: of('not_invited'),
    noEmail: of('no_email'),
  }
}
