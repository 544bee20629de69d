import type { WaitingPayment } from '@carpeta/domain/payments/waiting-payments'
import type { Database } from '../db/client.ts'
import { listPaidOnline } from '../payments/online-payments.ts'
import { listPending } from './payment-reports-store.ts'

/** What was paid of these sales, by anybody, and accounting does not have yet. */
export async function listWaiting(
  db: Database,
  saleIds: number[],
): Promise<(WaitingPayment & { saleId: number })[]> {
  const online = await listPaidOnline(db, saleIds)
  const reported = await listPending(db, saleIds)
  return [
    ...online.map(({ saleId, pesos, paidOn, ...part }) => ({
      ...{ saleId, source: 'online' as const, paidOn, pesos },
      part: part.choice === 'other' ? null : part,
    })),
    ...reported.map(({ saleId, paidOn, amount }) => ({
      ...{ saleId, source: 'reported' as const, paidOn, pesos: amount, part: null },
    })),
  ]
}
