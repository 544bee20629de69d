import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Pesos } from '@carpeta/domain/money/money'
import { byFit, fitOf, type PaymentFit } from '@carpeta/domain/payments/payment-match'
import type { Database, Transaction } from '../db/client.ts'
import { listFreePayments, pesosOf } from '../payments/free-payments.ts'
import type { SalePayment } from '../sales/sales-store.ts'
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
  const free = await listFreePayments({ db, listConfirming }, [report.saleId], 'reported')
  return free.map((payment) => candidateFor(report, payment)).toSorted(byFit(report))
}

/** The reports for which accounting has a payment that fits; each payment is for one report, the earliest first. */
export async function findMatched<Report extends PendingReport>(
  db: Database,
  reports: Report[],
): Promise<Set<Report>> {
  if (reports.length === 0) return new Set()
  const free = await listFreePayments(
    { db, listConfirming },
    reports.map(({ saleId }) => saleId),
    'reported',
  )
  const byDay = free.toSorted((a, b) => (a.depositedOn ?? '').localeCompare(b.depositedOn ?? ''))
  const freeOf = Map.groupBy(byDay, ({ saleId }) => saleId)
  const taken = new Set<SalePayment>()
  const oldestFirst = reports.toSorted((a, b) => a.paidOn.localeCompare(b.paidOn))
  return new Set(
    oldestFirst.filter((report) => {
      const found = freeOf
        .get(report.saleId)
        ?.find((each) => !taken.has(each) && candidateFor(report, each).fit === 'match')
      if (found) taken.add(found)
      return found !== undefined
    }),
  )
}

export function candidateFor(report: PendingReport, payment: SalePayment): Candidate {
  const pesos = pesosOf(payment)
  return {
    ...payment,
    pesos,
    fit: fitOf(report, { depositedOn: payment.depositedOn, pesos }),
  }
}
