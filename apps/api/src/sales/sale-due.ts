import { readSale } from '@carpeta/contract/read-sale'
import type { Due } from '@carpeta/contract/sales'
import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Uf } from '@carpeta/domain/money/money'
import {
  awaitedInstalments,
  withoutAwaited,
  withoutTaken,
} from '@carpeta/domain/payments/awaited-payments'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import type { WaitingPayment } from '@carpeta/domain/payments/waiting-payments'
import type { Sale } from '@carpeta/domain/sales/sale'
import type { Database } from '../db/client.ts'
import { listUfValues } from '../uf/uf-store.ts'

export interface Waiting {
  /** Payments that accounting has not recorded; `isByReader` while their payer may still read the sale. */
  waiting: (WaitingPayment & { saleId: number; isByReader: boolean })[]
  /** The payments of accounting that are an online one or a confirmed report. */
  taken: { saleId: number; paymentKey: string }[]
}

/** The modules of payments, which are above, tell. */
export type ListWaiting = (db: Database, saleIds: number[]) => Promise<Waiting>

/** What is paid now for each sale, by the rule of the member's own card. `view` is the sale's JSON text. */
export async function duesOf(
  { db, listWaiting }: { db: Database; listWaiting: ListWaiting },
  sales: { id: number; view: string }[],
): Promise<Map<number, Due>> {
  if (sales.length === 0) return new Map()
  const today = todayInSantiago(new Date())
  const { waiting, taken } = await listWaiting(
    db,
    sales.map(({ id }) => id),
  )
  const ufValues = waiting.length === 0 ? [] : await listUfValues(db, today)
  const ufOfToday = ufValues.find(({ date }) => date === today) ?? null
  return new Map(
    sales.map(({ id, view }) => {
      const sale = { ...readSale(JSON.parse(view)), ufOfToday }
      // The member is not told what a former holder paid, either.
      const ofSale = waiting.filter(({ saleId, isByReader }) => saleId === id && isByReader)
      const keys = taken.flatMap(({ saleId, paymentKey }) => (saleId === id ? paymentKey : []))
      return [id, dueOf(withoutTaken(sale, keys), ofSale, today)]
    }),
  )
}

function dueOf(sale: Sale, waiting: WaitingPayment[], today: CalendarDate): Due {
  const awaited = waiting.map(({ source, paidOn }) => ({ source, paid_on: paidOn }))
  const { kind } = nextPayment(sale, today)
  if (kind !== 'due') return { kind, overdue: null, next: null, awaited }
  const rest = nextPayment(withoutAwaited(sale, awaitedInstalments(sale, waiting, today)), today)
  const { overdue, next } = rest.kind === 'due' ? rest : { overdue: null, next: null }
  return { kind, overdue: overdue && presentDue(overdue), next: next && presentDue(next), awaited }
}

function presentDue({
  count,
  amount,
  dueOn,
}: {
  count: number
  amount: Uf | null
  dueOn: CalendarDate | null
}): NonNullable<Due['next']> {
  return { count, amount, due_on: dueOn ?? '' }
}
