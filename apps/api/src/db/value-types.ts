import pg from 'pg'

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
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => parsers.get(type) ?? getTypeParser(type, format),
}

function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}
