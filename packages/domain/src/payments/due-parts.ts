import { type CalendarDate, daysBetween, shortDate, todayInSantiago } from '../dates/dates.ts'
import { sumUf, type Uf } from '../money/money.ts'
import { isInstalmentOwed } from '../sales/instalments.ts'
import type { Instalment, Sale } from '../sales/sale.ts'
import {
  datesOf,
  type NextPayment,
  overdueLabel,
  type PaidPart,
  type UnrecordedPayment,
} from './next-payment.ts'

// Apart from what is due, which every dashboard shows: this is needed by who pays.

/** What can be paid at once: everything up to the next instalment, what is overdue, or the next one. */
export interface DuePart {
  choice: 'all_due' | 'overdue' | 'next'
  count: number
  amount: Uf | null
  /** The oldest and the latest date of the instalments. */
  dueOn: CalendarDate | null
  lastDueOn: CalendarDate | null
}

/** What is overdue first; with the next instalment as well, where one comes. */
export function dueParts(payment: NextPayment): DuePart[] {
  if (payment.kind !== 'due') return []
  const { overdue, next } = payment
  const parts: DuePart[] = []
  if (overdue) parts.push({ choice: 'overdue', ...overdue })
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

/**
 * For a member who pays the next instalment alone.
 * @param payment without what is paid and not recorded yet
 */
export function stillOverdueText(payment: NextPayment): string | null {
  if (payment.kind !== 'due' || !payment.overdue) return null
  return `Seguirás con ${overdueLabel(payment.overdue.count)}`
}

/** Beside amounts to be paid, where the page warns that its data are old; null elsewhere. */
export function uncountedText({ asOf, isOutdated }: Pick<Sale, 'asOf' | 'isOutdated'>) {
  if (asOf === null || !isOutdated) return null
  return `Sin los pagos posteriores al ${shortDate(todayInSantiago(new Date(asOf)))}`
}

/** The last payment of instalments that this choice would pay again, by whomever; null without any. */
export function paidAlready(
  part: PaidPart,
  unrecorded: readonly UnrecordedPayment[],
): UnrecordedPayment | null {
  const same = unrecorded.filter((payment) => paysTheSame(part, payment))
  return same.sort((a, b) => b.paidOn.localeCompare(a.paidOn))[0] ?? null
}

/**
 * A load may give an instalment another date: a payment of one that the plan no longer has pays the owed one of the
 * nearest date as well.
 */
export function withMovedInstalments<Payment extends PaidPart>(
  payments: readonly Payment[],
  instalments: readonly Instalment[],
): Payment[] {
  const planned = new Set(instalments.map(({ dueOn }) => dueOn))
  const owed = instalments.filter(isInstalmentOwed).flatMap(({ dueOn }) => dueOn ?? [])
  return payments.flatMap((payment) => {
    const { choice, dueOn, lastDueOn } = payment
    if (choice === 'other') return [payment]
    const dates = datesOf(payment)
    const others = owed.filter((on) => !dates || on < dates.first || on > dates.last)
    const missing = [...new Set([dueOn, lastDueOn])].flatMap((on) =>
      on && !planned.has(on) ? on : [],
    )
    const moved = missing.flatMap((on) => nearestTo(on, others) ?? [])
    return [
      payment,
      ...moved.map((on) => ({ ...payment, choice: 'next' as const, dueOn: on, lastDueOn: on })),
    ]
  })
}

function nearestTo(date: CalendarDate, dates: CalendarDate[]): CalendarDate | undefined {
  const distance = (other: CalendarDate) => Math.abs(daysBetween(date, other))
  return [...dates].sort((a, b) => distance(a) - distance(b))[0]
}

/** Whether two payments would pay an instalment twice. */
function paysTheSame(a: PaidPart, b: PaidPart): boolean {
  if (a.choice === 'other' || b.choice === 'other') return false
  // Instalments without a date are overdue: whatever pays what is overdue pays them too.
  const payUndated = a.dueOn === null || b.dueOn === null
  if (payUndated && a.choice !== 'next' && b.choice !== 'next') return true
  const [ofA, ofB] = [datesOf(a), datesOf(b)]
  return ofA !== null && ofB !== null && ofA.first <= ofB.last && ofB.first <= ofA.last
}
