import type { Database, Transaction } from '../db/client.ts'
import { exec, one, type SQL, sql } from '../db/query.ts'

const hasNoAccount = sql`not exists (select from users where users.rut = holders.rut)`

/** How many accounts `insertHolderAccounts` would create. */
export async function countHoldersWithoutAccount(tx: Transaction, holders: SQL): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) from (${holders}) as holders where ${hasNoAccount}`,
  )
  return count
}

/**
 * Creates an account, not activated, for each of these `holders` whose rut has none; the query
 * selects `rut`, `first_name`, `last_name` and `email`. @returns how many
 */
export function insertHolderAccounts(
  tx: Transaction,
  holders: SQL,
  isSample: boolean,
): Promise<number> {
  return exec(
    tx,
    sql`insert into users (rut, first_name, last_name, email, is_sample)
      select rut, first_name, last_name, email, ${isSample} from (${holders}) as holders
      where ${hasNoAccount} order by rut`,
  )
}

/** How many accounts a transaction of that instant created, and how many of them were invited. */
export function countAccountsCreatedAt(
  db: Database | Transaction,
  instant: Date,
): Promise<{ created: number; invited: number }> {
  return one(
    db,
    sql`select count(*) as created, count(invited_at) as invited from users
      where created_at >= ${instant} and created_at < ${instant}::timestamptz + interval '1 millisecond'
        and erased_at is null`,
  )
}

/** Selects `id` of the accounts that the sample cooperative brought. */
export const sampleAccounts = sql`select id from users where is_sample`
