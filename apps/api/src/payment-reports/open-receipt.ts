import type { Readable } from 'node:stream'
import { can } from '@carpeta/domain/access/permissions'
import { mayHandleReport } from '@carpeta/domain/payments/payment-report-states'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { findReceipt, type Receipt } from './receipts-store.ts'

/**
 * Opens a receipt for the member who reported the payment, and for staff who match payments.
 * @throws {NotFound} for any other caller · {StorageError}
 */
export async function openReceipt(
  { db, storage }: DocumentServices,
  caller: SignedInCaller,
  reportId: number,
): Promise<{ receipt: Receipt; content: Readable }> {
  const receipt = await findReceipt(db, reportId)
  if (!receipt || !canRead(caller, receipt)) throw new NotFound()
  const content = await storage.read(receipt.storageKey)
  try {
    await recordAuditEvent(db, caller, {
      action: 'receipt.downloaded',
      object: { type: 'payment_report', id: reportId },
      subjectId: receipt.memberId,
    })
  } catch (error) {
    // The stream is not returned, so nothing else closes it.
    content.destroy()
    throw error
  }
  return { receipt, content }
}

function canRead({ user }: SignedInCaller, { memberId }: Receipt): boolean {
  if (memberId === user.id) return true
  return can(user, 'payments.match_payments') && mayHandleReport(user.id, memberId)
}
