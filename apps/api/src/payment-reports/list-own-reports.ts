import type { WirePaymentReport } from '@carpeta/contract/payments/report-schemas'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { listReportsOf } from './payment-reports-store.ts'
import { presentReport } from './present-report.ts'

/** The caller's own reports; in a view as a member, the member's. */
export async function listOwnReports(
  { db }: { db: Database },
  caller: SignedInCaller,
): Promise<WirePaymentReport[]> {
  const { id } = caller.user
  const reports = await listReportsOf(db, id)
  if (reports.length > 0) {
    await recordAuditedRead(db, caller, { type: 'payment_report', id: '' }, id)
  }
  return reports.map(presentReport)
}
