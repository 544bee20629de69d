import { addMonths, countMonths, isMonth, type Month } from '../dates/months.ts'
import { invalid, type Refusal } from '../errors/refusal.ts'

/** Of a report: months, both included. */
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
