import { addDays, type CalendarDate, daysBetween, shortDate } from '../dates/dates.ts'
import { sumUf, type Uf } from '../money/money.ts'
import {
  type DueInstalment,
  instalmentStatus,
  nextDue,
  sumLeft,
  sumWhole,
} from '../sales/instalments.ts'
import type { Sale } from '../sales/sale.ts'
import { isInCredit, isPaidUp } from '../sales/sale-rules.ts'

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

/** What can be paid at once: everything up to the next instalment, what is overdue, or the next one. */
export interface DuePart {
  choice: 'all_due' | 'overdue' | 'next'
  count: number
  amount: Uf | null
  /** The oldest and the latest date of the instalments. */
  dueOn: CalendarDate | null
  lastDueOn: CalendarDate | null
}

/** Everything first, where something is overdue and another instalment comes. */
export function dueParts(payment: NextPayment): DuePart[] {
  if (payment.kind !== 'due') return []
  const { overdue, next } = payment
  const parts: DuePart[] = []
  if (overdue && next) {
    const amounts = [overdue.amount, next.amount].flatMap((amount) => amount ?? [])
    parts.push({
      choice: 'all_due',
      count: overdue.count + next.count,
      amount: amounts.length === 2 ? sumUf(amounts) : null,
      dueOn: overdue.dueOn,
      lastDueOn: next.dueOn,
    })
  }
  if (overdue) parts.push({ choice: 'overdue', ...overdue })
  if (next) parts.push({ choice: 'next', ...next, lastDueOn: next.dueOn })
  return parts
}

/** 'cuota del 05-12-2026', 'cuotas del 05-11-2026 al 05-12-2026', 'otro monto'. */
export function paidPartText({
  choice,
  dueOn,
  lastDueOn,
}: Pick<PaidPart, 'choice' | 'dueOn' | 'lastDueOn'>): string {
  if (choice === 'other') return 'otro monto'
  if (dueOn === null) return 'cuotas atrasadas'
  if (!lastDueOn) {
    return choice === 'next'
      ? `cuota del ${shortDate(dueOn)}`
      : `cuotas desde el ${shortDate(dueOn)}`
  }
  if (dueOn === lastDueOn) return `cuota del ${shortDate(dueOn)}`
  return `cuotas del ${shortDate(dueOn)} al ${shortDate(lastDueOn)}`
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
  if (a.dueOn === null && b.dueOn === null) return true
  const [ofA, ofB] = [datesOf(a), datesOf(b)]
  return ofA !== null && ofB !== null && ofA.first <= ofB.last && ofB.first <= ofA.last
}

/** From the first to the last date that a part pays; null when it pays only what has no date. */
function datesOf({
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
