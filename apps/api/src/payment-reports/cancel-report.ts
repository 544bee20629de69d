import type { WirePaymentReport } from '@carpeta/contract/payments/report-schemas'
import {
  isPendingReport,
  paymentReportMessages,
} from '@carpeta/domain/payments/payment-report-states'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { closeReport, findReport, lockReport } from './payment-reports-store.ts'
import { presentReport } from './present-report.ts'

/** The member cancels a report that nobody has validated. @throws {NotFound} · {Refused} 409 */
export async function cancelReport(
  { db }: { db: Database },
  caller: SignedInCaller,
  reportId: number,
): Promise<WirePaymentReport> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const report = await lockReport(tx, reportId)
    if (report?.userId !== caller.user.id) throw new NotFound()
    if (!isPendingReport(report.state)) throw new Refused(paymentReportMessages.impossible, 409)
    await closeReport(tx, reportId, { state: 'cancelled' })
    await recordAuditEvent(tx, caller, {
      action: 'payment_report.cancelled',
      object: { type: 'payment_report', id: reportId },
      subjectId: caller.user.id,
    })
  })
  const cancelled = await findReport(db, reportId)
  if (!cancelled) throw new NotFound()
  return presentReport(cancelled)
}
