import { type CalendarDate, daysBetween } from '../dates/dates.ts'
import { addUf, isPositiveUf, type Uf } from '../money/money.ts'
import { instalmentStatus, nextDue } from '../sales/instalments.ts'
import type { Instalment, Sale } from '../sales/sale.ts'
import { isPaidUp } from '../sales/sale-rules.ts'

export interface Overdue {
  count: number
  amount: Uf
  /** The oldest of them. */
  dueOn: CalendarDate
}

export interface DueInstalment {
  dueOn: CalendarDate
  amount: Uf
}

/** What a member pays now for a sale. */
export type NextPayment =
  /** Instalments are owed: overdue ones, one that comes, or both. */
  | { kind: 'due'; overdue: Overdue | null; next: DueInstalment | null }
  /** The sale is paid up, or its instalments are and nothing else is owed. */
  | { kind: 'paid_up' }
  /** Every instalment is paid; the rest is paid with the deed. */
  | { kind: 'instalments_paid' }
  /** Accounting sent no instalments, or none with a date and an amount. */
  | { kind: 'no_plan' }

export function nextPayment(sale: Sale, today: CalendarDate): NextPayment {
  const overdue = overdueInstalments(sale, today)
  const next = nextDue(sale, today)
  if (overdue !== null || next !== null) return { kind: 'due', overdue, next }
  if (isPaidUp(sale)) return { kind: 'paid_up' }
  const isPlanPaid =
    sale.instalments.length > 0 &&
    sale.instalments.every((each) => instalmentStatus(each, today) === 'paid')
  return { kind: isPlanPaid ? 'instalments_paid' : 'no_plan' }
}

function overdueInstalments(sale: Sale, today: CalendarDate): Overdue | null {
  const overdue = sale.instalments.flatMap((instalment) => unpaidPast(instalment, today))
  const [first] = overdue.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
  if (first === undefined) return null
  const amount = addUf(...overdue.map((each) => each.amount))
  return { count: overdue.length, amount, dueOn: first.dueOn }
}

function unpaidPast({ dueOn, amount, balance }: Instalment, today: CalendarDate): DueInstalment[] {
  const owed = balance ?? amount
  if (dueOn === null || dueOn >= today || owed === null || !isPositiveUf(owed)) return []
  return [{ dueOn, amount: owed }]
}

/** 'Vence hoy', 'Vence en 5 días', 'Venció hace 12 días'. */
export function dueLabel(dueOn: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, dueOn)
  if (days === 0) return 'Vence hoy'
  if (days === 1) return 'Vence mañana'
  if (days === -1) return 'Venció ayer'
  return days > 0 ? `Vence en ${days} días` : `Venció hace ${-days} días`
}
