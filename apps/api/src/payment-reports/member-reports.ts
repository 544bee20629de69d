import type { Readable } from 'node:stream'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { reportFields, WirePaymentReport } from '@carpeta/contract/payment-reports'
import { can } from '@carpeta/domain/access/permissions'
import { type CalendarDate, isCalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Pesos } from '@carpeta/domain/money/money'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import {
  MAX_PENDING_REPORTS,
  MAX_REPORT_COMMENT,
  paidOnProblem,
  readTypedPesos,
  reportedAmountProblem,
  reportPaymentMessages,
} from '@carpeta/domain/payments/payment-report-rules'
import {
  isPendingReport,
  mayHandlePaymentOf,
  paymentReportMessages,
} from '@carpeta/domain/payments/payment-report-states'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { checkContent } from '../documents/check-content.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import { scanFile } from '../documents/scan-file.ts'
import { storeDocument } from '../documents/store-document.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { findOwnSale } from '../sales/sales-store.ts'
import {
  closeReport,
  countPending,
  findReceipt,
  findReport,
  findSameReport,
  insertReport,
  listReportsOf,
  lockReport,
  lockReportsOf,
  type Receipt,
  type ReportIdentity,
  type StoredReport,
} from './payment-reports-store.ts'

export interface ReportServices extends DocumentServices {
  config: Config
}

interface Report {
  paidOn: CalendarDate
  amount: Pesos
  comment: string
}

/** The same report was stored meanwhile; its file is not needed twice. */
class AlreadyReported extends Error {
  readonly reportId: number

  constructor(reportId: number) {
    super('reported already')
    this.reportId = reportId
  }
}

/**
 * Reports a payment with its receipt. The same payment with the same file is the same report, so a
 * retry after a lost answer adds none (docs/decisions/payments-and-uf.md).
 * @throws {InvalidFields} · {Refused} · {NotFound} · {StorageError}; then nothing is stored
 */
export async function reportPayment(
  services: ReportServices,
  caller: SignedInCaller,
  { fields, file }: { fields: z.infer<typeof reportFields>; file: ReceivedFile | null },
): Promise<WirePaymentReport> {
  const report = readReport(fields, file)
  if (!file) throw new Refused([documentMessages.required])
  const type = await checkContent(file)
  const saleId = await findReportableSale(services.db, caller, fields.sale_code)
  const identity = {
    userId: caller.user.id,
    saleId,
    paidOn: report.paidOn,
    amount: report.amount,
    receiptSha256: file.sha256,
  }
  const same = await findSameReport(services.db, identity)
  const id = same ?? (await storeReport(services, caller, { identity, report, file, type }))
  const stored = await findReport(services.db, id)
  if (!stored) throw new NotFound()
  return presentReport(stored)
}

/** @throws {InvalidFields} naming every wrong field */
function readReport(fields: z.infer<typeof reportFields>, file: ReceivedFile | null): Report {
  const { paid_on: typedDate, amount: typedAmount } = fields
  const comment = fields.comment.trim()
  const paidOn = isCalendarDate(typedDate) ? typedDate : null
  const isUnreadable = paidOn === null && typedDate !== ''
  const date = isUnreadable
    ? reportPaymentMessages.dateInvalid
    : paidOnProblem(paidOn, todayInSantiago(new Date()))
  const amount = reportedAmountProblem(typedAmount)
  refuseFields({
    ...(date === null ? {} : { paid_on: date }),
    ...(amount === null ? {} : { amount }),
    ...(comment.length <= MAX_REPORT_COMMENT
      ? {}
      : { comment: reportPaymentMessages.commentTooLong }),
    ...(file ? {} : { document: documentMessages.required }),
  })
  return {
    paidOn: paidOn as CalendarDate,
    amount: readTypedPesos(typedAmount) as Pesos,
    comment,
  }
}

async function findReportableSale(
  db: ReportServices['db'] | Transaction,
  { user }: SignedInCaller,
  code: string,
): Promise<number> {
  const own = { code, holderRut: user.profile.social_security }
  const saleId = await findOwnSale(db, own, { mustBeOpen: true })
  if (saleId === null) throw new NotFound()
  return saleId
}

/** @returns the id of the report */
async function storeReport(
  services: ReportServices,
  caller: SignedInCaller,
  {
    identity,
    report,
    file,
    type,
  }: { identity: ReportIdentity; report: Report; file: ReceivedFile; type: string },
): Promise<number> {
  // Counted again under the lock: a file that cannot be reported is neither scanned nor stored.
  await refuseTooManyPending(services.db, identity.userId)
  await scanFile(services.config.scanner, file)
  const document = { file, type, uploadedBy: identity.userId }
  try {
    return await storeDocument(services, caller, document, async (tx, receiptId) => {
      await lockReportsOf(tx, identity.userId)
      const same = await findSameReport(tx, identity)
      if (same !== null) throw new AlreadyReported(same)
      await refuseTooManyPending(tx, identity.userId)
      const id = await insertReport(tx, { ...identity, comment: report.comment, receiptId })
      await recordAuditEvent(tx, caller, {
        action: 'payment_report.created',
        object: { type: 'payment_report', id },
        subjectId: identity.userId,
      })
      return id
    })
  } catch (error) {
    if (error instanceof AlreadyReported) return error.reportId
    throw error
  }
}

async function refuseTooManyPending(
  db: ReportServices['db'] | Transaction,
  userId: number,
): Promise<void> {
  if ((await countPending(db, userId)) >= MAX_PENDING_REPORTS) {
    throw new Refused(reportPaymentMessages.tooManyPending, 409)
  }
}

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
  return can(user, 'payments.match_payments') && mayHandlePaymentOf(user.id, memberId)
}

/** A report as its member sees it. */
export function presentReport(report: StoredReport): WirePaymentReport {
  const { receiptName, receiptSize } = report
  return {
    id: report.id,
    sale_code: report.saleCode,
    paid_on: report.paidOn,
    amount: report.amount,
    comment: report.comment,
    state: report.state,
    reason: report.reason,
    reported_at: report.reportedAt.toISOString(),
    closed_at: report.closedAt?.toISOString() ?? null,
    receipt:
      receiptName === null || receiptSize === null
        ? null
        : { name: receiptName, size: receiptSize },
  }
}

type WireAccount = AnswerOf<'GET /api/payment-account/'>['account']

export function presentAccount(account: PaymentAccount | null): WireAccount {
  if (account === null) return null
  const { accountType, ...others } = account
  return { ...others, account_type: accountType }
}
