import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { findNotifiedMember } from '../../users/email-preferences-store.ts'
import { closeReport } from '../payment-reports-store.ts'
import { declinedReportEmail } from './declined-report-email.ts'
import { lockPendingReport } from './lock-pending-report.ts'

/**
 * Declines a report with a reason that the member reads in the portal; an email says that it is there.
 * @throws {NotFound} · {Refused} 400, 403, 409
 */
export async function declineReport(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  { reportId, reason: typed }: { reportId: number; reason: string },
): Promise<void> {
  const reason = typed.trim()
  if (reason === '') throw new Refused(paymentReportMessages.reasonRequired)
  await callerTransaction(db, caller, async (tx, caller) => {
    const { userId, saleCode } = await lockPendingReport(tx, caller, reportId)
    await closeReport(tx, reportId, { state: 'declined', reason, handledBy: caller.user.id })
    const member = await findNotifiedMember(tx, userId)
    if (member.wantsEmails) {
      await enqueueEmail(tx, declinedReportEmail(member, saleCode, config), config)
    }
    await recordAuditEvent(tx, caller, {
      action: 'payment_report.declined',
      object: { type: 'payment_report', id: reportId },
      subjectId: userId,
    })
  })
}
