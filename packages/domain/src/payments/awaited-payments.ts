import { type CalendarDate, daysBetween } from '../dates/dates.ts'
import { compareUf, type Pesos, pesosInUf, scaleUf, sumUf, type Uf } from '../money/money.ts'
import { instalmentStatus, isInstalmentOwed, leftToPay, nextDue } from '../sales/instalments.ts'
import type { Instalment, Payment, Sale } from '../sales/sale.ts'
import { datesOf, type PaidPart } from './next-payment.ts'
import { isPossible, SETTLED_WITHIN_DAYS } from './payment-match.ts'

/** A payment that accounting has not recorded: approved by Webpay, or reported by the member. */
export interface UnrecordedAmount {
  paidOn: CalendarDate
  /** Null where the API does not tell it. */
  pesos: Pesos | null
  /** The instalments that it was chosen for; null of any other amount. */
  part: PaidPart | null
}

/** The same as a member reads it. */
export interface AwaitedPayment extends UnrecordedAmount {
  /** Whether the reader made it. */
  isOwn: boolean
  /** Known from the reader's word alone, which staff have not confirmed. */
  isReported: boolean
  /** Its page; null where the reader did not pay it online. */
  orderId?: number | null
  /** When accounting has it as a rule; null where nobody tells. */
  recordBy?: CalendarDate | null
}

/** The UF of two days near each other differ by less. */
const TOLERANCE = { numerator: 101n, denominator: 100n }

/**
 * Which instalments wait for accounting, by their place in the sale. Any other amount pays, of what is due up to the
 * next instalment, the oldest ones that it covers whole; it changes no figure (docs/decisions/payments-and-uf.md).
 */
export function awaitedInstalments<Awaited extends UnrecordedAmount>(
  sale: Sale,
  awaited: readonly Awaited[],
  today: CalendarDate,
): Map<number, Awaited> {
  const lastDue = nextDue(sale, today)?.dueOn ?? today
  const found = new Map<number, Awaited>()
  const owed = [...sale.instalments.entries()].filter(([, each]) => isInstalmentOwed(each))
  for (const payment of notRecorded(sale, awaited)) {
    const open = owed.filter(([place]) => !found.has(place))
    const due = open.filter(([, { dueOn }]) => dueOn !== null && dueOn <= lastDue)
    const covered =
      payment.part === null
        ? coveredByAmount(sale, due, payment)
        : coveredByPart(open, payment.part, today)
    for (const place of covered) found.set(place, payment)
  }
  return found
}

/** The sale without accounting's payments that are already matched: nothing awaited is one of them. */
export function withoutTaken(sale: Sale, keys: readonly string[]): Sale {
  return { ...sale, payments: sale.payments.filter(({ key }) => !keys.includes(key)) }
}

/** The sale as it will be owed once accounting has recorded them. */
export function withoutAwaited(sale: Sale, covered: ReadonlyMap<number, unknown>): Sale {
  if (covered.size === 0) return sale
  return { ...sale, instalments: sale.instalments.filter((_, place) => !covered.has(place)) }
}

/** Accounting has a reported payment before staff can confirm it: then its figures have it, too. */
function notRecorded<Awaited extends UnrecordedAmount>(
  sale: Sale,
  awaited: readonly Awaited[],
): Awaited[] {
  const recorded = [...sale.payments]
  return awaited.filter((payment) => {
    const place = recorded.findIndex((each) => isSame(sale, payment, each))
    if (place >= 0) recorded.splice(place, 1)
    return place < 0
  })
}

function isSame(
  sale: Sale,
  { part, paidOn, pesos }: UnrecordedAmount,
  { depositedOn, amount }: Payment,
): boolean {
  const paid = part === null ? mostOf(sale, pesos) : null
  if (paid === null || depositedOn === null || amount === null) return false
  if (!isPossible(paidOn, depositedOn)) return false
  if (daysBetween(paidOn, depositedOn) > SETTLED_WITHIN_DAYS) return false
  const most = scaleUf(scaleUf(amount, TOLERANCE), TOLERANCE)
  return compareUf(amount, paid) <= 0 && compareUf(paid, most) <= 0
}

type Placed = [place: number, instalment: Instalment]

function coveredByPart(open: Placed[], part: PaidPart, today: CalendarDate): number[] {
  const dates = datesOf(part)
  const isCovered = (instalment: Instalment) => {
    const { dueOn } = instalment
    // Without a date only what accounting calls overdue can be chosen, with whatever else is overdue.
    if (dueOn === null) {
      return part.choice !== 'next' && instalmentStatus(instalment, today) === 'overdue'
    }
    return dates !== null && dates.first <= dueOn && dueOn <= dates.last
  }
  return open.flatMap(([place, instalment]) => (isCovered(instalment) ? [place] : []))
}

function coveredByAmount(sale: Sale, due: Placed[], { pesos }: UnrecordedAmount): number[] {
  const most = mostOf(sale, pesos)
  if (most === null) return []
  const oldestFirst = due.sort(([, a], [, b]) => (a.dueOn ?? '').localeCompare(b.dueOn ?? ''))
  const covered: number[] = []
  let paid: Uf[] = []
  for (const [place, instalment] of oldestFirst) {
    const left = leftToPay(instalment)
    if (left === null) break
    paid = [...paid, left]
    if (compareUf(sumUf(paid), most) > 0) break
    covered.push(place)
  }
  return covered
}

/** What an amount is in UF at most. */
function mostOf({ ufOfToday }: Sale, pesos: Pesos | null): Uf | null {
  if (ufOfToday === null || pesos === null || !/^\d+$/.test(pesos)) return null
  return scaleUf(pesosInUf(pesos, ufOfToday), TOLERANCE)
}
