import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { asc, between, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { ownHolidays } from './calendar-tables.ts'

/** What the cooperative itself says of a day, whatever the country's calendar has. */
export interface OwnHoliday {
  date: CalendarDate
  name: string
  isClosed: boolean
}

/** Of these days, both included, in their order. */
export async function readOwnHolidays(
  db: Database | Transaction,
  from: CalendarDate,
  to: CalendarDate,
): Promise<OwnHoliday[]> {
  const rows = await db
    .select()
    .from(ownHolidays)
    .where(between(ownHolidays.date, from, to))
    .orderBy(asc(ownHolidays.date))
  return rows as OwnHoliday[]
}

/** The same as one JSON value, for a query that may not make a second round trip. */
export function ownHolidaysAsJson(from: Placeholder, to: Placeholder): SQL<OwnHoliday[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'date', date::text, 'name', name, 'isClosed', is_closed)), '[]')
    from own_holidays where date between ${from} and ${to})`
}

export async function saveOwnHoliday(tx: Transaction, holiday: OwnHoliday): Promise<void> {
  await tx
    .insert(ownHolidays)
    .values(holiday)
    .onConflictDoUpdate({ target: ownHolidays.date, set: holiday })
}

/** False where the cooperative had said nothing of that day. */
export async function deleteOwnHoliday(tx: Transaction, date: CalendarDate): Promise<boolean> {
  const { rowCount } = await tx.delete(ownHolidays).where(eq(ownHolidays.date, date))
  return rowCount === 1
}
