import type { StaffPaymentReport } from '@carpeta/contract/payments/staff-reports-schemas'
import { isPendingReport } from '@carpeta/domain/payments/payment-report-states'
import { recordAuditedRead } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { listPaymentsOf, type SalePayment } from '../../sales/sale-payments-store.ts'
import { findPeopleOfRow } from '../../users/people-store.ts'
import { findReport } from '../payment-reports-store.ts'
import { presentReport } from '../present-report.ts'
import { listCandidates, pesosOf } from './list-candidates.ts'

/** A report as staff see it, with the payments that may confirm it. @throws {NotFound} */
export async function readPaymentReport(
  { db }: { db: Database },
  caller: SignedInCaller,
  reportId: number,
): Promise<StaffPaymentReport> {
  const report = await findReport(db, reportId)
  if (!report) throw new NotFound()
  const object = { type: 'payment_report', id: reportId }
  await recordAuditedRead(db, caller, object, report.userId)
  const candidates = isPendingReport(report.state) ? await listCandidates(db, report) : []
  const { userId: memberId, handledBy: colleagueId } = report
  const { member, colleague } = await findPeopleOfRow(db, { memberId, colleagueId })
  return {
    ...presentReport(report),
    member,
    handler: colleague,
    project: report.project,
    payment: await findPayment(db, report),
    candidates: candidates.map((candidate) => ({
      ...presentPayment(candidate),
      fit: candidate.fit,
    })),
  }
}

/** The payment that confirms the report; null if accounting no longer has it. */
async function findPayment(
  db: Database,
  { saleId, paymentKey }: { saleId: number; paymentKey: string | null },
): Promise<StaffPaymentReport['payment']> {
  if (paymentKey === null) return null
  const payment = (await listPaymentsOf(db, [saleId])).find(({ key }) => key === paymentKey)
  return payment ? presentPayment(payment) : null
}

function presentPayment(payment: SalePayment): NonNullable<StaffPaymentReport['payment']> {
  return {
    key: payment.key,
    deposited_on: payment.depositedOn ?? '',
    amount_uf: payment.amount ?? '',
    document_type: payment.documentType,
    pesos: pesosOf(payment),
  }
}
