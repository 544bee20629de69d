import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Queryable } from './client.ts'
import { nameOfFrequent } from './prepared/frequent-statements.ts'
import { encode, sql, type Value } from './sql.ts'
import { valueTypes } from './value-types.ts'

export { type SQL, sql } from './sql.ts'

// Every query is a `sql` template and one of these four functions (docs/decisions/database.md). Columns
// arrive in camelCase; `Row` declares what the statement selects.

/** A frequent statement with its values. */
export interface Prepared {
  name: string
  text: string
  values: unknown[]
}

/**
 * For a statement that runs at each call: its text is written once, and PostgreSQL parses and plans it
 * once per connection.
 */
export function prepare<Values extends { [Key in keyof Values]: Value }>(
  name: string,
  write: (values: { [Key in keyof Values]: SQL }) => SQL,
): (values: Values) => Prepared {
  let statement: { sql: string; params: unknown[] } | undefined
  return (values) => {
    statement ??= dialect.sqlToQuery(write(placeholders<Values>()))
    const encoded = Object.fromEntries(
      Object.entries<Value>(values).map(([key, value]) => [key, encode(value)]),
    )
    return { name, text: statement.sql, values: fillPlaceholders(statement.params, encoded) }
  }
}

function placeholders<Values>(): { [Key in keyof Values]: SQL } {
  return new Proxy({} as { [Key in keyof Values]: SQL }, {
    get: (_, key) => sql.placeholder(String(key)),
  })
}

/** @throws when there is not exactly one row */
export async function one<Row extends object>(
  db: Queryable,
  statement: SQL | Prepared,
): Promise<Row> {
  const row = await maybeOne<Row>(db, statement)
  if (row === null) throw new Error('expected one row, got none')
  return row
}

/** The first column of the only row, of a count for example. @throws when there is not exactly one row */
export async function scalar<Value>(db: Queryable, statement: SQL | Prepared): Promise<Value> {
  const [value] = Object.values(await one<Record<string, Value>>(db, statement))
  return value as Value
}

/** @throws when there are several rows */
export async function maybeOne<Row extends object>(
  db: Queryable,
  statement: SQL | Prepared,
): Promise<Row | null> {
  const rows = await many<Row>(db, statement)
  if (rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return rows[0] ?? null
}

export async function many<Row extends object>(
  db: Queryable,
  statement: SQL | Prepared,
): Promise<Row[]> {
  const { fields, rows } = await run(db, statement)
  const names = fields.map(({ name }) => camelCase(name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row as Row
  })
}

/** @returns how many rows were written or selected */
export async function exec(db: Queryable, statement: SQL | Prepared): Promise<number> {
  const { rowCount } = await run(db, statement)
  return rowCount ?? 0
}

/** The statement with `$1` where its values go. */
export function textOf(statement: SQL): string {
  return dialect.sqlToQuery(statement).sql
}

const dialect = new PgDialect()

function run(db: Queryable, statement: SQL | Prepared): ReturnType<Queryable['query']> {
  const { name, text, values } = 'text' in statement ? statement : unnamed(statement)
  return db.query({ text, values, name, rowMode: 'array', types: valueTypes })
}

function unnamed(statement: SQL) {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  return { name: nameOfFrequent(text), text, values }
}

const inCamelCase = new Map<string, string>()

function camelCase(column: string): string {
  const known = inCamelCase.get(column)
  if (known !== undefined) return known
  const name = column.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase())
  inCamelCase.set(column, name)
  return name
}
