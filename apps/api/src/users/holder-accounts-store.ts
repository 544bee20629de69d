import type { Transaction } from '../db/client.ts'
import { exec, type SQL, sql } from '../db/query.ts'

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
      where not exists (select from users where users.rut = holders.rut)
      order by rut`,
  )
}
