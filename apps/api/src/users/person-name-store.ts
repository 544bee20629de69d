import type { Database, Transaction } from '../db/client.ts'
import { maybeOne, sql } from '../db/query.ts'

/** Empty for an unknown account. */
export async function findPersonName(db: Database | Transaction, userId: number): Promise<string> {
  const user = await maybeOne<{ name: string }>(
    db,
    sql`select trim(first_name || ' ' || last_name) as name from users where id = ${userId}`,
  )
  return user?.name ?? ''
}
