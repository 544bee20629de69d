import type { Queryable } from '../db/client.ts'
import { exec, type SQL, scalar, sql } from '../db/query.ts'

/**
 * Selects `sale_id` of the sales that concern the person: its holder, whom accounting names or named as a buyer, and
 * who has or had an access. What ends could be given again after a decision.
 */
export function salesOf(rut: string | SQL): SQL {
  return sql`select id as sale_id from sales where holder_rut = ${rut}
    union select sale_id from sale_buyers where rut = replace(${rut}, '-', '')
    union select sale_id from sale_accesses where reader_rut = ${rut}`
}

/** Whether some sale concerns the person. */
export async function isBuyer(db: Queryable, rut: string): Promise<boolean> {
  return (await exec(db, sql`select from (${salesOf(rut)}) own limit 1`)) > 0
}

/** Whether some sale concerns both people; nobody is somebody without a rut. */
export async function haveCommonSale(db: Queryable, one: string, other: string): Promise<boolean> {
  if (one === '' || other === '') return false
  return scalar(db, sql`select ${sharesSaleWith(one, sql`${other}::text`)}`)
}

/** A condition: some sale concerns both people. */
export function sharesSaleWith(one: string, other: SQL): SQL {
  return sql`exists (select from (${salesOf(one)}) own join (${salesOf(other)}) theirs using (sale_id))`
}
