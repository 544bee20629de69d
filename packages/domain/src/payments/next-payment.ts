import { addDays, type CalendarDate, daysBetween } from '../dates/dates.ts'
import { compareUf, formatUf, formatUfFigure, type Uf } from '../money/money.ts'
import {
  type DueInstalment,
  instalmentStatus,
  nextDue,
  sumLeft,
  sumWhole,
} from '../sales/instalments.ts'
import type { Sale } from '../sales/sale.ts'
import { isInCredit, isPaidUp } from '../sales/sale-rules.ts'
import { counted } from '../text/counted.ts'

export interface Overdue {
  count: number
  /** What is left to pay; null when accounting does not say it of one. */
  amount: Uf | null
  /** Together, without what was paid of them; null when accounting does not say it of one. */
  whole: Uf | null
  /** The oldest and the latest date; null when none of them has a date. */
  dueOn: CalendarDate | null
  lastDueOn: CalendarDate | null
}

/** What a member pays now for a sale. */
export type NextPayment =
  /** Instalments are owed: overdue ones, one that comes, or both. */
  | { kind: 'due'; overdue: Overdue | null; next: DueInstalment | null }
  /** The sale is paid up, or its instalments are and nothing else is owed. */
  | { kind: 'paid_up' }
  /** Nothing is due, and the balance is below zero. */
  | { kind: 'credit' }
  /** The sale is finished: what its plan says is history. */
  | { kind: 'finished' }
  /** Every instalment is paid; the rest is paid with the deed. */
  | { kind: 'instalments_paid' }
  /** Accounting sent no instalments, or none of which it says what is owed and when. */
  | { kind: 'no_plan' }

export function nextPayment(sale: Sale, today: CalendarDate): NextPayment {
  if (sale.completedOn !== null) return { kind: 'finished' }
  const overdue = overdueInstalments(sale, today)
  const next = nextDue(sale, today)
  if (overdue !== null || next !== null) return { kind: 'due', overdue, next }
  if (isPaidUp(sale)) return { kind: 'paid_up' }
  if (isInCredit(sale)) return { kind: 'credit' }
  const isPlanPaid =
    sale.instalments.length > 0 &&
    sale.instalments.every((each) => instalmentStatus(each, today) === 'paid')
  return { kind: isPlanPaid ? 'instalments_paid' : 'no_plan' }
}

function overdueInstalments(sale: Sale, today: CalendarDate): Overdue | null {
  const overdue = sale.instalments.filter((each) => instalmentStatus(each, today) === 'overdue')
  if (overdue.length === 0) return null
  const dates = overdue.flatMap(({ dueOn }) => dueOn ?? []).sort()
  return {
    count: overdue.length,
    amount: sumLeft(overdue),
    whole: sumWhole(overdue),
    dueOn: dates[0] ?? null,
    lastDueOn: dates.at(-1) ?? null,
  }
}

/** The instalments that a choice pays. */
export interface PaidPart {
  choice: 'all_due' | 'overdue' | 'next' | 'other'
  /** The oldest date of them. */
  dueOn: CalendarDate | null
  /** The latest one, where it is known. */
  lastDueOn?: CalendarDate | null
  /** The day of the choice: overdue instalments are due before it. */
  chosenOn: CalendarDate
}

/** A payment that Webpay approved and accounting has not recorded. */
export interface UnrecordedPayment extends PaidPart {
  paidOn: CalendarDate
}

/** '2 cuotas atrasadas'. */
export function overdueLabel(count: number): string {
  return counted(count, 'cuota atrasada', 'cuotas atrasadas')
}

/** 'Quedan UF 3,85 de 7,35', where a part was paid. */
export function partlyPaidText({
  amount,
  whole,
}: Pick<Overdue, 'amount' | 'whole'>): string | null {
  if (amount === null || whole === null || compareUf(amount, whole) >= 0) return null
  return `Quedan ${formatUf(amount)} de ${formatUfFigure(whole)}`
}

/** From the first to the last date that a part pays; null when it pays only what has no date. */
export function datesOf({
  choice,
  dueOn,
  lastDueOn,
  chosenOn,
}: PaidPart): { first: CalendarDate; last: CalendarDate } | null {
  const first = dueOn ?? (choice === 'all_due' ? lastDueOn : null)
  if (!first) return null
  if (choice === 'overdue') return { first, last: addDays(chosenOn, -1) }
  return { first, last: choice === 'all_due' ? (lastDueOn ?? first) : first }
}

/** 'Vence hoy', 'Vence en 5 días', 'Venció hace 12 días'. */
export function dueLabel(dueOn: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, dueOn)
  if (days === 0) return 'Vence hoy'
  if (days === 1) return 'Vence mañana'
  if (days === -1) return 'Venció ayer'
  return days > 0 ? `Vence en ${days} días` : `Venció hace ${-days} días`
}
