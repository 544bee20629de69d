import type { UnrecordedPaper } from '@carpeta/domain/payments/waiting-payments'
import type { Database } from '../db/client.ts'
import { listPaidOnline } from '../payments/online-payments.ts'
import { asUnrecorded } from '../payments/order-outcome.ts'
import { listRecording, listUnrecordedFor } from '../payments/payments-store.ts'
import type { SaleReader } from '../sales/own-sales-store.ts'
import type { Waiting } from '../sales/sale-due.ts'
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
  const reports = await listReportsOf(db, id)
  return [
    ...online.map((order) => ({
      ...{ source: 'online' as const, saleCode: order.saleCode, pesos: order.pesos },
      paidOn: asUnrecorded(order).paidOn,
    })),
    ...reports
      .filter(({ state }) => state === 'reported')
      .map(({ saleCode, paidOn, amount }) => ({
        ...{ source: 'reported' as const, saleCode, paidOn, pesos: amount },
      })),
  ].sort((a, b) => a.paidOn.localeCompare(b.paidOn))
}
