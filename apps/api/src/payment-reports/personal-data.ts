import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import { blankNames } from '../documents/personal-data.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { Caller } from '../http/caller.ts'
import {
  blankReports,
  cancelPending,
  detachReceipts,
  listMemberReports,
  type MemberReport,
} from './personal-data-store.ts'

/** With the storage keys of the receipts, which the caller must not give out. */
export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<{ payment_reports: MemberReport[] }> {
  return { payment_reports: await listMemberReports(db, userId) }
}

/** Cancels what waits. A job deletes the receipts' bytes after the transaction commits. */
export async function erasePersonalData(
  tx: Transaction,
  caller: Caller,
  userId: number,
): Promise<{ paymentReports: number }> {
  const receipts = await detachReceipts(tx, userId)
  await blankNames(tx, receipts)
  for (const id of await cancelPending(tx, userId)) {
    await recordAuditEvent(tx, caller, {
      action: 'payment_report.cancelled',
      object: { type: 'payment_report', id },
      subjectId: userId,
    })
  }
  const paymentReports = await blankReports(tx, userId)
  await queueRemoval(tx, receipts)
  return { paymentReports }
}
