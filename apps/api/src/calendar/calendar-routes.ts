import { isDeepStrictEqual } from 'node:util'
import { endpoints, type holidaySchema } from '@carpeta/contract/calendar'
import { countryHolidays } from '@carpeta/domain/dates/country-holidays'
import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  holidayMessages,
  readHolidayDate,
  readHolidayYear,
} from '@carpeta/domain/dates/holiday-rules'
import { hasInvisible, nameMessages } from '@carpeta/domain/people/name-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import {
  deleteOwnHoliday,
  type OwnHoliday,
  readOwnHolidays,
  saveOwnHoliday,
} from './calendar-store.ts'

/** The days that deadlines do not count. */
export function calendarRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/holidays/': async ({ query }) => {
      const year = readHolidayYear(query.year ?? todayInSantiago(new Date()).slice(0, 4))
      if (year === null) throw new InvalidFields({ year: [holidayMessages.year] })
      return { results: (await listHolidays(api.db, year)).map(presentHoliday) }
    },
    'POST /api/holidays/': async ({ caller, body: { date, name, is_closed: isClosed } }) =>
      presentHoliday(await setHoliday(api, caller, { date, name, isClosed })),
    'DELETE /api/holidays/:date/': async ({ caller, params }) => {
      await deleteHoliday(api, caller, params.date)
      return {}
    },
  })
}

function presentHoliday({ date, name, isClosed, isOwn }: Holiday): z.infer<typeof holidaySchema> {
  return { date, name, is_closed: isClosed, is_own: isOwn }
}

interface Holiday {
  date: CalendarDate
  name: string
  isClosed: boolean
  isOwn: boolean
}

/** A year's national holidays and the cooperative's own entries. */
async function listHolidays(db: Database, year: number): Promise<Holiday[]> {
  const country = countryHolidays(year)
  const holidays = new Map<CalendarDate, Holiday>()
  for (const [date, name] of country) {
    holidays.set(date, { date, name, isClosed: true, isOwn: false })
  }
  const own = await readOwnHolidays(
    db,
    `${year}-01-01` as CalendarDate,
    `${year}-12-31` as CalendarDate,
  )
  for (const { date, name, isClosed } of own) {
    holidays.set(date, { date, name: name || (country.get(date) ?? ''), isClosed, isOwn: true })
  }
  return [...holidays.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/**
 * Marks a day as closed, or a national holiday as a working day.
 * @throws {InvalidFields}
 */
async function setHoliday(
  { db }: { db: Database },
  caller: SignedInCaller,
  input: { date: string; name: string; isClosed: boolean },
): Promise<Holiday> {
  const date = readHolidayDate(input.date)
  if (date === null) throw new InvalidFields({ date: [holidayMessages.date] })
  const name = input.name.trim()
  if (hasInvisible(name)) throw new InvalidFields({ name: [nameMessages.invisible] })
  const countryName = countryHolidays(Number(date.slice(0, 4))).get(date)
  if (!input.isClosed && countryName === undefined) {
    throw new InvalidFields({ date: [holidayMessages.notAHoliday] })
  }
  const holiday = { date, name, isClosed: input.isClosed }
  await callerTransaction(db, caller, async (tx, caller) => {
    const before = await findOwnHoliday(tx, date)
    if (isDeepStrictEqual(before, holiday)) return
    await saveOwnHoliday(tx, holiday)
    await recordChange(tx, caller, date, before, holiday)
  })
  return { ...holiday, name: holiday.name || (countryName ?? ''), isOwn: true }
}

/** Removes the cooperative's entry, so that the country's calendar applies. @throws {NotFound} */
async function deleteHoliday(
  { db }: { db: Database },
  caller: SignedInCaller,
  day: string,
): Promise<void> {
  const date = readHolidayDate(day)
  if (date === null) throw new NotFound()
  await callerTransaction(db, caller, async (tx, caller) => {
    const before = await findOwnHoliday(tx, date)
    if (!(await deleteOwnHoliday(tx, date))) throw new NotFound()
    await recordChange(tx, caller, date, before, null)
  })
}

async function findOwnHoliday(tx: Transaction, date: CalendarDate): Promise<OwnHoliday | null> {
  const [own] = await readOwnHolidays(tx, date, date)
  return own ?? null
}

function recordChange(
  tx: Transaction,
  caller: SignedInCaller,
  date: CalendarDate,
  before: OwnHoliday | null,
  after: OwnHoliday | null,
): Promise<void> {
  return recordAuditEvent(tx, caller, {
    action: 'holiday.changed',
    object: { type: 'holiday', id: date },
    before: facts(before),
    after: facts(after),
  })
}

function facts(holiday: OwnHoliday | null): Record<string, unknown> {
  return holiday === null ? {} : { name: holiday.name, is_closed: holiday.isClosed }
}
