import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Queryable, Transaction } from './client.ts'
import { columnOf } from './table-shape.ts'

// Every query is a `sql` template and one of the functions below (docs/decisions/database.md). Columns
// arrive in camelCase; `Row` declares what the statement selects.

/** A part of a statement, with the values that go between its texts. Built by `sql` alone. */
export class SQL {
  /** One more than the values. */
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** A value that a statement binds as one parameter. */
export type Value = string | number | bigint | boolean | Date | null | readonly Value[]

type Part = SQL | Value

/**
 * SQL with bound values: `sql\`select id from users where rut = ${rut}\``. A part that is SQL is
 * inserted as it is. An array is one parameter: `= any(${ids})`.
 */
export function sql(texts: TemplateStringsArray, ...parts: Part[]): SQL {
  const pieces: (string | SQL)[] = [texts[0] ?? '']
  for (const [at, part] of parts.entries()) {
    pieces.push(part instanceof SQL ? part : new SQL(['', ''], [encode(part)]), texts[at + 1] ?? '')
  }
  return concat(pieces)
}

function concat(pieces: readonly (string | SQL)[]): SQL {
  const texts: string[] = []
  const values: unknown[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    for (const [at, value] of piece.values.entries()) {
      texts.push(text + piece.texts[at])
      values.push(value)
      text = ''
    }
    text += piece.texts.at(-1)
  }
  texts.push(text)
  return new SQL(texts, values)
}

/** Text of the statement itself; never user input. */
sql.raw = (text: string): SQL => new SQL([text], [])

/** The quoted name of a table or column. */
sql.identifier = (name: string): SQL => sql.raw(`"${name.replaceAll('"', '""')}"`)

sql.join = (parts: readonly SQL[], separator: SQL): SQL =>
  concat(parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part])))

/** All given conditions; `true` without any. */
sql.and = (...conditions: (SQL | null)[]): SQL => {
  const given = conditions.filter((condition) => condition !== null)
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `)
}

/** `first_name = $1, last_name = $2` for `{ firstName, lastName }`; skips undefined fields. */
sql.assign = <Values extends Columns<Values>>(values: Values): SQL =>
  list(given(values).map(([name, value]) => sql`${column(name)} = ${value}`))

/** `(first_name, last_name) values ($1, $2), ($3, $4)` for rows with the same fields. */
sql.insert = <Row extends Columns<Row>>(...rows: readonly [Row, ...Row[]]): SQL => {
  const names = given(rows[0]).map(([name]) => name)
  const tuples = rows.map((row) => {
    const values = new Map(given(row))
    return sql`(${list(names.map((name) => sql`${values.get(name) ?? null}`))})`
  })
  return sql`(${list(names.map(column))}) values ${list(tuples)}`
}

type Columns<Row> = { [Name in keyof Row]: Part | undefined }

function given(values: object): [string, Part][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}

function list(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

function column(name: string): SQL {
  return sql.identifier(columnOf(name))
}

/** The driver would write a `Date` in the machine's time zone. */
function encode(value: Value): unknown {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.map(encode) : value
}

/** An instant as the wire writes it: ISO 8601 in UTC, to the second. */
export function instant(column: string): SQL {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
}

/** @throws when there is not exactly one row */
export async function one<Row extends object>(db: Queryable, statement: SQL): Promise<Row> {
  const row = await maybeOne<Row>(db, statement)
  if (row === null) throw new Error('expected one row, got none')
  return row
}

/** The first column of the only row, of a count for example. @throws when there is not exactly one row */
export async function scalar<Value>(db: Queryable, statement: SQL): Promise<Value> {
  const [value] = Object.values(await one<Record<string, Value>>(db, statement))
  return value as Value
}

/** @throws when there are several rows */
export async function maybeOne<Row extends object>(
  db: Queryable,
  statement: SQL,
): Promise<Row | null> {
  const rows = await many<Row>(db, statement)
  if (rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return rows[0] ?? null
}

export async function many<Row extends object>(db: Queryable, statement: SQL): Promise<Row[]> {
  const { fields, rows } = await run(db, statement)
  const names = fields.map(({ name }) => camelCase(name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row as Row
  })
}

/** Rows whose columns keep their names: each row arrives as one JSON value. */
export async function wireRows<Row>(db: Queryable, rows: SQL): Promise<Row[]> {
  const found = await many<{ row: Row }>(db, sql`select to_json(found) as row from (${rows}) found`)
  return found.map(({ row }) => row)
}

/** @returns how many rows were written or selected */
export async function exec(db: Queryable, statement: SQL): Promise<number> {
  const { rowCount } = await run(db, statement)
  return rowCount ?? 0
}

/** The statement with `$1` where its values go. */
export function textOf({ texts }: SQL): string {
  return texts.reduce((before, text, number) => `${before}$${number}${text}`)
}

function run(db: Queryable, statement: SQL): ReturnType<Queryable['query']> {
  const text = textOf(statement)
  const values = [...statement.values]
  return db.query({ text, values, name: nameOfFrequent(text), rowMode: 'array', types: valueTypes })
}

const inCamelCase = new Map<string, string>()

function camelCase(column: string): string {
  const known = inCamelCase.get(column)
  if (known !== undefined) return known
  const name = column.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase())
  inCamelCase.set(column, name)
  return name
}

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

/** A statement is prepared after so many uses: those that run most get there first. */
const FREQUENT = 100
/** Each connection of PostgreSQL keeps the plans of those it has run: some tens of kilobytes each. */
const MAX_NAMED = 100
const MAX_COUNTED = 500

const counted = new LRUCache<string, { uses: number; name: string | undefined }>({
  max: MAX_COUNTED,
})
let named = 0

/** Its columns change with a migration, and PostgreSQL refuses to go on with the plan. */
const ASKS_FOR_ALL_COLUMNS = /(select|returning)\s+\*|\.\*/i

/**
 * The name of a statement that this process runs often, so that PostgreSQL parses and plans it once per
 * connection; undefined for any other (docs/decisions/database.md).
 */
function nameOfFrequent(text: string): string | undefined {
  const statement = counted.get(text) ?? { uses: 0, name: undefined }
  if (statement.uses === 0) counted.set(text, statement)
  statement.uses += 1
  if (statement.uses === FREQUENT && named < MAX_NAMED && !ASKS_FOR_ALL_COLUMNS.test(text)) {
    named += 1
    statement.name = `frequent-${named}`
  }
  return statement.name
}

const { builtins, getTypeParser } = pg.types

// PostgreSQL's ids of array types, which the driver does not name.
const TEXT_ARRAY: number = 1009
const BIGINT_ARRAY = 1016
const TIMESTAMP_ARRAY = 1115
const DATE_ARRAY = 1182
const INTERVAL_ARRAY = 1187
const NUMERIC_ARRAY = 1231

type Parser = (text: string) => unknown

const readText: Parser = (text) => text
const readTexts: (text: string) => (string | null)[] = getTypeParser(TEXT_ARRAY)

// A day has no time zone, and an amount does not fit a float.
const parsers = new Map<number, Parser>([
  [builtins.DATE, readText],
  [builtins.TIMESTAMP, readText],
  [builtins.INTERVAL, readText],
  [DATE_ARRAY, readTexts],
  [TIMESTAMP_ARRAY, readTexts],
  [INTERVAL_ARRAY, readTexts],
  [NUMERIC_ARRAY, readTexts],
  [builtins.INT8, readInteger],
  [BIGINT_ARRAY, (text) => readTexts(text).map((item) => item && readInteger(item))],
])

/**
 * Parses `timestamptz` to a Date, `bigint` to a number, and JSON; `date`, `numeric`, `timestamp`
 * and `interval` stay text.
 */
const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => parsers.get(type) ?? getTypeParser(type, format),
}

function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}
