import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Pesos } from '@carpeta/domain/money/money'
import { ufInPesos } from '@carpeta/domain/money/uf-value'
import { byFit, fitOf, type PaymentFit } from '@carpeta/domain/payments/payment-match'
import type { Database, Transaction } from '../db/client.ts'
import { listRecording } from '../payments/payments-store.ts'
import { listPaymentsOf, type SalePayment } from '../sales/sales-store.ts'
import { listConfirming } from './payment-reports-store.ts'

interface PendingReport {
  saleId: number
  paidOn: CalendarDate
  amount: Pesos
}

interface Candidate extends SalePayment {
  pesos: Pesos | null
  fit: PaymentFit
}

/** The free payments of the sale in accounting, the best fit first. */
export async function listCandidates(
  db: Database | Transaction,
  report: PendingReport,
): Promise<Candidate[]> {
  const free = await listFreePayments(db, [report.saleId])
  return free.map((payment) => candidateFor(report, payment)).toSorted(byFit(report))
}

/** The reports for which accounting has a payment that fits. */
export async function findMatched<Report extends PendingReport>(
  db: Database,
  reports: Report[],
): Promise<Set<Report>> {
  if (reports.length === 0) return new Set()
  const free = await listFreePayments(
    db,
    reports.map(({ saleId }) => saleId),
  )
  const freeOf = Map.groupBy(free, ({ saleId }) => saleId)
  return new Set(
    reports.filter((report) =>
      freeOf.get(report.saleId)?.some((payment) => candidateFor(report, payment).fit === 'match'),
    ),
  )
}

export function pesosOf({ amount, depositedOn, ufRate }: SalePayment): Pesos | null {
  if (amount === null || depositedOn === null || ufRate === null) return null
  return ufInPesos(amount, { date: depositedOn, pesos: ufRate })
}

/** Payments in accounting that confirm no reported payment, and are no online one. */
export async function listFreePayments(
  db: Database | Transaction,
  saleIds: number[],
): Promise<SalePayment[]> {
  const taken = [...(await listRecording(db, saleIds)), ...(await listConfirming(db, saleIds))]
  const takenKeys = new Set(taken.map(({ saleId, paymentKey }) => `${saleId} ${paymentKey}`))
  const payments = await listPaymentsOf(db, saleIds)
  return payments.filter(({ saleId, key }) => !takenKeys.has(`${saleId} ${key}`))
}

function candidateFor(report: PendingReport, payment: SalePayment): Candidate {
  const pesos = pesosOf(payment)
  return {
    ...payment,
    pesos,
    fit: fitOf(report, { depositedOn: payment.depositedOn, pesos }),
  }
}
