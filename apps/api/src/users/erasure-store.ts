import type { Database, Transaction } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'

export interface ErasableAccount {
  id: number
  rut: string | null
  /** Has a group or is a superuser. */
  isStaff: boolean
  isDeleted: boolean
}

/** Locks these accounts to the end of the transaction; leaves out the erased ones. */
export async function lockForErasure(tx: Transaction, ids: number[]): Promise<ErasableAccount[]> {
  await exec(tx, sql`select from users where id = any(${ids}) order by id for update`)
  return many<ErasableAccount>(
    tx,
    sql`select id, rut, deleted_at is not null as is_deleted,
        is_superuser or exists (select from user_groups where user_id = users.id) as is_staff
      from users where id = any(${ids}) and erased_at is null order by id`,
  )
}

/** Keeps an account from being erased until the transaction ends. False if it is deleted already. */
export async function lockAgainstErasure(tx: Transaction, id: number): Promise<boolean> {
  const locked = await exec(
    tx,
    sql`select from users where id = ${id} and deleted_at is null for key share`,
  )
  return locked > 0
}

/** Whether another account, active or deleted, has this rut. */
export async function isRutOfAnother(tx: Transaction, rut: string, id: number): Promise<boolean> {
  const others = await exec(tx, sql`select from users where rut = ${rut} and id <> ${id} limit 1`)
  return others > 0
}

/** Accounts deleted that many years ago; those of staff stay because the audit log names them. */
export async function listLongDeleted(db: Database, years: number): Promise<number[]> {
  const deleted = await many<{ id: number }>(
    db,
    sql`select id from users
      where deleted_at < now() - ${years} * interval '1 year' and erased_at is null
        and not is_superuser and not exists (select from user_groups where user_id = users.id)
      order by id`,
  )
  return deleted.map(({ id }) => id)
}

/** An erased account; its number and creation name nobody, and tell it from every other. */
export interface ErasedAccount {
  id: number
  createdAt: Date
  erasedAt: Date
}

export function listErasedAccounts(db: Database | Transaction): Promise<ErasedAccount[]> {
  return many<ErasedAccount>(
    db,
    sql`select id, created_at, erased_at from users where erased_at is not null order by id`,
  )
}

/** Whether this account exists, was created then, and is not erased. */
export async function isErasable(
  tx: Transaction,
  { id, createdAt }: Omit<ErasedAccount, 'erasedAt'>,
): Promise<boolean> {
  const found = await exec(
    tx,
    sql`select from users where id = ${id} and erased_at is null
      and date_trunc('milliseconds', created_at) = ${createdAt}::timestamptz`,
  )
  return found > 0
}
