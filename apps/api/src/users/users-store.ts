import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { breaksUniqueness, type Database, type Transaction } from '../db/client.ts'
import type { Account } from './present-user.ts'
import { users } from './users-tables.ts'

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

export interface AccountRow extends Record<string, unknown> {
  id: number
  rut: string | null
  first_name: string
  last_name: string
  email: string
  is_active: boolean
  is_superuser: boolean
  is_activated: boolean
  updated_at: string
  deleted_at: string | null
  groups: { id: number; name: string }[]
  group_permissions: string[]
  holds_sale: boolean
}

export function readAccount(row: AccountRow): Account {
  return {
    id: row.id,
    rut: row.rut,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isActive: row.is_active,
    isSuperuser: row.is_superuser,
    isActivated: row.is_activated,
    updatedAt: new Date(row.updated_at),
    deletedAt: row.deleted_at === null ? null : new Date(row.deleted_at),
    groups: row.groups,
    groupPermissions: row.group_permissions,
    holdsSale: row.holds_sale,
  }
}

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
  const { rows } = await db.execute<AccountRow & { password_hash: string | null }>(sql`
    select ${accountColumns}, users.password_hash
    from users where ${where} and users.deleted_at is null
    order by users.id limit 10`)
  return rows.map((row) => ({ account: readAccount(row), passwordHash: row.password_hash }))
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
  const { rows } = await tx.execute<{ same: boolean }>(sql`
    select password_hash = ${passwordHash} and is_active and deleted_at is null as same
    from users where id = ${userId} for no key update`)
  return rows[0]?.same ?? false
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

async function hold(tx: Transaction, where: SQL): Promise<Account | null> {
  const { rows } = await tx.execute<AccountRow>(
    sql`select ${accountColumns} from users where ${where} for no key update of users`,
  )
  return rows[0] ? readAccount(rows[0]) : null
}

// `updated_at` moves with whatever a form of the account shows or sets, and with nothing else: whoever
// has read the account knows by it whether it is still as it was. A deleted account is not written.

/** Another password, or the first one. */
export async function savePasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(livingWith(userId))
}

/** The same password, hashed as we do it now. */
export async function renewPasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(livingWith(userId))
}

function livingWith(id: number): SQL | undefined {
  return and(eq(users.id, id), isNull(users.deletedAt))
}

/** A person who registered by e-mail: no rut, and inactive until the e-mail is confirmed. */
export async function saveRegistered(
  tx: Transaction,
  person: { firstName: string; lastName: string; email: string; passwordHash: string },
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into users (first_name, last_name, email, password_hash, is_active)
    values (${person.firstName}, ${person.lastName}, ${person.email}, ${person.passwordHash}, false)
    on conflict (lower(email)) where rut is null and deleted_at is null
      do update set first_name = excluded.first_name, last_name = excluded.last_name,
        password_hash = excluded.password_hash, updated_at = now()
      where not users.is_active and not exists (
        select from account_links where account_links.user_id = users.id
          and purpose = 'confirm' and used_at is not null)
    returning id`)
  return rows[0]?.id ?? null
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
    await tx
      .update(users)
      .set({ ...details, updatedAt: sql`now()` })
      .where(livingWith(userId))
    return true
  } catch (error) {
    if (breaksUniqueness(error, 'users_email_unique_without_rut')) return false
    throw error
  }
}

export async function activateUser(tx: Transaction, userId: number): Promise<void> {
  await tx.update(users).set({ isActive: true, updatedAt: sql`now()` }).where(livingWith(userId))
}

export async function insertSuperuser(
  tx: Transaction,
  person: { rut: string; firstName: string; lastName: string; email: string; passwordHash: string },
): Promise<number> {
  const [row] = await tx
    .insert(users)
    .values({ ...person, isSuperuser: true })
    .returning({ id: users.id })
  if (!row) throw new Error('no superuser was inserted')
  return row.id
}
