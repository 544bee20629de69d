import type { Transaction } from '../../db/client.ts'
import { exec, many, type SQL, sql } from '../../db/query.ts'

export interface LoadFacts {
  cutoff: Date
  isSample: boolean
}

export interface StoredHashes {
  contentHash: string
  sourceHash: string | null
}

/** The hashes of those of these sales that the portal shows. */
export async function findHashes(
  tx: Transaction,
  codes: (string | null)[],
): Promise<Map<string, StoredHashes>> {
  const stored = await many<StoredHashes & { code: string }>(
    tx,
    sql`select code, content_hash, source_hash from sales
      where code = any(${codes}) and withdrawn_at is null`,
  )
  return new Map(stored.map(({ code, ...hashes }) => [code, hashes]))
}

/** A condition on `sales`: a load that repeats them unchanged has another date. */
export function isDatedOtherwise({ cutoff, isSample }: LoadFacts): SQL {
  return sql`(sales.as_of, sales.is_sample) is distinct from (${cutoff}::timestamptz, ${isSample}::boolean)`
}

/** Dates the sales that a load repeats unchanged; `repeated` selects `code` and `source_hash`. */
export async function confirmSales(
  tx: Transaction,
  repeated: SQL,
  { cutoff, isSample }: LoadFacts,
): Promise<void> {
  await exec(
    tx,
    sql`update sales
      set as_of = ${cutoff}, is_sample = ${isSample}, source_hash = repeated.source_hash
      from (${repeated}) as repeated
      where repeated.code = sales.code and (${isDatedOtherwise({ cutoff, isSample })}
        or sales.source_hash is distinct from repeated.source_hash)`,
  )
}

/** Hides the sales that `which` selects (a condition on `sales`). */
export async function withdrawSales(tx: Transaction, which: SQL): Promise<void> {
  await exec(tx, sql`update sales set withdrawn_at = now() where ${which}`)
}
