import {
  isPendingReport,
  mayHandleReport,
  paymentReportMessages,
} from '@carpeta/domain/payments/payment-report-states'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { lockReport, type StoredReport } from '../payment-reports-store.ts'

/**
 * Locks a report that waits for staff.
 * @throws {NotFound}
 * @throws {Refused} 403 for the caller's own report · 409 when it is closed already
 */
export async function lockPendingReport(
  tx: Transaction,
  { user }: SignedInCaller,
  reportId: number,
): Promise<StoredReport> {
  const report = await lockReport(tx, reportId)
  if (!report) throw new NotFound()
  if (!mayHandleReport(user.id, report.userId)) {
    throw new Refused(paymentReportMessages.ownReport, 403)
  }
  if (!isPendingReport(report.state)) throw new Refused(paymentReportMessages.impossible, 409)
  return report
}
