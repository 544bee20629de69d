import type { Transaction } from '../db/client.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'

export interface LoadFacts {
  cutoff: Date
  isSample: boolean
}

/** The content hash of each of these sales that the portal shows. */
export async function findContentHashes(
  tx: Transaction,
  codes: (string | null)[],
): Promise<Map<string, string>> {
  const stored = await many<{ code: string; contentHash: string }>(
    tx,
    sql`select code, content_hash from sales where code = any(${codes}) and withdrawn_at is null`,
  )
  return new Map(stored.map(({ code, contentHash }) => [code, contentHash]))
}

/** A condition on `sales`: a load that repeats them unchanged has another date. */
export function isDatedOtherwise({ cutoff, isSample }: LoadFacts): SQL {
  return sql`(sales.as_of, sales.is_sample) is distinct from (${cutoff}::timestamptz, ${isSample}::boolean)`
}

/** Dates the sales that a load repeats unchanged; `codes` selects them. */
export async function confirmSales(
  tx: Transaction,
  codes: SQL,
  { cutoff, isSample }: LoadFacts,
): Promise<void> {
  await exec(
    tx,
    sql`update sales set as_of = ${cutoff}, is_sample = ${isSample}
      where sales.code in (${codes}) and ${isDatedOtherwise({ cutoff, isSample })}`,
  )
}

/** Hides the sales that `which` selects (a condition on `sales`). */
export async function withdrawSales(tx: Transaction, which: SQL): Promise<void> {
  await exec(tx, sql`update sales set withdrawn_at = now() where ${which}`)
}
