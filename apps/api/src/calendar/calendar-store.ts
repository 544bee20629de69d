import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'

/** The cooperative's entry for a day, which overrides the country's calendar. */
export interface OwnHoliday {
  date: CalendarDate
  name: string
  isClosed: boolean
}

/** The entries between two days, both included, by date. */
export function readOwnHolidays(
  db: Database | Transaction,
  from: CalendarDate,
  to: CalendarDate,
): Promise<OwnHoliday[]> {
  return many<OwnHoliday>(
    db,
    sql`select date, name, is_closed from own_holidays where date between ${from} and ${to}
      order by date`,
  )
}

/** The same as one JSON value, for use inside another query. */
export function ownHolidaysAsJson(from: SQL, to: SQL): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'date', date::text, 'name', name, 'isClosed', is_closed)), '[]')
    from own_holidays where date between ${from} and ${to})`
}

export async function saveOwnHoliday(
  tx: Transaction,
  { date, name, isClosed }: OwnHoliday,
): Promise<void> {
  await exec(
    tx,
    sql`insert into own_holidays (date, name, is_closed) values (${date}, ${name}, ${isClosed})
      on conflict (date) do update set name = excluded.name, is_closed = excluded.is_closed`,
  )
}

/** @returns false if the day had no entry */
export async function deleteOwnHoliday(tx: Transaction, date: CalendarDate): Promise<boolean> {
  return (await exec(tx, sql`delete from own_holidays where date = ${date}`)) === 1
}
