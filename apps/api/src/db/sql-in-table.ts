import { sql as drizzle, type SQL as TableSQL } from 'drizzle-orm'
import { type SQL, textOf } from './query.ts'

// SQL that stands both in statements and in the definition of a table: PostgreSQL uses an index on an expression only
// for a statement with the same expression.

export { type SQL, sql as shared } from './query.ts'

/** A part of statements, without values, for Drizzle. */
export function inTable(part: SQL): TableSQL {
  return drizzle.raw(textOf(part))
}
