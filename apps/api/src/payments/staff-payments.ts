import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { paymentFilters, paymentsQuery, StaffPayment } from '@carpeta/contract/payments'
import { isBusinessDay } from '@carpeta/domain/dates/business-days'
import {
  addDays,
  type CalendarDate,
  dateOrNull,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatPesos, formatUf } from '@carpeta/domain/money/money'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import {
  cardTypeName,
  isOpenOrder,
  mayGiveUp,
  onlinePaymentMessages,
  orderLabels,
  orderStates,
  recordingPayments,
} from '@carpeta/domain/payments/online-payment-rules'
import {
  mayHandlePaymentOf,
  paymentReportMessages,
} from '@carpeta/domain/payments/payment-report-states'
import { formatRut } from '@carpeta/domain/people/rut'
import type { z } from 'zod'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { requireRecentAuthentication } from '../auth/reauthentication.ts'
import { closedDays } from '../calendar/closed-days.ts'
import type { WebpayConfig } from '../config/payment-settings.ts'
import { type CsvCell, csvNumber, csvText } from '../csv/csv-writer.ts'
import type { Database, Transaction } from '../db/client.ts'
import { operator, type SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, Unavailable } from '../http/errors.ts'
import { pageWithin, readFilterRut, readFilterText, readFlag, readPage } from '../http/paging.ts'
import { listFreePayments, pesosOf } from '../payment-reports/candidates.ts'
import type { SalePayment } from '../sales/sales-store.ts'
import { present } from './online-payments.ts'
import type { PaymentServices } from './order-outcome.ts'
import {
  changeState,
  countByState,
  countOrders,
  countUnrecorded,
  findListedOrder,
  findOrder,
  type ListedOrder,
  listOrders,
  listUnrecorded,
  lockOrder,
  lockRecordedPayments,
  type OrderFilter,
  recordOrder,
  refundOrder,
  type StoredOrder,
  sumByDay,
} from './payments-store.ts'
import { readTransaction, refundTransaction, WebpayRefused } from './webpay.ts'

const UNRECORDED_BUSINESS_DAYS = 3
/** Staff look at an order whose end is not known after this time. */
const UNCERTAIN_MS = 15 * 60_000
/** Closed days that may lie within three business days. */
const WINDOW_DAYS = 30

/** Payments authorised before this day should be in accounting by now. */
export async function unrecordedBefore(db: Database): Promise<CalendarDate> {
  let day = todayInSantiago(new Date())
  const closed = await closedDays(db, addDays(day, -WINDOW_DAYS), day)
  for (let passed = 0; passed < UNRECORDED_BUSINESS_DAYS; day = addDays(day, -1)) {
    if (isBusinessDay(day, closed)) passed += 1
  }
  return day
}

/** The number of payments that a load should have brought, for the start page of staff. */
export async function countLatePayments(db: Database): Promise<number> {
  return countUnrecorded(db, await unrecordedBefore(db))
}

export async function listPayments(
  db: Database,
  query: z.infer<typeof paymentsQuery>,
): Promise<AnswerOf<'GET /api/payments/'>> {
  const before = await unrecordedBefore(db)
  const filter = readFilter(query, before)
  const target = readPage(query, ['id'])
  const { current, lastPage, ...rows } = pageWithin(target, await countOrders(db, filter))
  const orders = await listOrders(db, filter, rows)
  return {
    results: orders.map((order) => presentForStaff(order, before)),
    current,
    lastPage,
    totals: await sumByDay(db, filter),
    counts: Object.fromEntries(
      (await countByState(db, filter)).map(({ state, count }) => [state, count]),
    ),
    unrecorded: await countUnrecorded(db, before),
  }
}

/** Unreadable filters are ignored (docs/specification.md §11.25). */
function readFilter(query: z.infer<typeof paymentFilters>, before: CalendarDate): OrderFilter {
  const memberName = readFilterText(query.member)
  const named = (query.state ?? '').split(',').map((name) => name.trim())
  const states = orderStates.filter((state) => named.includes(state))
  return {
    states: states.length > 0 ? states : null,
    memberName,
    memberRut: readFilterRut(memberName),
    saleCode: readFilterText(query.sale),
    from: dateOrNull(query.from),
    to: dateOrNull(query.to),
    unrecordedBefore: readFlag(query.unrecorded) ? before : null,
  }
}

function presentForStaff(order: ListedOrder, before: CalendarDate): StaffPayment {
  const { redirect: _, ...payment } = present(order)
  const { authorizedAt, state, recordedOn } = order
  const isForgotten =
    state === 'authorized' &&
    recordedOn === null &&
    authorizedAt !== null &&
    todayInSantiago(authorizedAt) < before
  const isUncertain = isOpenOrder(state) && Date.now() - order.changedAt.getTime() > UNCERTAIN_MS
  return {
    ...payment,
    project: order.project,
    member: { id: order.userId, name: order.memberName, social_security: order.memberRut ?? '' },
    refund_reason: order.refundReason,
    is_late: isForgotten || isUncertain,
    may_expire: mayGiveUp(order, new Date()),
  }
}

async function readForStaff(db: Database, id: number): Promise<StaffPayment> {
  return presentForStaff(await findListedOrder(db, id), await unrecordedBefore(db))
}

const MAX_CSV = 100_000
const header = [
  ...['Fecha', 'Folio', 'Venta', 'Rut', 'Nombre', 'Estado', 'Pesos', 'UF', 'Valor UF'],
  ...['Código de autorización', 'Tipo de tarjeta', 'Cuotas', 'Registrado el'],
]

/** One row a payment, for accounting. */
export async function paymentsCsv(
  db: Database,
  query: z.infer<typeof paymentFilters>,
): Promise<{ csv: string; orders: ListedOrder[] }> {
  const filter = readFilter(query, await unrecordedBefore(db))
  const orders = await listOrders(db, filter, { offset: 0, limit: MAX_CSV })
  return { csv: csvText([header, ...orders.map(csvRow)]), orders }
}

function csvRow(order: ListedOrder): CsvCell[] {
  return [
    dateTimeInSantiago(order.authorizedAt ?? order.createdAt),
    order.folio,
    order.saleCode,
    order.memberRut === null ? '' : formatRut(order.memberRut),
    order.memberName,
    orderLabels[order.state],
    csvNumber(formatPesos(order.pesos)),
    csvNumber(formatUf(order.uf)),
    csvNumber(formatUfRate(order.ufValue)),
    order.authorizationCode,
    order.cardType === '' ? '' : cardTypeName(order.cardType),
    order.authorizedAt === null ? '' : csvNumber(String(order.instalments)),
    order.recordedOn === null ? '' : shortDate(order.recordedOn),
  ]
}

/**
 * Gives the whole amount back to the card. Repeated, it gives nothing twice: Webpay says whether it did.
 * @throws {Refused} 400 without a reason · 403 without a recent login, or for the caller's own · 409 unless it
 * was approved
 * @throws {RefundFailed} 503 when Webpay did not confirm it
 */
export async function refundPayment(
  { db, config }: PaymentServices,
  caller: SignedInCaller,
  { id, reason: typed }: { id: number; reason: string },
): Promise<StaffPayment> {
  const refundReason = requireReason(typed)
  const { webpay } = config
  const order = await callerTransaction(db, caller, async (tx) => {
    await requireRecentAuthentication(tx, caller)
    return requireRefundable(requireOthers(await lockOrder(tx, id), caller))
  })
  if (webpay === null || order.token === null) throw new RefundFailed()
  try {
    if (!(await isGivenBack(webpay, order.token))) {
      await refundTransaction(webpay, order.token, order.pesos)
    }
  } catch (error) {
    if (!(error instanceof WebpayRefused)) throw new RefundFailed()
    // A colleague may have given it back meanwhile.
    requireRefundable(await findOrder(db, id))
    throw new Refused(onlinePaymentMessages.refundRefused, 409)
  }
  // Webpay gave it back: this is recorded whatever became of the caller's session meanwhile.
  await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, id)
    if (locked?.state !== 'authorized') return
    await refundOrder(tx, id, { refundReason, refundedBy: caller.id })
    await recordAuditEvent(tx, caller, {
      action: 'payment.refunded',
      object: { type: 'payment', id },
      subjectId: order.userId,
      after: { pesos: order.pesos },
      reason: refundReason,
    })
  })
  return readForStaff(db, id)
}

function requireReason(typed: string): string {
  const reason = typed.trim()
  if (reason === '') throw new Refused(onlinePaymentMessages.reasonRequired)
  return reason
}

/** False also when Webpay no longer tells: it does for seven days. It refuses to give a whole payment back twice. */
async function isGivenBack(webpay: WebpayConfig, token: string): Promise<boolean> {
  try {
    const { status } = await readTransaction(webpay, token)
    return ['REVERSED', 'NULLIFIED'].includes(status)
  } catch (error) {
    if (error instanceof WebpayRefused) return false
    throw error
  }
}

/** @throws {NotFound} · {Refused} 403 for the caller's own payment */
function requireOthers(order: StoredOrder | null, { id }: SignedInCaller): StoredOrder {
  if (!order) throw new NotFound()
  if (!mayHandlePaymentOf(id, order.userId)) {
    throw new Refused(onlinePaymentMessages.ownPayment, 403)
  }
  return order
}

function requireRefundable(order: StoredOrder | null): StoredOrder {
  if (order?.state !== 'authorized') throw new Refused(onlinePaymentMessages.notRefundable, 409)
  return order
}

export class RefundFailed extends Unavailable {
  override readonly body = onlinePaymentMessages.refundFailed.text
}

/**
 * Ends as expired what Webpay no longer knows, so that its sale can be paid online again.
 * @throws {Refused} 400 without a reason · 403 without a recent login, or for the caller's own · 409 while Webpay
 * knows how it ended
 * @throws {ExpireFailed} 503 when Webpay does not answer
 */
export async function expirePayment(
  { db, config: { webpay } }: PaymentServices,
  caller: SignedInCaller,
  { id, reason: typed }: { id: number; reason: string },
): Promise<StaffPayment> {
  const reason = requireReason(typed)
  const { token } = await callerTransaction(db, caller, async (tx) => {
    await requireRecentAuthentication(tx, caller)
    return requireLost(requireOthers(await lockOrder(tx, id), caller))
  })
  if (webpay === null || token === null) throw new ExpireFailed()
  const isMissing = await readTransaction(webpay, token).then(
    () => false,
    (error) => {
      if (error instanceof WebpayRefused) return error.isMissing
      throw new ExpireFailed()
    },
  )
  if (!isMissing) throw new Refused(onlinePaymentMessages.notExpirable, 409)
  await callerTransaction(db, caller, async (tx) => {
    const { userId, pesos } = requireLost(await lockOrder(tx, id))
    await changeState(tx, id, 'expired')
    await recordAuditEvent(tx, caller, {
      action: 'payment.expired',
      object: { type: 'payment', id },
      subjectId: userId,
      after: { pesos },
      reason,
    })
  })
  return readForStaff(db, id)
}

function requireLost(order: StoredOrder | null): StoredOrder {
  if (order && mayGiveUp(order, new Date())) return order
  throw new Refused(onlinePaymentMessages.notExpirable, 409)
}

export class ExpireFailed extends Unavailable {
  override readonly body = onlinePaymentMessages.expireFailed.text
}

/** What staff may match an order with, the last deposit first. @throws {NotFound} */
export async function listCandidates(
  db: Database,
  caller: SignedInCaller,
  id: number,
): Promise<AnswerOf<'GET /api/payments/:id/candidates/'>['results']> {
  const order = await findOrder(db, id)
  if (!order) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'payment', id }, order.userId)
  return (await listFreePayments(db, [order.saleId])).map((payment) => ({
    key: payment.key,
    deposited_on: payment.depositedOn ?? '',
    amount_uf: payment.amount ?? '',
    document_type: payment.documentType,
    pesos: pesosOf(payment),
  }))
}

/** Staff say which payment of accounting an order is. @throws {NotFound} · {Refused} 403 for their own, 409 */
export async function matchPayment(
  db: Database,
  caller: SignedInCaller,
  { id, paymentKey }: { id: number; paymentKey: string },
): Promise<StaffPayment> {
  await callerTransaction(db, caller, async (tx) => {
    await match(tx, caller, requireOthers(await lockOrder(tx, id), caller), paymentKey)
  })
  return readForStaff(db, id)
}

/** The job: matches the orders that exactly one payment of accounting fits. No figure changes. */
export async function matchRecorded({ db }: { db: Database }): Promise<void> {
  const orders = await listUnrecorded(db)
  if (orders.length === 0) return
  const free = await listFreePayments(db, [...new Set(orders.map(({ saleId }) => saleId))])
  for (const order of orders) {
    const [payment, ...others] = fittingPayments(order, free)
    // Two orders of the same day and amount may fit one payment: staff say whose it is.
    if (!payment || others.length > 0) continue
    const isShared = orders.some(
      (other) => other.id !== order.id && fittingPayments(other, free).includes(payment),
    )
    if (isShared) continue
    try {
      await db.transaction(async (tx) => {
        const locked = await lockOrder(tx, order.id)
        if (locked) await match(tx, operator, locked, payment.key)
      })
    } catch (error) {
      // Staff decided about the order or the payment meanwhile.
      if (!(error instanceof Refused)) throw error
    }
  }
}

function fittingPayments(order: StoredOrder, free: SalePayment[]): SalePayment[] {
  const { pesos, authorizationCode, createdAt, saleId } = order
  const own = free.filter((payment) => payment.saleId === saleId)
  const paidOn = todayInSantiago(createdAt)
  return recordingPayments(
    { paidOn, pesos, authorizationCode },
    own.map((payment) => ({ ...payment, pesos: pesosOf(payment), payment })),
  ).map(({ payment }) => payment)
}

/** @throws {Refused} 409 unless both the locked order and the payment are free */
async function match(
  tx: Transaction,
  actor: SignedInCaller | typeof operator,
  { id, saleId, userId }: StoredOrder,
  paymentKey: string,
): Promise<void> {
  await lockRecordedPayments(tx, saleId)
  const free = await listFreePayments(tx, [saleId])
  const payment = free.find(({ key }) => key === paymentKey)
  if (!payment) throw new Refused(paymentReportMessages.unknownPayment, 409)
  // A deposit without a date is recorded today.
  const recordedOn = payment.depositedOn ?? todayInSantiago(new Date())
  if (!(await recordOrder(tx, id, { paymentKey, recordedOn }))) {
    throw new Refused(onlinePaymentMessages.notMatchable, 409)
  }
  await recordAuditEvent(tx, actor, {
    action: 'payment.matched',
    object: { type: 'payment', id },
    subjectId: userId,
    after: { payment_key: paymentKey },
  })
}
