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
  paymentReportMessages,
} from '@carpeta/domain/payments/payment-report-states'
import type { z } from 'zod'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { type GuardServices, guardFile, storeDocument } from '../documents/guard-file.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import {
  type PageServices,
  readRecorded,
  type ShownPage,
  showPage,
} from '../requests/open-document.ts'
import { isOwnPurchase } from '../sales/sale-accesses.ts'
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
  services: ReportServices & GuardServices,
  caller: SignedInCaller,
  { fields, file, signal }: SentReport,
): Promise<WirePaymentReport> {
  const report = readReport(fields, file)
  const id = await storeReport(services, caller, { report, fields, file, signal }).catch(
    (error: unknown) => {
      if (error instanceof AlreadyReported) return error.reportId
      throw error
    },
  )
  const stored = await findReport(services.db, id)
  if (!stored) throw new NotFound()
  return presentReport(stored)
}

interface SentReport {
  fields: z.infer<typeof reportFields>
  file: ReceivedFile | null
  signal: AbortSignal
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
    ...(file ? {} : { document: reportPaymentMessages.receiptRequired }),
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

/** @returns the id of the report @throws {AlreadyReported} */
async function storeReport(
  services: ReportServices & GuardServices,
  caller: SignedInCaller,
  { report, fields, file, signal }: SentReport & { report: Report },
): Promise<number> {
  const { db } = services
  const userId = caller.user.id
  const { paidOn, amount, comment } = report
  const identify = async (
    tx: ReportServices['db'] | Transaction,
    caller: SignedInCaller,
  ): Promise<ReportIdentity> => {
    const saleId = await findReportableSale(tx, caller, fields.sale_code)
    return { userId, saleId, paidOn, amount, receiptSha256: file?.sha256 ?? '' }
  }
  const guarded = await guardFile(services, file, {
    owner: String(userId),
    signal,
    // Judged again under the lock: a file that cannot be reported is neither scanned nor stored.
    beforeScan: async () => {
      await refuseReported(db, await identify(db, caller))
      await refuseTooManyPending(db, userId)
    },
  })
  const document = { ...guarded, uploadedBy: userId }
  return storeDocument(services, caller, document, async (tx, receiptId, caller) => {
    await lockReportsOf(tx, userId)
    const identity = await identify(tx, caller)
    await refuseReported(tx, identity)
    await refuseTooManyPending(tx, userId)
    const id = await insertReport(tx, { ...identity, comment, receiptId })
    await recordAuditEvent(tx, caller, {
      action: 'payment_report.created',
      object: { type: 'payment_report', id },
      subjectId: userId,
    })
    return id
  })
}

/** @throws {AlreadyReported} */
async function refuseReported(
  db: ReportServices['db'] | Transaction,
  identity: ReportIdentity,
): Promise<void> {
  const same = await findSameReport(db, identity)
  if (same !== null) throw new AlreadyReported(same)
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
  services: DocumentServices,
  caller: SignedInCaller,
  reportId: number,
): Promise<{ receipt: Receipt; content: Readable }> {
  const receipt = await findReadable(services.db, caller, reportId)
  return { receipt, content: await readRecorded(services, caller, receipt, 'downloaded') }
}

/** Opens a page of a receipt, for staff. @throws {NotFound} · what `showPage` throws */
export async function openReceiptPage(
  services: PageServices,
  caller: SignedInCaller,
  { reportId, ...call }: { reportId: number; page: number; signal: AbortSignal },
): Promise<ShownPage> {
  const find = (each: SignedInCaller) => findReadable(services.db, each, reportId)
  return showPage(services, caller, await find(caller), { ...call, find })
}

async function findReadable(
  db: Database,
  caller: SignedInCaller,
  reportId: number,
): Promise<Receipt> {
  const receipt = await findReceipt(db, reportId)
  if (!receipt || !(await canRead(db, caller, receipt))) throw new NotFound()
  return receipt
}

async function canRead(
  db: Database,
  caller: SignedInCaller,
  { memberId, saleId }: Receipt,
): Promise<boolean> {
  const { user } = caller
  if (memberId === user.id) return true
  return can(user, 'payments.match_payments') && !(await isOwnPurchase(db, caller, saleId))
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
    payment_key: report.paymentKey ?? '',
    further_keys: report.furtherKeys,
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
