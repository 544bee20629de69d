import type { CalendarDate } from '../dates/dates.ts'
import { compareUf, isPositiveUf, sumUf, type Uf, ZERO_UF } from '../money/money.ts'
import type { Instalment, Sale } from './sale.ts'

/** 'awaited' is told by the member's payments, never by accounting's figures (`awaited-payments.ts`). */
export type InstalmentStatus = 'paid' | 'partial' | 'overdue' | 'due' | 'awaited'

export const instalmentLabels: Record<InstalmentStatus, string> = {
  paid: 'Pagada',
  partial: 'Parcial',
  overdue: 'Atrasada',
  due: 'Por vencer',
  awaited: 'Por registrar',
}

/** Labels of accounting that say no more than one of our states. */
const usualLabels = new Set([
  ...['pagada', 'pagado', 'cancelada', 'cancelado'],
  ...['abonada', 'abonado', 'parcial'],
  ...['atrasada', 'atrasado', 'vencida', 'vencido', 'morosa', 'moroso', 'impaga', 'impago'],
  ...['pendiente', 'por vencer', 'vigente'],
])

/** How accounting's label may begin, which often says more: 'Pagada con atraso'. */
const beginnings: Record<Exclude<InstalmentStatus, 'awaited'>, RegExp> = {
  paid: /^(pagad|cancelad)[ao]\b/,
  partial: /^abonad[ao]\b/,
  overdue: /^(atrasad|vencid|moros|impag)[ao]\b/,
  due: /^(pendiente|por (vencer|pagar)|vigente)\b/,
}

/** What accounting's label says; null for any other text. */
function statusOfLabel(state: string): InstalmentStatus | null {
  const text = state.trim().toLowerCase()
  if (/\bparcial|\ben parte\b/.test(text)) return 'partial'
  for (const status of ['paid', 'partial', 'overdue', 'due'] as const) {
    if (beginnings[status].test(text)) return status
  }
  return null
}

/**
 * One name per state on screen, PDF and CSV; accounting's own text is added when it says more.
 * @param state as accounting sent it, which may be older than today
 */
export function instalmentStateText(status: InstalmentStatus, state: string): string {
  const label = instalmentLabels[status]
  const text = addedStateText(state)
  return text === '' ? label : `${label} · ${text}`
}

/** Accounting's own text; '' when it says no more than one of our states. */
export function addedStateText(state: string): string {
  const text = state.trim()
  return usualLabels.has(text.toLowerCase()) ? '' : text
}

type Figures = Pick<Instalment, 'amount' | 'balance' | 'state'>

/**
 * The one rule of what is paid. A balance decides, and so does an amount that is nothing to pay;
 * otherwise accounting's label does. An instalment with an amount that accounting does not call paid is
 * owed; one of which neither amounts nor label say anything is neither paid nor owed.
 */
function payment({ amount, balance, state }: Figures): 'paid' | 'owed' | 'unknown' {
  const decisive = balance ?? (amount !== null && !isPositiveUf(amount) ? amount : null)
  if (decisive !== null) return isPositiveUf(decisive) ? 'owed' : 'paid'
  const said = statusOfLabel(state)
  if (said === 'paid') return 'paid'
  return amount === null && said === null ? 'unknown' : 'owed'
}

export function isInstalmentPaid(instalment: Figures): boolean {
  return payment(instalment) === 'paid'
}

export function isInstalmentOwed(instalment: Figures): boolean {
  return payment(instalment) === 'owed'
}

/**
 * What is left to pay. Without a balance it is the whole amount, nothing of what accounting calls paid,
 * and unknown (null) of what it calls partly paid.
 */
export function leftToPay(instalment: Figures): Uf | null {
  const { amount, balance, state } = instalment
  if (balance !== null) return balance
  if (isInstalmentPaid(instalment)) return ZERO_UF
  return statusOfLabel(state) === 'partial' ? null : amount
}

/**
 * The date decides what is overdue, since accounting's label may be older than today; the label does
 * where there is no date.
 */
export function instalmentStatus(instalment: Instalment, today: CalendarDate): InstalmentStatus {
  const { amount, balance, state, dueOn } = instalment
  if (isInstalmentPaid(instalment)) return 'paid'
  const said = statusOfLabel(state)
  const isLate = dueOn === null ? said === 'overdue' : dueOn < today
  if (isLate && isInstalmentOwed(instalment)) return 'overdue'
  const isPartlyPaid =
    balance === null || amount === null ? said === 'partial' : compareUf(balance, amount) < 0
  return isPartlyPaid ? 'partial' : 'due'
}

export interface DueInstalment {
  dueOn: CalendarDate
  /** How many have that date. */
  count: number
  /** What is left to pay; null when accounting does not say it. */
  amount: Uf | null
  /** Together, without what was paid of them; null when accounting does not say it. */
  whole: Uf | null
}

/** The owed instalments of the earliest date that is today or later, as one. */
export function nextDue(sale: Sale, today: CalendarDate): DueInstalment | null {
  const owed = sale.instalments.filter(isInstalmentOwed)
  const dates = owed.flatMap(({ dueOn }) => (dueOn === null || dueOn < today ? [] : dueOn))
  const [first] = dates.sort()
  if (first === undefined) return null
  const due = owed.filter(({ dueOn }) => dueOn === first)
  return { dueOn: first, count: due.length, amount: sumLeft(due), whole: sumWhole(due) }
}

/** Null when accounting does not say how much is left of one. */
export function sumLeft(instalments: Instalment[]): Uf | null {
  const amounts = instalments.flatMap((each) => leftToPay(each) ?? [])
  return amounts.length === instalments.length ? sumUf(amounts) : null
}

export function sumWhole(instalments: Instalment[]): Uf | null {
  const amounts = instalments.flatMap(({ amount }) => amount ?? [])
  return amounts.length === instalments.length ? sumUf(amounts) : null
}
