import { eq, type SQL, sql } from 'drizzle-orm'
import { breaksUniqueness, type Transaction } from '../db/client.ts'
import type { Account } from '../users/present-user.ts'
import { type AccountRow, accountColumns, readAccount } from '../users/users-store.ts'
import { userGroups, users } from '../users/users-tables.ts'

const SUPERUSERS_LOCK = 72_010_006

/** Superusers act on accounts one after the other, so that two cannot remove each other. */
export async function waitForOtherSuperusers(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SUPERUSERS_LOCK})`)
}

/** Whether somebody else could still do what only a superuser may. */
export async function hasOtherSuperuser(tx: Transaction, userId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from users where is_superuser and is_active and password_hash is not null
      and deleted_at is null and id <> ${userId} limit 1`)
  return rows.length > 0
}

/** The account, unchanged by anybody else to the end of the transaction. */
export function holdLiving(tx: Transaction, id: number): Promise<Account | null> {
  return hold(tx, sql`users.id = ${id} and users.deleted_at is null`)
}

export function holdDeleted(tx: Transaction, id: number): Promise<Account | null> {
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

/** Columns of an account that staff write; what is not given stays. */
export interface UserColumns {
  rut?: string | null | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  isActive?: boolean | undefined
}

export interface NewUser {
  rut: string | null
  firstName: string
  lastName: string
  email: string
  passwordHash: string | null
  isActive: boolean
}

export async function insertUser(tx: Transaction, user: NewUser): Promise<number> {
  const [inserted] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!inserted) throw new Error('no row was inserted')
  return inserted.id
}

export async function updateUser(tx: Transaction, id: number, columns: UserColumns): Promise<void> {
  await tx
    .update(users)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(eq(users.id, id))
}

export async function setDeleted(tx: Transaction, id: number, isDeleted: boolean): Promise<void> {
  const deletedAt = isDeleted ? sql`now()` : null
  await tx.update(users).set({ deletedAt, updatedAt: sql`now()` }).where(eq(users.id, id))
}

/** Which rule of uniqueness among the living a statement broke. */
export function takenField(error: unknown): 'social_security' | 'email' | null {
  if (breaksUniqueness(error, 'users_rut_unique_among_living')) return 'social_security'
  return breaksUniqueness(error, 'users_email_unique_without_rut') ? 'email' : null
}

/** Those of the ids that are no group; the others are held to the end of the transaction. */
export async function findUnknownGroups(tx: Transaction, ids: number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from groups where id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::integer)
    order by id for key share`)
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

export async function replaceGroups(tx: Transaction, userId: number, ids: number[]): Promise<void> {
  await tx.delete(userGroups).where(eq(userGroups.userId, userId))
  const rows = [...new Set(ids)].map((groupId) => ({ userId, groupId }))
  if (rows.length > 0) await tx.insert(userGroups).values(rows)
}
