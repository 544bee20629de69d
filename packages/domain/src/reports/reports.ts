import { type ClosedDays, isBusinessDay } from '../dates/business-days.ts'
import { addDays, type CalendarDate } from '../dates/dates.ts'
import { addMonths, countMonths, isMonth, type Month } from '../dates/months.ts'
import { invalid, type Refusal } from '../errors/refusal.ts'
import type { AccountState } from '../people/account-state.ts'
import { groupThousands } from '../text/counted.ts'

/** Printed at once. */
export const MAX_LETTERS = 100

/** Reports that staff download, each as one table. */
export const reportNames = ['answers', 'open', 'accounts', 'activations'] as const

export type ReportName = (typeof reportNames)[number]

export const reportFiles: Record<ReportName, string> = {
  answers: 'informe-respuestas.csv',
  open: 'informe-abiertas.csv',
  accounts: 'informe-cuentas.csv',
  activations: 'informe-activaciones.csv',
}

/** The first and the last month of a report. */
export interface ReportPeriod {
  from: Month
  to: Month
}

const DEFAULT_MONTHS = 12

export const MAX_REPORT_MONTHS = 36

/** Before any portal of the cooperative. */
const EARLIEST = '2000-01'

export const reportPeriodMessages = {
  month: invalid('Elige un mes'),
  future: invalid('El último mes no puede ser posterior al actual'),
  reversed: invalid('El primer mes no puede ser posterior al último'),
  tooLong: invalid(`Elige un período de hasta ${MAX_REPORT_MONTHS} meses`),
} as const

/** Without a choice, the last twelve months. @returns a refusal when the months are wrong */
export function readReportPeriod(
  chosen: { from?: string | undefined; to?: string | undefined },
  current: Month,
): ReportPeriod | Refusal {
  const to = chosen.to || current
  if (!isMonth(to) || to < EARLIEST) return reportPeriodMessages.month
  if (to > current) return reportPeriodMessages.future
  const from = chosen.from || addMonths(to, 1 - DEFAULT_MONTHS)
  if (!isMonth(from) || from < EARLIEST) return reportPeriodMessages.month
  const months = countMonths(from, to)
  if (months < 1) return reportPeriodMessages.reversed
  return months > MAX_REPORT_MONTHS ? reportPeriodMessages.tooLong : { from, to }
}

/** Ages of open requests in business days since they were sent; the last band has no end. */
export const ageBands = [
  { name: 'Hasta 2 días', upTo: 2 },
  { name: 'De 3 a 5 días', upTo: 5 },
  { name: 'De 6 a 10 días', upTo: 10 },
  { name: 'De 11 a 20 días', upTo: 20 },
  { name: 'Más de 20 días', upTo: Number.POSITIVE_INFINITY },
] as const

const MAX_BANDED_AGE = 20

/**
 * The first day of each band but the last, newest first: a request belongs to the first band whose day is
 * not later than the day it was sent on, so that the database counts by dates.
 */
export function bandStarts(today: CalendarDate, closed: ClosedDays): CalendarDate[] {
  const starts: CalendarDate[] = []
  let date = today
  for (let age = 0; age <= MAX_BANDED_AGE; date = addDays(date, -1)) {
    // Sent the day before, a request would be one business day older.
    if (!isBusinessDay(date, closed)) continue
    if (ageBands.some(({ upTo }) => upTo === age)) starts.push(date)
    age++
  }
  return starts
}

/** Enough calendar days before today for the longest band, with all holidays of a year in it. */
export const AGE_HORIZON_DAYS = 100

/** A part of a whole, both counted. */
interface Share {
  part: number
  whole: number
}

/**
 * '93,5 %', or '-' of nothing. Rounded to a tenth, but '100 %' is all and '0 %' is none: 1999 of 2000 is
 * '99,9 %'.
 */
export function formatShareOf({ part, whole }: Share): string {
  if (whole === 0) return '-'
  const tenths = tenthsOfPercent({ part, whole })
  const decimal = tenths % 10 === 0 ? '' : `,${tenths % 10}`
  return `${Math.floor(tenths / 10)}${decimal}\u00a0%`
}

// In whole numbers, since a float rounds 0,15 % down. Exact for counts of up to 10^12.
function tenthsOfPercent({ part, whole }: Share): number {
  if (part === 0) return 0
  if (part === whole) return 1000
  const rounded = Math.floor((2000 * part + whole) / (2 * whole))
  return Math.min(999, Math.max(1, rounded))
}

/** The activated accounts of those that may be: a deactivated account does not count. */
export function activationShare(accounts: Record<AccountState, number>): Share {
  const { not_invited: notInvited, invited, active } = accounts
  return { part: active, whole: notInvited + invited + active }
}

/** '4,5 h': opening hours with one decimal, rounded from whole minutes; '-' without any answer. */
export function formatWorkedHours(minutes: number | null): string {
  if (minutes === null) return '-'
  const tenths = Math.floor((minutes + 3) / 6)
  const decimal = tenths % 10 === 0 ? '' : `,${tenths % 10}`
  return `${groupThousands(String(Math.floor(tenths / 10)))}${decimal}\u00a0h`
}
