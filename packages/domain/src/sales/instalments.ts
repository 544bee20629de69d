import type { CalendarDate } from '../dates/dates.ts'
import { addUf, compareUf, isPositiveUf, type Uf, ZERO_UF } from '../money/money.ts'
import type { Instalment, Sale } from './sale.ts'

export type InstalmentStatus = 'paid' | 'partial' | 'overdue' | 'due'

export const instalmentLabels: Record<InstalmentStatus, string> = {
  paid: 'Pagada',
  partial: 'Parcial',
  overdue: 'Atrasada',
  due: 'Por vencer',
}

/** Labels of accounting that say no more than one of our states. */
const usualLabels = new Set([
  ...['pagada', 'pagado', 'cancelada', 'cancelado'],
  ...['abonada', 'abonado', 'parcial'],
  ...['atrasada', 'atrasado', 'vencida', 'vencido', 'morosa', 'moroso', 'impaga', 'impago'],
  ...['pendiente', 'por vencer', 'vigente'],
])

/**
 * One name per state on screen, PDF and CSV; accounting's own text is added when it says more.
 * @param state as accounting sent it, which may be older than today
 */
export function instalmentStateText(status: InstalmentStatus, state: string): string {
  const label = instalmentLabels[status]
  const text = state.trim()
  return text === '' || usualLabels.has(text.toLowerCase()) ? label : `${label} · ${text}`
}

type Owed = Pick<Instalment, 'amount' | 'balance'>

/** Without a balance from accounting the whole amount counts as owed. */
function owed({ amount, balance }: Owed): Uf | null {
  return balance ?? amount
}

export function isInstalmentPaid(instalment: Owed): boolean {
  const balance = owed(instalment)
  return balance !== null && !isPositiveUf(balance)
}

/** From amounts and date, since accounting's own state may be older than today. */
export function instalmentStatus(instalment: Instalment, today: CalendarDate): InstalmentStatus {
  if (isInstalmentPaid(instalment)) return 'paid'
  if (instalment.dueOn !== null && instalment.dueOn < today) return 'overdue'
  const balance = owed(instalment)
  if (balance === null || instalment.amount === null) return 'due'
  return compareUf(balance, instalment.amount) < 0 ? 'partial' : 'due'
}

/** The earliest unpaid instalment due today or later, and its unpaid amount. */
export function nextDue(
  sale: Sale,
  today: CalendarDate,
): { dueOn: CalendarDate; amount: Uf } | null {
  let next: { dueOn: CalendarDate; amount: Uf } | null = null
  for (const instalment of sale.instalments) {
    const { dueOn } = instalment
    const amount = owed(instalment)
    if (dueOn === null || amount === null || dueOn < today || !isPositiveUf(amount)) continue
    if (next === null || dueOn < next.dueOn) next = { dueOn, amount }
  }
  return next
}

export function overdueAmount(sale: Sale, today: CalendarDate): Uf {
  const overdue = sale.instalments.filter((each) => instalmentStatus(each, today) === 'overdue')
  return addUf(...overdue.map((instalment) => owed(instalment) ?? ZERO_UF))
}
