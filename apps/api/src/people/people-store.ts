import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import { isPartSearchable } from '../http/paging.ts'

/** How an operator names an account. */
export type AccountKey = { rut: string } | { id: number } | { email: string }

/** Active and deleted accounts that are not erased: the active one first, then the last deleted. */
export function listAccounts(
  db: Database | Transaction,
  key: AccountKey,
): Promise<{ id: number; rut: string | null }[]> {
  return many(
    db,
    sql`select id, rut from users where ${hasKey(key)} and erased_at is null
      order by deleted_at is not null, deleted_at desc, id desc`,
  )
}

function hasKey(key: AccountKey): SQL {
  if ('rut' in key) return sql`rut = ${key.rut}`
  if ('id' in key) return sql`id = ${key.id}`
  return sql`lower(email) = lower(${key.email})`
}

export async function isErased(db: Database | Transaction, id: number): Promise<boolean> {
  const found = await exec(db, sql`select from users where id = ${id} and erased_at is not null`)
  return found > 0
}

// For queries of other modules that know people by rut; not every rut has an account.

/** Selects the id of the account with this rut. */
export function accountIdOf(rut: SQL): SQL {
  return sql`(select users.id from users where users.rut = ${rut} and users.deleted_at is null)`
}

/** Selects the name of the account with this rut, or of the last one that had it; '' without any. */
export function accountNameOf(rut: SQL): SQL {
  return sql`coalesce((
    select ${fullName(sql`users`)} from users where users.rut = ${rut}
    order by users.deleted_at is not null, users.id desc limit 1), '')`
}

/** Selects the name of this user; '' for null. */
export function userNameOf(id: SQL): SQL {
  return sql`coalesce((select ${fullName(sql`users`)} from users where users.id = ${id}), '')`
}

/** The names of a user's groups, in order; '' without any. */
export function groupNamesOf(userId: SQL): SQL {
  return sql`coalesce((
    select string_agg(groups.name, ' · ' order by groups.name) from user_groups
    join groups on groups.id = user_groups.group_id where user_groups.user_id = ${userId}), '')`
}

/** The account as an email needs it. */
export interface RutAccount {
  id: number
  firstName: string
  email: string
  isActive: boolean
  isActivated: boolean
}

/** Selects a `RutAccount` as JSON; null without an account. */
export function accountOf(rut: SQL): SQL {
  return sql`(
    select json_build_object('id', users.id, 'firstName', users.first_name, 'email', users.email,
      'isActive', users.is_active, 'isActivated', users.password_hash is not null)
    from users where users.rut = ${rut} and users.deleted_at is null)`
}

/** A condition: the account with this rut is active and has a password. */
export function canLogIn(rut: SQL): SQL {
  return sql`exists (select from users where users.rut = ${rut} and users.deleted_at is null
    and users.is_active and users.password_hash is not null)`
}

/** A condition: staff closed the account with this rut. */
export function isClosedAccount(rut: SQL): SQL {
  return sql`exists (select from users where users.rut = ${rut} and users.deleted_at is null
    and not users.is_active)`
}

/** Selects `id` and `rut` of these accounts. */
export function accountsOf(ids: number[]): SQL {
  return sql`select id, rut from users where id = any(${ids})`
}

/** A condition: the account with this id has this rut. */
export function isAccountOf(id: SQL, rut: SQL): SQL {
  return sql`exists (select from users where users.id = ${id} and users.rut = ${rut})`
}

export interface FoundMember {
  id: number
  name: string
  rut: string | null
  email: string
}

/** When more match, only these are ordered by name. */
const MAX_CANDIDATES = 100

/**
 * Accounts whose name, email or rut contains the text. The indexes of parts need a few letters; a
 * shorter text must be at the beginning (docs/decisions/staff.md).
 */
export function findMembers(
  db: Database,
  search: { text: string; rut: string | null; limit: number; showsEmail: boolean },
): Promise<FoundMember[]> {
  const { text, rut, limit, showsEmail } = search
  const email = showsEmail ? isLike(sql`folded_email`, text) : isWholeEmail(text)
  const conditions = [...membersLike({ text, rut }), email]
  const candidates = conditions.map(
    (condition) => sql`(select ${foundColumns} from users where deleted_at is null and ${condition}
      limit ${MAX_CANDIDATES})`,
  )
  return many<FoundMember>(
    db,
    sql`select id, name, rut, email from (${sql.join(candidates, sql` union `)}) candidates
      order by spanish_order(full_name) collate "C", id limit ${limit}`,
  )
}

/** Conditions on `users` by name and rut, to be joined by 'or'; each has its own index. */
export function membersLike({ text, rut }: { text: string; rut: string | null }): SQL[] {
  const names = isPartSearchable(text)
    ? [isLike(sql`folded_name`, text)]
    : ['first_name', 'last_name'].map(
        // The index leaves out deleted accounts.
        (name) => sql`deleted_at is null and spanish_order(${sql.identifier(name)}) collate "C"
          like start_pattern(spanish_order(${text}))`,
      )
  return rut === null ? names : [...names, isLike(sql`folded_rut`, rut)]
}

/** Who is not shown an email must not find it out letter by letter. */
function isWholeEmail(text: string): SQL {
  return sql`folded_email collate "C" = fold_text(${text}) collate "C"`
}

function isLike(column: SQL, text: string): SQL {
  return isPartSearchable(text)
    ? sql`${column} like contains_pattern(${text})`
    : sql`deleted_at is null and ${column} collate "C" like start_pattern(${text})`
}

export async function findMember(
  db: Database | Transaction,
  id: number,
): Promise<FoundMember | null> {
  const [member = null] = await listFound(db, sql`id = ${id} and erased_at is null`, 1)
  return member
}

/** Null for an account without one, such as an erased one. */
export function findRut(db: Database | Transaction, id: number): Promise<string | null> {
  return scalar(db, sql`select rut from users where id = ${id}`)
}

export function findHolders(db: Database, ruts: string[]): Promise<FoundMember[]> {
  return listFound(db, sql`rut = any(${ruts})`, ruts.length)
}

function listFound(db: Database | Transaction, where: SQL, limit: number): Promise<FoundMember[]> {
  return many<FoundMember>(
    db,
    sql`select id, name, rut, email from (
        select ${foundColumns} from users where deleted_at is null and ${where}) found
      order by spanish_order(full_name) collate "C", id limit ${limit}`,
  )
}

const foundColumns = sql`id, first_name || ' ' || last_name as full_name,
  trim(first_name || ' ' || last_name) as name, rut, email`

// For the lists in which staff see members: requests, reported payments.

/** The full name of an alias of `users`. */
export const fullName = (person: SQL): SQL =>
  sql`trim(${person}.first_name || ' ' || ${person}.last_name)`

/**
 * A condition on `userId`: a part of the name, or of the rut without dots and hyphen, or the whole email, which the
 * lists do not show.
 */
export function isMemberLike(
  userId: SQL,
  { name, rut }: { name: string; rut: string | null },
): SQL {
  return sql`${userId} in (
    select id from users where folded_name like contains_pattern(${name})
      or ${isWholeEmail(name)}
      or folded_rut like contains_pattern(${rut}))`
}

export interface PeopleOfRow {
  member: { id: number; name: string; social_security: string; email: string }
  wantsRequestEmails: boolean
  isMemberErased: boolean
  /** The user of staff whom the row is assigned to, if any. */
  colleague: { id: number; name: string } | null
  /** By the database's clock. */
  now: Date
}

export async function findPeopleOfRow(
  db: Database,
  { memberId, colleagueId }: { memberId: number; colleagueId: number | null },
): Promise<PeopleOfRow> {
  const people = await many<{
    id: number
    name: string
    rut: string
    email: string
    wantsEmails: boolean
    isErased: boolean
    now: Date
  }>(
    db,
    sql`select users.id, ${fullName(sql`users`)} as name, coalesce(users.rut, '') as rut, users.email,
        users.wants_request_emails and users.is_active and users.deleted_at is null as wants_emails,
        users.erased_at is not null as is_erased, now() as now
      from users where users.id = any(${[memberId, colleagueId]})`,
  )
  const member = people.find(({ id }) => id === memberId)
  const colleague = people.find(({ id }) => id === colleagueId)
  if (!member) throw new Error(`a row of an unknown member: ${memberId}`)
  const { id, name, rut, email, wantsEmails, isErased, now } = member
  return {
    member: { id, name, social_security: rut, email },
    wantsRequestEmails: wantsEmails,
    isMemberErased: isErased,
    colleague: colleague ? { id: colleague.id, name: colleague.name } : null,
    now,
  }
}

/** Empty for an unknown account. */
export async function findPersonName(db: Database | Transaction, userId: number): Promise<string> {
  const user = await maybeOne<{ name: string }>(
    db,
    sql`select trim(first_name || ' ' || last_name) as name from users where id = ${userId}`,
  )
  return user?.name ?? ''
}

const hasNoAccount = sql`not exists (select from users where users.rut = holders.rut)`

/** How many accounts `insertHolderAccounts` would create. */
export function countHoldersWithoutAccount(tx: Transaction, holders: SQL): Promise<number> {
  return scalar(tx, sql`select count(*) from (${holders}) as holders where ${hasNoAccount}`)
}

/**
 * Creates an account, not activated, for each of these `holders` whose rut has none; the query
 * selects `rut`, `first_name`, `last_name` and `email`. @returns how many
 */
export function insertHolderAccounts(
  tx: Transaction,
  holders: SQL,
  isSample: boolean,
): Promise<number> {
  return exec(
    tx,
    sql`insert into users (rut, first_name, last_name, email, is_sample)
      select rut, first_name, last_name, email, ${isSample} from (${holders}) as holders
      where ${hasNoAccount} order by rut`,
  )
}

/**
 * Gives accounts that nobody activated, and that have no email, the one that accounting sends since; of the
 * same `holders`.
 */
export async function fillMissingEmails(tx: Transaction, holders: SQL): Promise<void> {
  await exec(
    tx,
    sql`update users set email = holders.email from (${holders}) as holders
      where users.rut = holders.rut and holders.email <> ''
        and users.email = '' and users.password_hash is null and users.deleted_at is null`,
  )
}

/** A condition: nobody with this rut has an email or has activated the account. */
export function cannotBeInvited(rut: SQL): SQL {
  return sql`not exists (
    select from users where users.rut = ${rut} and users.deleted_at is null
      and (users.email <> '' or users.password_hash is not null))`
}

/** How many accounts a transaction of that instant created, and how many of them were invited. */
export function countAccountsCreatedAt(
  db: Database | Transaction,
  instant: Date,
): Promise<{ created: number; invited: number }> {
  return one(
    db,
    sql`select count(*) as created, count(invited_at) as invited from users
      where created_at >= ${instant} and created_at < ${instant}::timestamptz + interval '1 millisecond'
        and erased_at is null`,
  )
}

/** Selects `id` of the accounts that the sample cooperative brought. */
export const sampleAccounts = sql`select id from users where is_sample`
