import { addDays, type CalendarDate, daysBetween } from '../dates/dates.ts'
import type { Uf } from '../money/money.ts'
import { type DueInstalment, instalmentStatus, nextDue, sumLeft } from '../sales/instalments.ts'
import type { Sale } from '../sales/sale.ts'
import { isInCredit, isPaidUp } from '../sales/sale-rules.ts'

export interface Overdue {
  count: number
  /** Null when accounting does not say how much is left of one. */
  amount: Uf | null
  /** The oldest date; null when none of them has a date. */
  dueOn: CalendarDate | null
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
    dueOn: dates[0] ?? null,
  }
}

/** The instalments that a choice pays. */
export interface PaidPart {
  choice: 'overdue' | 'next' | 'other'
  /** The oldest date of them. */
  dueOn: CalendarDate | null
  /** The day of the choice: overdue instalments are due before it. */
  chosenOn: CalendarDate
}

/** A payment that Webpay approved and accounting has not recorded. */
export interface UnrecordedPayment extends PaidPart {
  paidOn: CalendarDate
}

/** The last payment of instalments that this choice would pay again, by whomever; null without any. */
export function paidAlready(
  part: PaidPart,
  unrecorded: readonly UnrecordedPayment[],
): UnrecordedPayment | null {
  const same = unrecorded.filter((payment) => paysTheSame(part, payment))
  return same.sort((a, b) => b.paidOn.localeCompare(a.paidOn))[0] ?? null
}

/** Whether two payments would pay an instalment twice. */
export function paysTheSame(a: PaidPart, b: PaidPart): boolean {
  if (a.choice === 'other' || b.choice === 'other') return false
  // Overdue instalments without a date.
  if (a.dueOn === null || b.dueOn === null) return a.dueOn === b.dueOn && a.choice === b.choice
  return a.dueOn <= lastDueOn(b, b.dueOn) && b.dueOn <= lastDueOn(a, a.dueOn)
}

function lastDueOn({ choice, chosenOn }: PaidPart, first: CalendarDate): CalendarDate {
  return choice === 'overdue' ? addDays(chosenOn, -1) : first
}

/** 'Vence hoy', 'Vence en 5 días', 'Venció hace 12 días'. */
export function dueLabel(dueOn: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, dueOn)
  if (days === 0) return 'Vence hoy'
  if (days === 1) return 'Vence mañana'
  if (days === -1) return 'Venció ayer'
  return days > 0 ? `Vence en ${days} días` : `Venció hace ${-days} días`
}
