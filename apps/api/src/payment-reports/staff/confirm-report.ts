import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import { breaksUniqueness, type Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { listPaymentsOf } from '../../sales/sale-payments-store.ts'
import { closeReport } from '../payment-reports-store.ts'
import { lockPendingReport } from './lock-pending-report.ts'

/**
 * Confirms a report with a payment of its sale, which confirms no other report. No figure changes.
 * @throws {NotFound} · {Refused} 403, 409
 */
export async function confirmReport(
  { db }: { db: Database },
  caller: SignedInCaller,
  { reportId, paymentKey }: { reportId: number; paymentKey: string },
): Promise<void> {
  try {
    await callerTransaction(db, caller, async (tx, caller) => {
      const { saleId, userId } = await lockPendingReport(tx, caller, reportId)
      const payments = await listPaymentsOf(tx, [saleId])
      if (!payments.some(({ key }) => key === paymentKey)) {
        throw new Refused(paymentReportMessages.unknownPayment, 409)
      }
      await closeReport(tx, reportId, { state: 'confirmed', paymentKey, handledBy: caller.user.id })
      await recordAuditEvent(tx, caller, {
        action: 'payment_report.confirmed',
        object: { type: 'payment_report', id: reportId },
        subjectId: userId,
        after: { payment_key: paymentKey },
      })
    })
  } catch (error) {
    if (!breaksUniqueness(error, 'payment_reports_payment_once')) throw error
    throw new Refused(paymentReportMessages.paymentTaken, 409)
  }
}
