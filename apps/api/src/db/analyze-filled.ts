import type { Transaction } from './client.ts'
import { exec, sql } from './query.ts'

/**
 * Analyzes each table that this transaction has filled. PostgreSQL otherwise plans with what it knew before: that
 * the table is empty.
 */
export async function analyzeFilled(tx: Transaction): Promise<void> {
  await exec(tx, sql`select analyze_filled_tables()`)
}
