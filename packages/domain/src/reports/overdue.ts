import { type CalendarDate, daysBetween } from '../dates/dates.ts'
import { addUf, compareUf, sumUf, type Uf, ZERO_UF } from '../money/money.ts'
import { paidAlready } from '../payments/due-parts.ts'
import type { WaitingPayment } from '../payments/waiting-payments.ts'
import { instalmentStatus, leftToPay } from '../sales/instalments.ts'
import type { Instalment } from '../sales/sale.ts'

/** How long instalments are overdue, in days since they were due. */
export const overdueBands = [
  { name: 'Hasta 30 días', upTo: 30 },
  { name: '31 a 60 días', upTo: 60 },
  { name: '61 a 90 días', upTo: 90 },
  { name: 'Más de 90 días', upTo: Number.POSITIVE_INFINITY },
  // Accounting calls them overdue, and says no date.
  { name: 'Sin fecha', upTo: Number.NaN },
] as const

const WITHOUT_DATE = overdueBands.length - 1

/** Shown when it is not empty; the ages always are. */
export function isAge(band: number): boolean {
  return band !== WITHOUT_DATE
}

/** An instalment with the sale that it belongs to. */
export interface SaleInstalment extends Instalment {
  code: string
}

/** What a sale owes in one band. */
export interface OverdueSale {
  code: string
  band: number
  instalments: number
  /** Of those whose amount accounting says. */
  amount: Uf
  /** How many it says no amount of. */
  unknown: number
  oldest: CalendarDate | null
  /** When some of it was last paid online, or by another way that the member reported, and accounting does not have it. */
  paidOnline: CalendarDate | null
  reported: CalendarDate | null
}

/** The overdue part of these instalments by sale and band, the largest amounts first. What waits lowers no amount. */
export function overdueSales(
  instalments: readonly SaleInstalment[],
  waiting: readonly (WaitingPayment & { code: string })[],
  today: CalendarDate,
): OverdueSale[] {
  const found = new Map<string, OverdueSale>()
  for (const instalment of instalments) {
    if (instalmentStatus(instalment, today) !== 'overdue') continue
    const { code, dueOn } = instalment
    const band = bandOf(dueOn, today)
    const key = `${band} ${code}`
    const sale = found.get(key) ?? {
      ...{ code, band, instalments: 0, amount: ZERO_UF, unknown: 0, oldest: dueOn },
      ...{ paidOnline: null, reported: null },
    }
    const paid = waiting.filter((each) => each.code === code && mayPay(each, dueOn, today))
    const last = (source: WaitingPayment['source'], former: CalendarDate | null) =>
      paid.reduce(
        (last, each) =>
          each.source === source && (last === null || each.paidOn > last) ? each.paidOn : last,
        former,
      )
    const left = leftToPay(instalment)
    found.set(key, {
      ...sale,
      instalments: sale.instalments + 1,
      amount: left === null ? sale.amount : addUf(sale.amount, left),
      unknown: sale.unknown + (left === null ? 1 : 0),
      paidOnline: last('online', sale.paidOnline),
      reported: last('reported', sale.reported),
      oldest: dueOn !== null && (sale.oldest === null || dueOn < sale.oldest) ? dueOn : sale.oldest,
    })
  }
  return [...found.values()].sort(
    (a, b) => compareUf(b.amount, a.amount) || a.code.localeCompare(b.code) || a.band - b.band,
  )
}

/** Whether a payment was for an instalment of this date, or names none. */
function mayPay(
  { part, paidOn }: WaitingPayment,
  dueOn: CalendarDate | null,
  today: CalendarDate,
): boolean {
  const choice = dueOn === null ? 'overdue' : 'next'
  return (
    part === null || paidAlready({ choice, dueOn, chosenOn: today }, [{ ...part, paidOn }]) !== null
  )
}

function bandOf(dueOn: CalendarDate | null, today: CalendarDate): number {
  if (dueOn === null) return WITHOUT_DATE
  const days = daysBetween(dueOn, today)
  return overdueBands.findIndex(({ upTo }) => days <= upTo)
}

export interface OverdueSum {
  sales: number
  instalments: number
  amount: Uf
  unknown: number
}

/** Every band. */
export function sumByBand(sales: readonly OverdueSale[]): OverdueSum[] {
  return overdueBands.map((_, band) => {
    const inBand = sales.filter((sale) => sale.band === band)
    return {
      sales: inBand.length,
      instalments: inBand.reduce((sum, { instalments }) => sum + instalments, 0),
      amount: sumUf(inBand.map(({ amount }) => amount)),
      unknown: inBand.reduce((sum, { unknown }) => sum + unknown, 0),
    }
  })
}
