import { eq, sql } from 'drizzle-orm'
import { breaksUniqueness, type Database, type Transaction } from '../../db/client.ts'
import type { UserColumns } from '../changed-columns.ts'
import { userGroups, users } from '../users-tables.ts'

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

/** Of every account that this rut has or had. @returns those that were superusers */
export async function removeSuperuser(tx: Transaction, rut: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update users set is_superuser = false, updated_at = now()
    where rut = ${rut} and is_superuser returning id`)
  return rows.map(({ id }) => id)
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

export async function moveToTrash(tx: Transaction, id: number): Promise<void> {
  const now = sql`now()`
  await tx.update(users).set({ deletedAt: now, updatedAt: now }).where(eq(users.id, id))
}

export async function takeOutOfTrash(tx: Transaction, id: number): Promise<void> {
  await tx.update(users).set({ deletedAt: null, updatedAt: sql`now()` }).where(eq(users.id, id))
}

/** Which of the fields hold what belongs to another living account, as far as can be seen now. */
export async function findTakenFields(
  db: Database,
  { rut, email }: { rut: string | null; email: string },
  ownId: number | null,
): Promise<('social_security' | 'email')[]> {
  const { rows } = await db.execute<{ field: 'social_security' | 'email' }>(sql`
    select case when rut is null then 'email' else 'social_security' end as field from users
    where deleted_at is null and id is distinct from ${ownId}
      and case when ${rut}::text is null then rut is null and lower(email) = lower(${email})
        else rut = ${rut} end`)
  return rows.map(({ field }) => field)
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
  const rows = ids.map((groupId) => ({ userId, groupId }))
  if (rows.length > 0) await tx.insert(userGroups).values(rows)
  await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, userId))
}
