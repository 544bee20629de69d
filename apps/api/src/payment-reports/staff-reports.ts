import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { reportsQuery, StaffPaymentReport } from '@carpeta/contract/payment-reports'
import { maySeeSales } from '@carpeta/domain/access/staff-views'
import { pesosInUf } from '@carpeta/domain/money/money'
import { fitOfAll } from '@carpeta/domain/payments/payment-match'
import {
  isPaymentReportState,
  isPendingReport,
  mayHandlePaymentOf,
  type PaymentReportState,
  paymentReportMessages,
  paymentReportStates,
} from '@carpeta/domain/payments/payment-report-states'
import type { z } from 'zod'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import type { AuditActor, SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { pageWithin, readFilterRut, readFilterText, readFlag, readPage } from '../http/paging.ts'
import { pesosOf } from '../payments/free-payments.ts'
import { listRecording, lockRecordedPayments } from '../payments/payments-store.ts'
import { requireReason } from '../payments/staff-payments.ts'
import { findNotifiedMember } from '../people/email-preferences-store.ts'
import { findPeopleOfRow, isErased } from '../people/people-store.ts'
import { requireOthersSale } from '../sales/sale-accesses.ts'
import { findSaleOfRequest, listPaymentsOf, type SalePayment } from '../sales/sales-store.ts'
import { candidateFor, findMatched, listCandidates } from './candidates.ts'
import { presentReport } from './member-reports.ts'
import {
  closeReport,
  countByState,
  findReport,
  listConfirming,
  listQueue,
  lockConfirmations,
  lockReport,
  lockUnpaid,
  type QueuedReport,
  type ReportFilter,
  reopenReport,
  reportOrders,
  type StoredReport,
} from './payment-reports-store.ts'
import { declinedReportEmail } from './report-emails.ts'

type Query = z.infer<typeof reportsQuery>
type Answer = AnswerOf<'GET /api/payment-reports/'>

/** A page of reported payments, with the number of reports in each state. */
export async function listPaymentReports({ db }: { db: Database }, query: Query): Promise<Answer> {
  const target = readPage(query, reportOrders)
  const filter = readFilter(query)
  const states = filter.isGone ? (['confirmed'] as const) : readStates(query.state)
  const { counts, gone } = await countByState(db, filter)
  const total = filter.isGone
    ? gone
    : states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  const { current, lastPage, ...rows } = pageWithin(target, total)
  const reports = await listQueue(db, filter, states, { ...target, ...rows })
  const matched = await findMatched(
    db,
    reports.filter(({ state }) => isPendingReport(state)),
  )
  return {
    results: reports.map((report) => presentRow(report, matched.has(report))),
    current,
    lastPage,
    counts: Object.fromEntries(paymentReportStates.map((state) => [state, counts.get(state) ?? 0])),
    gone,
  }
}

/** Unreadable filters are ignored (docs/specification.md §11.25). */
function readFilter(query: Query): ReportFilter {
  const text = readFilterText(query.q)
  return { text, rut: readFilterRut(text), isGone: readFlag(query.gone) }
}

/** The known states of a comma-separated list; all without any. */
function readStates(text = ''): readonly PaymentReportState[] {
  const named = text
    .split(',')
    .map((name) => name.trim())
    .filter(isPaymentReportState)
  return named.length > 0 ? named : paymentReportStates
}

function presentRow(row: QueuedReport, hasMatch: boolean): Answer['results'][number] {
  return {
    id: row.id,
    state: row.state,
    sale_code: row.saleCode,
    project: row.project,
    member: { id: row.memberId, name: row.memberName, social_security: row.memberRut ?? '' },
    paid_on: row.paidOn,
    amount: row.amount,
    reported_at: row.reportedAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    has_match: hasMatch,
    is_payment_gone: row.isPaymentGone,
  }
}

/**
 * A report as staff see it, with the payments that may confirm it; the caller's own without those.
 * @throws {NotFound} · {Refused} 403 for another's report of a purchase of the caller's own
 */
export async function readPaymentReport(
  { db }: { db: Database },
  caller: SignedInCaller,
  reportId: number,
): Promise<StaffPaymentReport> {
  const report = await findReport(db, reportId)
  if (!report) throw new NotFound()
  const isOwn = report.userId === caller.id
  if (!isOwn) await requireOthersSale(db, caller, report.saleId)
  const object = { type: 'payment_report', id: reportId }
  await recordAuditedRead(db, caller, object, report.userId)
  // None for the caller's own report: the payments may be the next holder's, and a colleague decides.
  const isToDecide = isPendingReport(report.state) && !isOwn
  const candidates = isToDecide ? await listCandidates(db, report) : []
  const { userId: memberId, handledBy: colleagueId } = report
  const { member, colleague } = await findPeopleOfRow(db, { memberId, colleagueId })
  return {
    ...presentReport(report),
    member,
    phone: await findPhone(db, caller, report),
    is_former_holder: !report.isHolder,
    amount_uf: ufOf(report),
    handler: colleague,
    project: report.project,
    ...(await findPayments(db, report)),
    candidates: candidates.map((candidate) => ({
      ...presentPayment(candidate),
      fit: candidate.fit,
    })),
  }
}

/** For staff who may see sales: whom they call about the report. */
async function findPhone(
  db: Database,
  { user }: SignedInCaller,
  report: StoredReport,
): Promise<string> {
  const sale = maySeeSales(user) ? await findSaleOfRequest(db, report) : null
  return sale?.phone ?? ''
}

function ufOf({ amount, paidOn, ufRate }: StoredReport): string | null {
  return ufRate === null ? null : pesosInUf(amount, { date: paidOn, pesos: ufRate })
}

/** The payments that confirm the report; none if accounting lacks one of them now. */
async function findPayments(
  db: Database,
  { saleId, paymentKey, furtherKeys }: StoredReport,
): Promise<Pick<StaffPaymentReport, 'payment' | 'further_payments'>> {
  if (paymentKey === null) return { payment: null, further_payments: [] }
  const payments = await listPaymentsOf(db, [saleId])
  const [payment = null, ...further] = [paymentKey, ...furtherKeys]
    .flatMap((wanted) => payments.find(({ key }) => key === wanted) ?? [])
    .map(presentPayment)
  return { payment, further_payments: further }
}

function presentPayment(payment: SalePayment): NonNullable<StaffPaymentReport['payment']> {
  return {
    key: payment.key,
    deposited_on: payment.depositedOn ?? '',
    amount_uf: payment.amount ?? '',
    document_type: payment.documentType,
    pesos: pesosOf(payment),
  }
}

interface Confirmation {
  reportId: number
  /** At least one. */
  paymentKeys: string[]
  differs: boolean
}

/**
 * Confirms a report with one or more payments of its sale, which confirm no other report and were not made online.
 * Payments that do not match need `differs`. No figure changes.
 * @throws {NotFound} · {Refused} 403, 409
 */
export async function confirmReport(
  { db }: { db: Database },
  caller: SignedInCaller,
  { reportId, paymentKeys, differs }: Confirmation,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const report = await lockPendingReport(tx, caller, reportId)
    const { saleId, userId } = report
    await lockConfirmations(tx, 'shared')
    await lockRecordedPayments(tx, saleId)
    const keys = new Set(paymentKeys)
    const ofSale = await listPaymentsOf(tx, [saleId])
    const payments = [...keys].flatMap((wanted) => ofSale.find(({ key }) => key === wanted) ?? [])
    const [first, ...further] = payments
    if (!first || payments.length < keys.size) {
      throw new Refused(paymentReportMessages.unknownPayment, 409)
    }
    const isOne = (other: { paymentKey: string }) => keys.has(other.paymentKey)
    if ((await listRecording(tx, [saleId])).some(isOne)) {
      throw new Refused(paymentReportMessages.paymentOnline, 409)
    }
    if ((await listConfirming(tx, [saleId])).some(isOne)) {
      throw new Refused(paymentReportMessages.paymentTaken, 409)
    }
    const deposits = payments.map((each) => candidateFor(report, each))
    if (!differs && fitOfAll(report, deposits) !== 'match') {
      throw new Refused(paymentReportMessages.paymentDiffers, 409)
    }
    await closeReport(tx, reportId, {
      state: 'confirmed',
      paymentKey: first.key,
      paymentOn: first.depositedOn,
      paymentUf: first.amount,
      furtherPayments: JSON.stringify(
        further.map(({ key, depositedOn, amount }) => ({ key, on: depositedOn, uf: amount })),
      ),
      handledBy: caller.user.id,
    })
    await recordAuditEvent(tx, caller, {
      action: 'payment_report.confirmed',
      object: { type: 'payment_report', id: reportId },
      subjectId: userId,
      after: { payment_key: paymentKeys.join(', ') },
    })
  })
}

/**
 * Staff say that the payment of accounting is another one. The report waits again.
 * @throws {NotFound} · {Refused} 400 without a reason · 403 · 409 unless it is confirmed, and for an erased member
 */
export async function undoConfirmation(
  { db }: { db: Database },
  caller: SignedInCaller,
  { reportId, reason: typed }: { reportId: number; reason: string },
): Promise<void> {
  const reason = requireReason(typed)
  await callerTransaction(db, caller, async (tx, caller) => {
    const report = await lockOthersReport(tx, caller, reportId)
    if (report.state !== 'confirmed') throw new Refused(paymentReportMessages.impossible, 409)
    if (await isErased(tx, report.userId)) {
      throw new Refused(paymentReportMessages.memberErased, 409)
    }
    await reopenReport(tx, reportId)
    await recordAuditEvent(tx, caller, {
      action: 'payment_report.unmatched',
      object: { type: 'payment_report', id: reportId },
      subjectId: report.userId,
      before: {
        payment_key: report.paymentKey && [report.paymentKey, ...report.furtherKeys].join(', '),
      },
      reason,
    })
  })
}

/**
 * After the undo of a load: reports that staff confirmed since with a payment that it brought wait again, as an online
 * payment does. Those of an erased member stay: there is nobody to ask.
 */
export async function reopenUnpaid(
  tx: Transaction,
  actor: AuditActor,
  confirmedSince: Date,
): Promise<void> {
  // Who confirms one meanwhile waits, and then finds the payment gone.
  await lockConfirmations(tx, 'alone')
  for (const { id, userId, paymentKeys } of await lockUnpaid(tx, confirmedSince)) {
    if (await isErased(tx, userId)) continue
    await reopenReport(tx, id)
    await recordAuditEvent(tx, actor, {
      action: 'payment_report.unmatched',
      object: { type: 'payment_report', id },
      subjectId: userId,
      before: { payment_key: paymentKeys.join(', ') },
      reason: paymentReportMessages.loadUndone,
    })
  }
}

/**
 * Declines a report with a reason that the member reads in the portal; an email says that it is there.
 * @throws {NotFound} · {Refused} 400, 403, 409
 */
export async function declineReport(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  { reportId, reason: typed }: { reportId: number; reason: string },
): Promise<void> {
  const reason = requireReason(typed)
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

/**
 * Locks a report that waits for staff.
 * @throws {NotFound}
 * @throws {Refused} 403 for the caller's own report or purchase · 409 when it is closed already
 */
async function lockPendingReport(
  tx: Transaction,
  caller: SignedInCaller,
  reportId: number,
): Promise<StoredReport> {
  const report = await lockOthersReport(tx, caller, reportId)
  if (!isPendingReport(report.state)) throw new Refused(paymentReportMessages.impossible, 409)
  return report
}

/** @throws {NotFound} · {Refused} 403 for the caller's own report or purchase */
async function lockOthersReport(
  tx: Transaction,
  caller: SignedInCaller,
  reportId: number,
): Promise<StoredReport> {
  const report = await lockReport(tx, reportId)
  if (!report) throw new NotFound()
  if (!mayHandlePaymentOf(caller.user.id, report.userId)) {
    throw new Refused(paymentReportMessages.ownReport, 403)
  }
  await requireOthersSale(tx, caller, report.saleId)
  return report
}
