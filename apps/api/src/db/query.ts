import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Queryable } from './client.ts'
import { valueTypes } from './value-types.ts'

export { type SQL, sql } from './sql.ts'

// Every query is a `sql` template and one of these four functions (docs/decisions/0019). Columns
// arrive in camelCase; `Row` declares what the statement selects.

interface Options {
  /** For a frequent statement: PostgreSQL prepares it once per connection. */
  name?: string
}

/** @throws when there is not exactly one row */
export async function one<Row extends object>(
  db: Queryable,
  statement: SQL,
  options?: Options,
): Promise<Row> {
  const row = await maybeOne<Row>(db, statement, options)
  if (row === null) throw new Error('expected one row, got none')
  return row
}

/** @throws when there are several rows */
export async function maybeOne<Row extends object>(
  db: Queryable,
  statement: SQL,
  options?: Options,
): Promise<Row | null> {
  const rows = await many<Row>(db, statement, options)
  if (rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return rows[0] ?? null
}

export async function many<Row extends object>(
  db: Queryable,
  statement: SQL,
  options?: Options,
): Promise<Row[]> {
  const { fields, rows } = await run(db, statement, options)
  const names = fields.map(({ name }) => camelCase(name))
  return rows.map(
    (values) => Object.fromEntries(names.map((name, index) => [name, values[index]])) as Row,
  )
}

/** @returns how many rows were written or selected */
export async function exec(db: Queryable, statement: SQL, options?: Options): Promise<number> {
  const { rowCount } = await run(db, statement, options)
  return rowCount ?? 0
}

/** The statement with `$1` where its values go. */
export function textOf(statement: SQL): string {
  return dialect.sqlToQuery(statement).sql
}

const dialect = new PgDialect()

function run(
  db: Queryable,
  statement: SQL,
  { name }: Options = {},
): ReturnType<Queryable['query']> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return db.query({ text, values: params, name, rowMode: 'array', types: valueTypes })
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase())
}
