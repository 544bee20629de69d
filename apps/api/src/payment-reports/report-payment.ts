import type { reportFields } from '@carpeta/contract/payments/member-reports-schemas'
import type { WirePaymentReport } from '@carpeta/contract/payments/report-schemas'
import { type CalendarDate, isCalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Pesos } from '@carpeta/domain/money/money'
import {
  MAX_PENDING_REPORTS,
  MAX_REPORT_COMMENT,
  paidOnProblem,
  readTypedPesos,
  reportedAmountProblem,
  reportPaymentMessages,
} from '@carpeta/domain/payments/payment-report-rules'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import { checkContent } from '../documents/check-content.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import { scanFile } from '../documents/scan-file.ts'
import { storeDocument } from '../documents/store-document.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { findOwnSale } from '../sales/find-own-sale-store.ts'
import {
  countPending,
  findReport,
  findSameReport,
  insertReport,
  lockReportsOf,
  type ReportIdentity,
} from './payment-reports-store.ts'
import { presentReport } from './present-report.ts'

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
