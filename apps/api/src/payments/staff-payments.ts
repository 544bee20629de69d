import type { Readable } from 'node:stream'
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
import { formatPesos, formatUfFigure, formatUfRate } from '@carpeta/domain/money/money'
import { RECORDING_BUSINESS_DAYS } from '@carpeta/domain/payments/awaited-notice'
import {
  cardTypeName,
  isForgotten,
  isOpenOrder,
  mayGiveUp,
  type OrderState,
  onlinePaymentMessages,
  orderLabels,
  orderStates,
  timeSince,
  UNCERTAIN_MS,
} from '@carpeta/domain/payments/online-payment-rules'
import { mayHandlePaymentOf } from '@carpeta/domain/payments/payment-report-states'
import { formatRut } from '@carpeta/domain/people/rut'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import {
  callerTransaction,
  requireRecentAuthentication,
  requireStillAllowed,
} from '../auth/caller-transaction.ts'
import { closedDays } from '../calendar/closed-days.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { type CsvCell, csvNumber, csvOfIds } from '../files/csv-writer.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, Unavailable } from '../http/errors.ts'
import { pageWithin, readFilterRut, readFilterText, readFlag, readPage } from '../http/paging.ts'
import { ownPurchasesAmong, requireOthersSale } from '../sales/sale-accesses.ts'
import { present } from './online-payments.ts'
import { askForOutcome, type PaymentServices } from './order-outcome.ts'
import {
  changeState,
  countByState,
  countOrders,
  countUnsettled,
  findListedOrder,
  type ListedOrder,
  listOrderIds,
  listOrders,
  listOrdersWith,
  lockOrder,
  type OrderFilter,
  type StoredOrder,
  sumByDay,
} from './payments-store.ts'

/** Closed days that may lie within three business days. */
const WINDOW_DAYS = 30

/** Payments authorised before this day should be in accounting by now. */
async function unrecordedBefore(db: Database): Promise<CalendarDate> {
  let day = todayInSantiago(new Date())
  const closed = await closedDays(db, addDays(day, -WINDOW_DAYS), day)
  for (let passed = 0; passed < RECORDING_BUSINESS_DAYS; day = addDays(day, -1)) {
    if (isBusinessDay(day, closed)) passed += 1
  }
  return day
}

/** The number of payments that staff should look at, as the list marks them. */
export async function countLatePayments(db: Database): Promise<number> {
  return countUnsettled(db, await unrecordedBefore(db))
}

/** Leaves out what colleagues wrote about a payment for the caller's own purchase. */
export async function listPayments(
  db: Database,
  caller: SignedInCaller,
  query: z.infer<typeof paymentsQuery>,
): Promise<AnswerOf<'GET /api/payments/'>> {
  const before = await unrecordedBefore(db)
  const asked = readFilter(query, before)
  const counts = await countByState(db, asked)
  // Found once: it takes comparing each with accounting's payments.
  const unsettled = await listOrderIds(db, { ...asked, states: null, unrecordedBefore: before })
  const isAll = asked.unrecordedBefore === null
  const filter = isAll ? asked : { ...asked, unrecordedBefore: null, ids: unsettled }
  const total = isAll ? sumOf(counts, asked.states) : await countOrders(db, filter)
  const { current, lastPage, ...rows } = pageWithin(readPage(query, ['id']), total)
  const orders = await listOrders(db, filter, rows)
  const own = await ownPurchasesAmong(
    db,
    caller,
    orders.map(({ saleId }) => saleId),
  )
  return {
    results: orders.map((order) => ({
      ...presentForStaff(order, before),
      ...(own.has(order.saleId) && { refund_reason: '' }),
    })),
    current,
    lastPage,
    totals: await sumByDay(db, filter),
    counts: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    unrecorded: unsettled.length,
  }
}

function sumOf(
  counts: { state: OrderState; count: number }[],
  states: readonly OrderState[] | null,
): number {
  return counts
    .filter(({ state }) => states === null || states.includes(state))
    .reduce((sum, { count }) => sum + count, 0)
}

/** Unreadable filters are ignored (docs/specification.md §11.25). */
function readFilter(query: z.infer<typeof paymentFilters>, before: CalendarDate): OrderFilter {
  const text = readFilterText(query.q)
  const named = (query.state ?? '').split(',').map((name) => name.trim())
  const states = orderStates.filter((state) => named.includes(state))
  return {
    states: states.length > 0 ? states : null,
    text,
    rut: readFilterRut(text),
    from: dateOrNull(query.from),
    to: dateOrNull(query.to),
    unrecordedBefore: readFlag(query.unrecorded) ? before : null,
  }
}

function presentForStaff(order: ListedOrder, before: CalendarDate): StaffPayment {
  const { redirect: _, ...payment } = present(order)
  const { authorizedAt, state, recordedOn, isStillRecorded } = order
  const isUnrecorded =
    state === 'authorized' &&
    recordedOn === null &&
    authorizedAt !== null &&
    todayInSantiago(authorizedAt) < before
  const isUncertain = isOpenOrder(state) && timeSince(order.changedAt, new Date()) > UNCERTAIN_MS
  return {
    ...payment,
    project: order.project,
    member: { id: order.userId, name: order.memberName, social_security: order.memberRut ?? '' },
    refund_reason: order.refundReason,
    is_late: isUnrecorded || isUncertain || payment.is_refund_uncertain || isStillRecorded,
    may_expire: mayGiveUp(order, new Date()),
  }
}

export async function readForStaff(db: Database, id: number): Promise<StaffPayment> {
  return presentForStaff(await findListedOrder(db, id), await unrecordedBefore(db))
}

const header = [
  ...['Fecha', 'Folio', 'Venta', 'Rut', 'Nombre', 'Estado', 'Pesos', 'UF', 'Valor UF'],
  ...['Código de autorización', 'Tipo de tarjeta', 'Cuotas de la tarjeta', 'Registrado el'],
]

/**
 * One row a payment, for accounting. The audit log has the names of the filters, not what was typed.
 * @throws {Refused} 403 without a recent authentication
 */
export async function exportPayments(
  services: { db: Database; config: Config },
  caller: SignedInCaller,
  query: z.infer<typeof paymentFilters>,
): Promise<Readable> {
  const { db } = services
  await requireRecentAuthentication(db, caller)
  const ids = await listOrderIds(db, readFilter(query, await unrecordedBefore(db)))
  const names = ['q', 'state', 'from', 'to', 'unrecorded'] as const
  const filters = names.filter((name) => query[name])
  const after = { filters, payments: ids.length }
  await recordAuditEvent(db, caller, { action: 'payments.exported', after })
  return csvOfIds(header, ids, async (batch) => {
    await requireStillAllowed(services, caller)
    return (await listOrdersWith(db, batch)).map(csvRow)
  })
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
    csvNumber(formatUfFigure(order.uf)),
    csvNumber(formatUfRate(order.ufValue)),
    order.authorizationCode,
    order.cardType === '' ? '' : cardTypeName(order.cardType),
    order.authorizedAt === null ? '' : csvNumber(String(order.instalments)),
    order.recordedOn === null ? '' : shortDate(order.recordedOn),
  ]
}

export function requireReason(typed: string): string {
  const reason = typed.trim()
  if (reason === '') throw new Refused(onlinePaymentMessages.reasonRequired)
  return reason
}

/** Locks a payment. @throws {NotFound} · {Refused} 403 for the caller's own payment or purchase */
export async function lockOthersOrder(
  tx: Transaction,
  caller: SignedInCaller,
  id: number,
): Promise<StoredOrder> {
  const order = await lockOrder(tx, id)
  if (!order) throw new NotFound()
  if (!mayHandlePaymentOf(caller.id, order.userId)) {
    throw new Refused(onlinePaymentMessages.ownPayment, 403)
  }
  await requireOthersSale(tx, caller, order.saleId)
  return order
}

/**
 * Ends as expired an order that nobody paid, or of which Webpay no longer tells, so that its member can pay again.
 * @throws {Refused} 400 without a reason · 403 without a recent login, or for the caller's own · 409 while Webpay
 * tells or may tell how it ended
 * @throws {ExpireFailed} 503 when Webpay does not answer and may still tell
 */
export async function expirePayment(
  services: PaymentServices,
  caller: SignedInCaller,
  { id, reason: typed }: { id: number; reason: string },
): Promise<StaffPayment> {
  const { db, config } = services
  const reason = requireReason(typed)
  const order = await callerTransaction(db, caller, async (tx, caller) => {
    await requireRecentAuthentication(tx, caller)
    return requireGivenUp(await lockOthersOrder(tx, caller, id))
  })
  const isUnpaid = config.webpay !== null && (await askForOutcome(services, config.webpay, id))
  await callerTransaction(db, caller, async (tx, caller) => {
    const locked = await lockOrder(tx, id)
    // Webpay said so now, or the job heard it meanwhile.
    if (locked?.state === 'expired') return
    const { userId, pesos } = requireGivenUp(locked)
    if (!isUnpaid && !isForgotten(order, new Date())) throw new ExpireFailed()
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

function requireGivenUp(order: StoredOrder | null): StoredOrder {
  if (order && mayGiveUp(order, new Date())) return order
  throw new Refused(onlinePaymentMessages.notExpirable, 409)
}

class ExpireFailed extends Unavailable {
  override readonly body = onlinePaymentMessages.expireFailed.text
}
