import { breaksUniqueness, type Database, type Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import type { UserColumns } from './changed-columns.ts'
import type { Account } from './present-user.ts'

/** The columns of an `Account`, for a query that reads the table `users`. */
export const accountColumns: SQL = sql`
  users.id, users.rut, users.first_name, users.last_name, users.email, users.is_active,
  users.is_superuser, users.password_hash is not null as is_activated, users.updated_at,
  users.deleted_at,
  coalesce((
    select json_agg(json_build_object('id', groups.id, 'name', groups.name) order by groups.id)
    from user_groups join groups on groups.id = user_groups.group_id
    where user_groups.user_id = users.id), '[]') as groups,
  array(
    select distinct permission
    from user_groups join group_permissions using (group_id)
    where user_groups.user_id = users.id) as group_permissions,
  exists (select from sales where sales.holder_rut = users.rut) as holds_sale`

export interface LoginCandidate {
  account: Account
  passwordHash: string | null
}

/** The active account with this canonical rut, as a list of at most one. */
export function findByRut(db: Database, rut: string): Promise<LoginCandidate[]> {
  return findCandidates(db, sql`users.rut = ${rut}`)
}

/** All active accounts with this email; couples may share one. */
export function findByEmail(db: Database, email: string): Promise<LoginCandidate[]> {
  return findCandidates(db, sql`lower(users.email) = lower(${email})`)
}

/** The active account with this id and its password hash. */
export async function findById(db: Database, id: number): Promise<LoginCandidate | null> {
  const [candidate] = await findCandidates(db, sql`users.id = ${id}`)
  return candidate ?? null
}

async function findCandidates(db: Database, where: SQL): Promise<LoginCandidate[]> {
  const rows = await many<Account & { passwordHash: string | null }>(
    db,
    sql`select ${accountColumns}, users.password_hash
      from users where ${where} and users.deleted_at is null
      order by users.id limit 10`,
  )
  return rows.map(({ passwordHash, ...account }) => ({ account, passwordHash }))
}

/**
 * Locks the account to the end of the transaction. False when its password changed or it was
 * deactivated or deleted: a concurrent restore or deactivation wins (docs/security.md 3.10).
 */
export async function lockIfUnchanged(
  tx: Transaction,
  userId: number,
  passwordHash: string | null,
): Promise<boolean> {
  const locked = await maybeOne<{ same: boolean | null }>(
    tx,
    sql`select password_hash = ${passwordHash} and is_active and deleted_at is null as same
      from users where id = ${userId} for no key update`,
  )
  return locked?.same ?? false
}

/** 'share' prevents changes by others, 'update' also their locks; does nothing for an unknown user. */
export async function lockUser(
  tx: Transaction,
  id: number,
  lock: 'share' | 'update',
): Promise<void> {
  const strength = lock === 'share' ? sql`share` : sql`no key update`
  await exec(tx, sql`select from users where id = ${id} for ${strength}`)
}

/** Locks the account to the end of the transaction. */
export function lockActive(tx: Transaction, id: number): Promise<Account | null> {
  return lockAccount(tx, sql`users.id = ${id} and users.deleted_at is null`)
}

export function lockDeleted(tx: Transaction, id: number): Promise<Account | null> {
  return lockAccount(
    tx,
    sql`users.id = ${id} and users.deleted_at is not null and users.erased_at is null`,
  )
}

function lockAccount(tx: Transaction, where: SQL): Promise<Account | null> {
  return maybeOne<Account>(
    tx,
    sql`select ${accountColumns} from users where ${where} for no key update of users`,
  )
}

// `updated_at` changes with every value that a form of the account shows or sets, and with nothing
// else: it is the version that a form compares. Deleted accounts are not written.

export async function savePasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await updateActive(tx, userId, sql`password_hash = ${passwordHash}, updated_at = now()`)
}

/** Stores a new hash of the same password. */
export async function renewPasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await updateActive(tx, userId, sql`password_hash = ${passwordHash}`)
}

async function updateActive(tx: Transaction, id: number, changes: SQL): Promise<void> {
  await exec(tx, sql`update users set ${changes} where id = ${id} and deleted_at is null`)
}

/**
 * Creates an account without a rut, inactive until its email is confirmed, or replaces one that was
 * never confirmed. Null when the email belongs to another account without a rut.
 */
export async function upsertRegistration(
  tx: Transaction,
  person: { firstName: string; lastName: string; email: string; passwordHash: string },
): Promise<number | null> {
  const saved = await maybeOne<{ id: number }>(
    tx,
    sql`insert into users (first_name, last_name, email, password_hash, is_active)
      values (${person.firstName}, ${person.lastName}, ${person.email}, ${person.passwordHash}, false)
      on conflict (lower(email)) where rut is null and deleted_at is null
        do update set first_name = excluded.first_name, last_name = excluded.last_name,
          password_hash = excluded.password_hash, updated_at = now()
        where not users.is_active and not exists (
          select from account_links where account_links.user_id = users.id
            and purpose = 'confirm' and used_at is not null)
      returning id`,
  )
  return saved?.id ?? null
}

/**
 * Writes the given columns. False when the account has no rut and another one without a rut logs in
 * with this email.
 */
export async function saveDetails(
  tx: Transaction,
  userId: number,
  details: Pick<UserColumns, 'firstName' | 'lastName' | 'email'>,
): Promise<boolean> {
  if (Object.keys(details).length === 0) return true
  try {
    await updateActive(tx, userId, sql.assign({ ...details, updatedAt: sql`now()` }))
    return true
  } catch (error) {
    if (breaksUniqueness(error, 'users_email_unique_without_rut')) return false
    throw error
  }
}

export async function activateUser(tx: Transaction, userId: number): Promise<void> {
  await updateActive(tx, userId, sql`is_active = true, updated_at = now()`)
}

export async function insertSuperuser(
  tx: Transaction,
  person: { rut: string; firstName: string; lastName: string; email: string; passwordHash: string },
): Promise<number> {
  const { rut, firstName, lastName, email, passwordHash } = person
  const columns = { rut, firstName, lastName, email, passwordHash, isSuperuser: true }
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into users ${sql.insert(columns)} returning id`,
  )
  return id
}
