import type { CalendarDate } from '../dates/dates.ts'
import { sumUf, type Uf } from '../money/money.ts'
import { withoutAwaited } from '../payments/awaited-payments.ts'
import {
  type InstalmentStatus,
  instalmentStatus,
  isInstalmentOwed,
  nextDue,
} from './instalments.ts'
import type { Sale } from './sale.ts'
import type { InstalmentRow } from './statement.ts'

/** An instalment of the screen. */
export interface DatedInstalment extends InstalmentRow {
  /** Its place in accounting's list. */
  index: number
  status: InstalmentStatus
  /** The earliest owed one that is not overdue, with others of its date. */
  isNext: boolean
}

export interface InstalmentYear {
  /** Null for instalments without a due date. */
  year: string | null
  /** In accounting's order. */
  instalments: DatedInstalment[]
  paidCount: number
  overdueCount: number
  /** Null when an amount is not known. */
  amount: Uf | null
  /** What is left to pay; null when an amount is not known. */
  balance: Uf | null
  /** Nothing is left to pay. */
  isPaid: boolean
}

/** The statement's rows are in the order of the sale's instalments. */
export function datedInstalments(
  sale: Sale,
  rows: InstalmentRow[],
  today: CalendarDate,
  /** Places of those that wait for accounting. */
  awaited: ReadonlyMap<number, unknown> = new Map(),
): DatedInstalment[] {
  const next = nextDue(withoutAwaited(sale, awaited), today)?.dueOn
  return rows.flatMap((row, index) => {
    const instalment = sale.instalments[index]
    if (!instalment) return []
    const isAwaited = awaited.has(index)
    const isNext = !isAwaited && row.dueOn === next && isInstalmentOwed(instalment)
    const status = isAwaited ? 'awaited' : instalmentStatus(instalment, today)
    return [{ ...row, index, status, isNext }]
  })
}

/** The instalments by year, the earliest first; those without a date come last. */
export function instalmentYears(instalments: DatedInstalment[]): InstalmentYear[] {
  const byYear = new Map<string | null, DatedInstalment[]>()
  for (const each of instalments) {
    const year = each.dueOn?.slice(0, 4) ?? null
    const found = byYear.get(year)
    if (found) found.push(each)
    else byYear.set(year, [each])
  }
  return [...byYear]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : a.localeCompare(b)))
    .map(([year, found]) => {
      const paidCount = found.filter(({ status }) => status === 'paid').length
      return {
        year,
        instalments: found,
        paidCount,
        overdueCount: found.filter(({ status }) => status === 'overdue').length,
        amount: sumOf(found.map(({ amount }) => amount)),
        balance: sumOf(found.map(({ balance }) => balance)),
        isPaid: paidCount === found.length,
      }
    })
}

/** The year of the next instalment, or else the first that is not paid: the one that is open at first. */
export function openYear(years: InstalmentYear[]): InstalmentYear | undefined {
  const ofNext = years.find(({ instalments }) => instalments.some(({ isNext }) => isNext))
  return ofNext ?? years.find(({ isPaid }) => !isPaid)
}

/** '12 cuotas pagadas', '10 de 12 pagadas · 1 atrasada', '1 cuota'. */
export function yearText(year: InstalmentYear): string {
  const { overdueCount: late } = year
  return late === 0
    ? paidText(year)
    : `${paidText(year)} · ${late} ${late === 1 ? 'atrasada' : 'atrasadas'}`
}

function paidText({ instalments, paidCount, isPaid }: InstalmentYear): string {
  const count = instalments.length
  const all = count === 1 ? '1 cuota' : `${count} cuotas`
  if (isPaid) return `${all} ${count === 1 ? 'pagada' : 'pagadas'}`
  return paidCount === 0 ? all : `${paidCount} de ${count} pagadas`
}

function sumOf(amounts: (Uf | null)[]): Uf | null {
  const known = amounts.flatMap((amount) => amount ?? [])
  return known.length === amounts.length ? sumUf(known) : null
}
