import { sql as drizzle, type SQL as TableSQL } from 'drizzle-orm'
import { type SQL, textOf } from './query.ts'

// What statements and the description of a table share: an index only serves a statement that says the same.

export { type SQL, sql as shared } from './query.ts'

/** A part of statements, without values, for Drizzle. */
export function inTable(part: SQL): TableSQL {
  return drizzle.raw(textOf(part))
}
