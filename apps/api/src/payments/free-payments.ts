import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { type Pesos, ufInPesos } from '@carpeta/domain/money/money'
import type { Database, Transaction } from '../db/client.ts'
import { listPaymentsOf, type SalePayment } from '../sales/sales-store.ts'
import { listRecording } from './payments-store.ts'

/** The payments of accounting that confirm a reported one. Passed in, because the reports module is above this one. */
export type ListConfirming = (
  db: Database | Transaction,
  saleIds: number[],
) => Promise<{ saleId: number; paymentKey: string }[]>

/** The reported payments of these sales that staff have not judged; told in the same way. */
export type ListPending = (
  db: Database | Transaction,
  saleIds: number[],
) => Promise<{ saleId: number; paidOn: CalendarDate; amount: Pesos }[]>

interface FreePaymentServices {
  db: Database | Transaction
  listConfirming: ListConfirming
}

/**
 * Payments in accounting that confirm no reported payment, and are no online one. What was an online one that was
 * given back may be another online one, since accounting may use its entry again; it is no transfer.
 */
export async function listFreePayments(
  { db, listConfirming }: FreePaymentServices,
  saleIds: number[],
  kind: 'online' | 'reported',
): Promise<SalePayment[]> {
  const orders = await listRecording(db, saleIds)
  const recording = orders.filter(({ isRefunded }) => kind === 'reported' || !isRefunded)
  const taken = [...recording, ...(await listConfirming(db, saleIds))]
  const takenKeys = new Set(taken.map(({ saleId, paymentKey }) => `${saleId} ${paymentKey}`))
  const payments = await listPaymentsOf(db, saleIds)
  return payments.filter(({ saleId, key }) => !takenKeys.has(`${saleId} ${key}`))
}

/** By the UF of its day, since accounting has UF alone; null where that is unknown. */
export function pesosOf({
  amount,
  depositedOn,
  ufRate,
}: Pick<SalePayment, 'amount' | 'depositedOn' | 'ufRate'>): Pesos | null {
  if (amount === null || depositedOn === null || ufRate === null) return null
  return ufInPesos(amount, { date: depositedOn, pesos: ufRate })
}
