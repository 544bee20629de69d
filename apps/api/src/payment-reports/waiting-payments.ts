import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { fitOf } from '@carpeta/domain/payments/payment-match'
import type { UnrecordedPaper } from '@carpeta/domain/payments/waiting-payments'
import type { Database } from '../db/client.ts'
import { listFreePayments, pesosOf } from '../payments/free-payments.ts'
import { listPaidOnline } from '../payments/online-payments.ts'
import { asUnrecorded } from '../payments/order-outcome.ts'
import { listRecording, listUnrecordedFor, type StoredOrder } from '../payments/payments-store.ts'
import type { SaleReader } from '../sales/own-sales-store.ts'
import type { Waiting } from '../sales/sale-due.ts'
import type { SalePayment } from '../sales/sales-store.ts'
import { listConfirming, listPending, listReportsOf } from './payment-reports-store.ts'

/** What was paid online of these sales, by anybody, or reported by their holder, and accounting does not have yet. */
export async function listWaiting(db: Database, saleIds: number[]): Promise<Waiting> {
  const online = await listPaidOnline(db, saleIds)
  const reported = (await listPending(db, saleIds)).filter(({ isHolder }) => isHolder)
  const waiting = [
    ...online.map(({ saleId, pesos, paidOn, isByReader, ...part }) => ({
      ...{ saleId, source: 'online' as const, paidOn, pesos, isByReader },
      part: part.choice === 'other' ? null : part,
    })),
    ...reported.map(({ saleId, paidOn, amount }) => ({
      ...{ saleId, source: 'reported' as const, paidOn, pesos: amount, isByReader: true },
      part: null,
    })),
  ]
  if (waiting.length === 0) return { waiting, taken: [] }
  const taken = [...(await listRecording(db, saleIds)), ...(await listConfirming(db, saleIds))]
  return { waiting, taken }
}

/** The same of the sales that a member reads: online payments by whoever reads them too, and the own reports. */
export async function listWaitingFor(
  db: Database,
  { id, rut }: SaleReader,
): Promise<(UnrecordedPaper & { saleCode: string })[]> {
  const online = await listUnrecordedFor(db, rut)
  const saleIds = online.map(({ saleId }) => saleId)
  const free =
    online.length === 0 ? [] : await listFreePayments({ db, listConfirming }, saleIds, 'online')
  const reports = await listReportsOf(db, id)
  return [
    ...online.map((order) => ({
      ...{ source: 'online' as const, saleCode: order.saleCode, pesos: order.pesos },
      paidOn: asUnrecorded(order).paidOn,
      mayBeRecorded: free.some((payment) => mayRecord(order, payment)),
    })),
    ...reports
      .filter(({ state }) => state === 'reported')
      .map(({ saleCode, paidOn, amount }) => ({
        ...{ source: 'reported' as const, saleCode, paidOn, pesos: amount },
      })),
  ].sort((a, b) => a.paidOn.localeCompare(b.paidOn))
}

/** Accounting may have entered it in a way by which only staff know it, as a transfer. */
function mayRecord(order: StoredOrder, payment: SalePayment): boolean {
  if (payment.saleId !== order.saleId || order.earlierPayments.includes(payment.key)) return false
  const paid = { paidOn: todayInSantiago(order.createdAt), amount: order.pesos }
  return fitOf(paid, { ...payment, pesos: pesosOf(payment) }) === 'match'
}
