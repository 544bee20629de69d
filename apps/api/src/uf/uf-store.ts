import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/money'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, type SQL, scalar, sql } from '../db/query.ts'

/** Where a value comes from: made up for the sample cooperative, a file, or who published it. */
type UfSource = 'sample' | 'file' | 'cmf' | 'mindicador' | 'cmf_mindicador'

export interface SourcedValue extends UfValue {
  source: UfSource
}

export const sourceLabels: Record<UfSource, string> = {
  sample: 'la cooperativa de ejemplo',
  file: 'un archivo',
  cmf: 'la CMF',
  mindicador: 'mindicador.cl',
  cmf_mindicador: 'la CMF y mindicador.cl',
}

interface StoredValue extends SourcedValue {
  loadedAt: Date
}

/** A day's value as JSON text in wire format, 'null' without one, for use inside another query. */
export function ufOfDayAsJson(day: SQL): SQL {
  return sql`coalesce((
    select json_build_object('fecha', date::text, 'valor', value)
    from uf_values where date = ${day})::text, 'null')`
}

/** The values of some days as JSON text in wire format, for use inside another query. */
export function ufOfDaysAsJson(days: SQL): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object('fecha', date::text, 'valor', value) order by date), '[]')
    from uf_values where date in (${days}))::text`
}

/** By date, from a day on. */
export async function listUfValues(
  db: Database | Transaction,
  from: CalendarDate,
): Promise<StoredValue[]> {
  const rows = await many<StoredValue>(
    db,
    sql`select date, value::text as pesos, source, loaded_at from uf_values
      where date >= ${from} order by date`,
  )
  return rows.flatMap((row) => {
    // Without the zeros at the end, as a value from elsewhere.
    const pesos = parseUfRate(row.pesos)
    return pesos === null ? [] : [{ ...row, pesos }]
  })
}

export async function hasUfValue(db: Database, date: CalendarDate): Promise<boolean> {
  return (await maybeOne(db, sql`select from uf_values where date = ${date}`)) !== null
}

/** False for the made-up values of the sample cooperative. */
export async function hasPublishedUf(db: Database): Promise<boolean> {
  return (await maybeOne(db, sql`select from uf_values where source <> 'sample' limit 1`)) !== null
}

/** The last day whose value is known; null without any. */
export function lastUfDay(db: Database): Promise<CalendarDate | null> {
  return scalar(db, sql`select max(date) as day from uf_values`)
}

/** Leaves the days that have a value. */
export async function addUfValues(
  db: Database | Transaction,
  values: SourcedValue[],
): Promise<void> {
  await exec(db, sql`${insertOf(values)} on conflict (date) do nothing`)
}

/** A given value replaces the stored one of its day. */
export async function replaceUfValues(tx: Transaction, values: SourcedValue[]): Promise<void> {
  await exec(
    tx,
    sql`${insertOf(values)} on conflict (date) do update
      set value = excluded.value, source = excluded.source, loaded_at = now()
      where uf_values.value <> excluded.value`,
  )
}

function insertOf(values: SourcedValue[]): SQL {
  return sql`insert into uf_values (date, value, source)
    select * from unnest(
      ${values.map(({ date }) => date)}::date[],
      ${values.map(({ pesos }) => pesos)}::numeric[],
      ${values.map(({ source }) => source)}::text[])`
}

export function countSampleUfValues(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from uf_values where source = 'sample'`)
}

/** Made-up values must not remain beside published ones. */
export async function deleteSampleUfValues(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from uf_values where source = 'sample'`)
}

/** The pesos of one UF on a date, for use inside another query; null on a day without a value. */
export function ufRateOn(date: SQL): SQL {
  return sql`(select value from uf_values where uf_values.date = ${date})`
}

/** A condition: the value of a date is unknown. */
export function lacksUf(date: SQL): SQL {
  return sql`not exists (select from uf_values where uf_values.date = ${date})`
}

/** False when the values of a year were asked for within a day. */
export async function takeUfYear(db: Database, year: number): Promise<boolean> {
  const taken = await exec(
    db,
    sql`insert into uf_years (year, asked_at) values (${year}, now())
      on conflict (year) do update set asked_at = now()
      where uf_years.asked_at < now() - interval '1 day'`,
  )
  return taken === 1
}

/** False when staff were alerted on that day. */
export async function recordUfAlert(
  tx: Transaction,
  date: CalendarDate,
  reason: string,
): Promise<boolean> {
  const inserted = await exec(
    tx,
    sql`insert into uf_alerts (date, reason) values (${date}, ${reason}) on conflict do nothing`,
  )
  return inserted === 1
}
