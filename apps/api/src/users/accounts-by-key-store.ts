import type { Database, Transaction } from '../db/client.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'

/** How an operator names an account. */
export type AccountKey = { rut: string } | { id: number } | { email: string }

/** Active and deleted accounts that are not erased: the active one first, then the last deleted. */
export function listAccounts(
  db: Database | Transaction,
  key: AccountKey,
): Promise<{ id: number; rut: string | null }[]> {
  return many(
    db,
    sql`select id, rut from users where ${matching(key)} and erased_at is null
      order by deleted_at is not null, deleted_at desc, id desc`,
  )
}

function matching(key: AccountKey): SQL {
  if ('rut' in key) return sql`rut = ${key.rut}`
  if ('id' in key) return sql`id = ${key.id}`
  return sql`lower(email) = lower(${key.email})`
}

export async function isErased(db: Database | Transaction, id: number): Promise<boolean> {
  const found = await exec(db, sql`select from users where id = ${id} and erased_at is not null`)
  return found > 0
}
