import { type SQL, sql } from '../db/query.ts'

/** The pesos of one UF on a date, for use inside another query; null on a day without a value. */
export function ufRateOn(date: SQL): SQL {
  return sql`(select value from uf_values where uf_values.date = ${date})`
}
