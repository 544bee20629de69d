import { breaksUniqueness, type Database, type Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import type { Account } from './present-user.ts'

/** The columns of an `Account`, from a query in which the table `users` takes part. */
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

/** The living account with this canonical rut, as a list of at most one. */
export function findByRut(db: Database, rut: string): Promise<LoginCandidate[]> {
  return findCandidates(db, sql`users.rut = ${rut}`)
}

/** Every living account with this e-mail: couples share one (design.md §5.1). */
export function findByEmail(db: Database, email: string): Promise<LoginCandidate[]> {
  return findCandidates(db, sql`lower(users.email) = lower(${email})`)
}

/** The living account with this id, as a login would see it. */
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
 * Holds the account to the end of the transaction and tells whether its password is still this one
 * and it may still get in: a restore or a deactivation in between wins (security.md 3.10).
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

/** The account, unchanged by anybody else to the end of the transaction. */
export function lockActive(tx: Transaction, id: number): Promise<Account | null> {
  return hold(tx, sql`users.id = ${id} and users.deleted_at is null`)
}

export function lockDeleted(tx: Transaction, id: number): Promise<Account | null> {
  return hold(
    tx,
    sql`users.id = ${id} and users.deleted_at is not null and users.erased_at is null`,
  )
}

function hold(tx: Transaction, where: SQL): Promise<Account | null> {
  return maybeOne<Account>(
    tx,
    sql`select ${accountColumns} from users where ${where} for no key update of users`,
  )
}

// `updated_at` moves with whatever a form of the account shows or sets, and with nothing else: whoever
// has read the account knows by it whether it is still as it was. A deleted account is not written.

/** Another password, or the first one. */
export async function savePasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await updateLiving(tx, userId, sql`password_hash = ${passwordHash}, updated_at = now()`)
}

/** The same password, hashed as we do it now. */
export async function renewPasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await updateLiving(tx, userId, sql`password_hash = ${passwordHash}`)
}

async function updateLiving(tx: Transaction, id: number, changes: SQL): Promise<void> {
  await exec(tx, sql`update users set ${changes} where id = ${id} and deleted_at is null`)
}

/** A person who registered by e-mail: no rut, and inactive until the e-mail is confirmed. */
export async function saveRegistered(
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
 * Writes what is given and leaves the rest as it is. False when the e-mail is the login of another
 * person without a rut, and this one has none too.
 */
export async function saveDetails(
  tx: Transaction,
  userId: number,
  details: {
    firstName?: string | undefined
    lastName?: string | undefined
    email?: string | undefined
  },
): Promise<boolean> {
  if (Object.keys(details).length === 0) return true
  try {
    await updateLiving(tx, userId, sql.assign({ ...details, updatedAt: sql`now()` }))
    return true
  } catch (error) {
    if (breaksUniqueness(error, 'users_email_unique_without_rut')) return false
    throw error
  }
}

export async function activateUser(tx: Transaction, userId: number): Promise<void> {
  await updateLiving(tx, userId, sql`is_active = true, updated_at = now()`)
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
