import { type CalendarDate, isCalendarDate, shortDate } from '../dates/dates.ts'
import { invalid, type Refusal } from '../errors/refusal.ts'
import type { AccountStatement } from './statement.ts'

/** The days of a statement, both included. */
export interface StatementDays {
  first: CalendarDate
  last: CalendarDate
}

const statementDaysMessages = {
  dates: invalid('Elige las dos fechas'),
  order: invalid('La primera fecha no puede ser posterior a la última'),
} as const

export function statementDaysError(first: string, last: string): Refusal | null {
  if (!isCalendarDate(first) || !isCalendarDate(last)) return statementDaysMessages.dates
  return first <= last ? null : statementDaysMessages.order
}

/** What is due and what was paid on these days. Everything else is of the whole sale. */
export function statementOfDays(
  statement: AccountStatement,
  { first, last }: StatementDays,
): AccountStatement {
  const isWithin = (day: CalendarDate | null) => day !== null && first <= day && day <= last
  return {
    ...statement,
    instalments: statement.instalments.filter(({ dueOn }) => isWithin(dueOn)),
    payments: statement.payments.filter(({ depositedOn }) => isWithin(depositedOn)),
  }
}

/** Says on the paper what is left out. */
export function statementDaysNote({ first, last }: StatementDays): string {
  return `Solo las cuotas y los pagos del ${shortDate(first)} al ${shortDate(last)}; los demás montos son de toda la compra.`
}
