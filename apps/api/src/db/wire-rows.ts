import type { Queryable } from './client.ts'
import { many, type SQL, sql } from './query.ts'

/** An instant as the wire writes it: ISO 8601 in UTC, to the second. */
export function instant(column: string): SQL {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
}

/** The same of a date that was read. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

/** Rows whose columns keep their names: each row arrives as one JSON value. */
export async function wireRows<Row>(db: Queryable, rows: SQL): Promise<Row[]> {
  const found = await many<{ row: Row }>(db, sql`select to_json(found) as row from (${rows}) found`)
  return found.map(({ row }) => row)
}
