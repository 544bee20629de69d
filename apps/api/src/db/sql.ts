import { sql as drizzle, SQL } from 'drizzle-orm'
import { columnOf } from './table-shape.ts'

export type { SQL }

/** A value that a statement binds as one parameter. */
export type Value = string | number | bigint | boolean | Date | null | readonly Value[]

type Part = SQL | Value

/**
 * SQL with bound values: `sql\`select id from users where rut = ${rut}\``. A part that is SQL is
 * inserted as it is. An array is one parameter: `= any(${ids})`.
 */
export function sql(texts: TemplateStringsArray, ...parts: Part[]): SQL {
  return drizzle(texts, ...parts.map(bound))
}

/** Text of the statement itself; never user input. */
sql.raw = (text: string): SQL => drizzle.raw(text)

/** The quoted name of a table or column. */
sql.identifier = (name: string): SQL => drizzle`${drizzle.identifier(name)}`

/** Placeholder of a value in a prepared statement; only `query.ts` calls it. */
sql.placeholder = (name: string): SQL => drizzle`${drizzle.placeholder(name)}`

sql.join = (parts: readonly SQL[], separator: SQL): SQL => drizzle.join([...parts], separator)

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

function bound(part: Part): SQL {
  return part instanceof SQL ? part : drizzle`${drizzle.param(encode(part))}`
}

/** The driver would write a `Date` in the machine's time zone. */
export function encode(value: Value): unknown {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.map(encode) : value
}
