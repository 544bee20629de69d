import type { Database, Transaction } from '../db/client.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'

/** How an operator names an account. */
export type AccountKey = { rut: string } | { id: number } | { email: string }

/** Living or deleted, but not anonymised; the living one first, then the last that was deleted. */
export function listAccounts(
  db: Database | Transaction,
  key: AccountKey,
): Promise<{ id: number; rut: string | null }[]> {
  return many(
    db,
    sql`select id, rut from users where ${named(key)} and erased_at is null
      order by deleted_at is not null, deleted_at desc, id desc`,
  )
}

function named(key: AccountKey): SQL {
  if ('rut' in key) return sql`rut = ${key.rut}`
  if ('id' in key) return sql`id = ${key.id}`
  return sql`lower(email) = lower(${key.email})`
}

/** Whether nothing is left in the account with this id. */
export async function isAnonymised(db: Database | Transaction, id: number): Promise<boolean> {
  const found = await exec(db, sql`select from users where id = ${id} and erased_at is not null`)
  return found > 0
}
