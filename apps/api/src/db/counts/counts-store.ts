import type { Database, Transaction } from '../client.ts'
import { exec, many, type SQL, sql } from '../query.ts'

/** What triggers count; each key's meaning stands in the migration that creates them. */
export type Counter =
  | 'users'
  | 'requests'
  | 'payment_reports'
  | 'announcement_reads'
  | 'announcement_emails'

/** The number of rows by key; keys without rows are left out. */
export async function readCounts(
  db: Database | Transaction,
  counter: Counter,
): Promise<Map<string, number>> {
  const counts = await many<{ key: string; count: number }>(
    db,
    sql`select key, sum(amount)::bigint as count from row_counts where counter = ${counter}
      group by key having sum(amount) <> 0`,
  )
  return new Map(counts.map(({ key, count }) => [key, count]))
}

/** An expression: the number of rows with any of these keys, an array of texts. */
export function countOf(counter: Counter, keys: SQL): SQL {
  return sql`(select coalesce(sum(amount), 0)::bigint from row_counts
    where counter = ${counter} and key = any(${keys}))`
}

/** Replaces the rows of each key by their sum; a concurrent call folds other rows. */
export async function foldCounts(db: Database): Promise<void> {
  await exec(
    db,
    sql`with folded as (
        delete from row_counts where (counter, key) in (
          select counter, key from row_counts group by counter, key having count(*) > 1)
        returning counter, key, amount)
      insert into row_counts (counter, key, amount)
      select counter, key, sum(amount) from folded group by counter, key having sum(amount) <> 0`,
  )
}
