import type { Transaction } from '../client.ts'
import { exec, many, type SQL, sql } from '../query.ts'

const FETCHED = 500

/**
 * Reads a result of any size in constant memory: `query` is planned and run once, as things were then.
 *
 * @param name of the cursor; two that are open at once in a transaction have different ones
 */
export async function* readByCursor<Row extends object>(
  tx: Transaction,
  name: string,
  query: SQL,
): AsyncGenerator<Row[]> {
  const cursor = sql.raw(name)
  await exec(tx, sql`declare ${cursor} no scroll cursor for ${query}`)
  for (;;) {
    const rows = await many<Row>(tx, sql`fetch ${sql.raw(String(FETCHED))} from ${cursor}`)
    if (rows.length > 0) yield rows
    if (rows.length < FETCHED) break
  }
  await exec(tx, sql`close ${cursor}`)
}
