import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import type { Database, Transaction } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'
import { instant, wireRows } from '../../db/wire-rows.ts'

/** As holder and as reader; without the other person. */
export function listAccessesOf(db: Database, rut: string): Promise<MemberData['sale_accesses']> {
  return wireRows(
    db,
    sql`select sales.code as sale_code,
        case when sale_accesses.holder_rut = ${rut} then 'holder' else 'reader' end as side, kind,
        ${instant('given_at')} as given_at, coalesce(last_day::text, '') as last_day,
        ${instant('revoked_at')} as revoked_at
      from sale_accesses join sales on sales.id = sale_id
      where ${rut} in (sale_accesses.holder_rut, reader_rut) order by sale_accesses.id`,
  )
}

/** Deletes those that the person gave and those with which the person reads. */
export async function deleteAccessesOf(tx: Transaction, rut: string): Promise<void> {
  await exec(tx, sql`delete from sale_accesses where ${rut} in (holder_rut, reader_rut)`)
}

/** Deletes what ended that many years ago. @returns how many */
export function deleteOldAccesses(db: Database, years: number): Promise<number> {
  return exec(
    db,
    sql`delete from sale_accesses
      where coalesce(revoked_at, last_day) < now() - ${years} * interval '1 year'`,
  )
}
