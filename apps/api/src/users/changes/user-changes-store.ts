import { SUPERUSERS_LOCK } from '../../db/advisory-locks.ts'
import { breaksUniqueness, type Database, type Transaction } from '../../db/client.ts'
import { exec, many, one, type SQL, sql } from '../../db/query.ts'
import type { UserColumns } from '../changed-columns.ts'

/** Serialises the changes of superusers, so that two cannot remove each other. */
export async function lockSuperusers(tx: Transaction): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${SUPERUSERS_LOCK})`)
}

/** Whether another active superuser exists. */
export async function hasOtherSuperuser(tx: Transaction, userId: number): Promise<boolean> {
  const found = await exec(
    tx,
    sql`select from users where is_superuser and is_active and password_hash is not null
      and deleted_at is null and id <> ${userId} limit 1`,
  )
  return found > 0
}

/** Also changes deleted accounts of this rut. @returns the ids of those that were superusers */
export async function removeSuperuser(tx: Transaction, rut: string): Promise<number[]> {
  const demoted = await many<{ id: number }>(
    tx,
    sql`update users set is_superuser = false, updated_at = now()
      where rut = ${rut} and is_superuser returning id`,
  )
  return demoted.map(({ id }) => id)
}

interface NewUser {
  rut: string | null
  firstName: string
  lastName: string
  email: string
  passwordHash: string | null
  temporaryPasswordUntil: SQL | null
  isActive: boolean
}

export async function insertUser(tx: Transaction, user: NewUser): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into users ${sql.insert(user)} returning id`,
  )
  return id
}

export async function updateUser(tx: Transaction, id: number, columns: UserColumns): Promise<void> {
  const changes = { ...columns, updatedAt: sql`now()` }
  await exec(tx, sql`update users set ${sql.assign(changes)} where id = ${id}`)
}

export async function softDeleteUser(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`update users set deleted_at = now(), updated_at = now() where id = ${id}`)
}

export async function undeleteUser(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`update users set deleted_at = null, updated_at = now() where id = ${id}`)
}

/** The fields whose value another active account has at this moment. */
export async function findTakenFields(
  db: Database | Transaction,
  { rut, email }: { rut: string | null; email: string },
  ownId: number | null,
): Promise<('social_security' | 'email')[]> {
  const taken = await many<{ field: 'social_security' | 'email' }>(
    db,
    sql`select case when rut is null then 'email' else 'social_security' end as field from users
      where deleted_at is null and id is distinct from ${ownId}
        and case when ${rut}::text is null then rut is null and lower(email) = lower(${email})
          else rut = ${rut} end`,
  )
  return taken.map(({ field }) => field)
}

/** The field whose unique index a statement violated. */
export function takenField(error: unknown): 'social_security' | 'email' | null {
  if (breaksUniqueness(error, 'users_rut_unique_among_living')) return 'social_security'
  return breaksUniqueness(error, 'users_email_unique_without_rut') ? 'email' : null
}

/** The ids that are not groups. Locks the others to the end of the transaction. */
export async function findUnknownGroups(tx: Transaction, ids: number[]): Promise<number[]> {
  const groups = await many<{ id: number }>(
    tx,
    sql`select id from groups where id = any(${ids}) order by id for key share`,
  )
  const known = new Set(groups.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

export async function replaceGroups(tx: Transaction, userId: number, ids: number[]): Promise<void> {
  await exec(tx, sql`delete from user_groups where user_id = ${userId}`)
  await exec(
    tx,
    sql`insert into user_groups (user_id, group_id)
      select ${userId}::integer, unnest(${ids}::integer[])`,
  )
  await exec(tx, sql`update users set updated_at = now() where id = ${userId}`)
}
