import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { StaffPayment } from '@carpeta/contract/payments'
import { addDays, type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  isNamedBy,
  onlinePaymentMessages,
  recordingPayments,
} from '@carpeta/domain/payments/online-payment-rules'
import {
  byFit,
  fitOf,
  isPossible,
  SETTLED_WITHIN_DAYS,
} from '@carpeta/domain/payments/payment-match'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import {
  type Database,
  isDatabaseDown,
  type JobDatabase,
  rootCause,
  type Transaction,
} from '../db/client.ts'
import { operator, type SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { requireOthersSale } from '../sales/sale-accesses.ts'
import { listDueDates, listPaymentsOf, type SalePayment } from '../sales/sales-store.ts'
import {
  type ListConfirming,
  type ListPending,
  listFreePayments,
  pesosOf,
} from './free-payments.ts'
import type { Log } from './order-outcome.ts'
import {
  findOrder,
  forgetRecorded,
  listAuthorizationCodes,
  listDoubtfulMatches,
  listMatchable,
  lockOrder,
  lockRecordedPayments,
  recordOrder,
  type StoredOrder,
} from './payments-store.ts'
import { lockOthersOrder, readForStaff, requireReason } from './staff-payments.ts'

// Which payment of accounting an order is. No figure changes.

interface MatchServices {
  db: Database
  listConfirming: ListConfirming
}

/**
 * The payments of accounting that an order can be, the best fit first.
 * @throws {NotFound} · {Refused} 403 for a purchase of the caller's own
 */
export async function listCandidates(
  services: MatchServices,
  caller: SignedInCaller,
  id: number,
): Promise<AnswerOf<'GET /api/payments/:id/candidates/'>['results']> {
  const { db } = services
  const order = await findOrder(db, id)
  if (!order) throw new NotFound()
  await requireOthersSale(db, caller, order.saleId)
  await recordAuditedRead(db, caller, { type: 'payment', id }, order.userId)
  const paid = { paidOn: todayInSantiago(order.createdAt), amount: order.pesos }
  const free = await listFreePayments(services, [order.saleId], 'online')
  return free
    .filter(({ depositedOn }) => isPossible(paid.paidOn, depositedOn))
    .map((payment) => {
      const compared = { ...payment, pesos: pesosOf(payment) }
      return { ...compared, fit: fitOf(paid, compared) }
    })
    .toSorted(byFit(paid))
    .map(({ key, depositedOn, amount, documentType, pesos, fit }) => ({
      ...{ key, deposited_on: depositedOn ?? '', amount_uf: amount ?? '' },
      ...{ document_type: documentType, pesos, fit },
    }))
}

/** Staff say which payment of accounting an order is. @throws {NotFound} · {Refused} 403 for their own, 409 */
export async function matchPayment(
  { db, listConfirming }: MatchServices,
  caller: SignedInCaller,
  { id, paymentKey }: { id: number; paymentKey: string },
): Promise<StaffPayment> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const order = await lockOthersOrder(tx, caller, id)
    await match({ db: tx, listConfirming }, caller, order, paymentKey)
  })
  return readForStaff(db, id)
}

/**
 * Staff say that the payment of accounting is another one. The job does not match the order again.
 * @throws {NotFound} · {Refused} 400 without a reason · 403 for their own · 409 without one
 */
export async function undoMatch(
  db: Database,
  caller: SignedInCaller,
  { id, reason: typed }: { id: number; reason: string },
): Promise<StaffPayment> {
  const reason = requireReason(typed)
  await callerTransaction(db, caller, async (tx, caller) => {
    const { userId, paymentKey } = await lockOthersOrder(tx, caller, id)
    if (!(await forgetRecorded(tx, id, { isMatchedByStaff: true }))) {
      throw new Refused(onlinePaymentMessages.notMatched, 409)
    }
    await recordAuditEvent(tx, caller, {
      action: 'payment.unmatched',
      object: { type: 'payment', id },
      subjectId: userId,
      before: { payment_key: paymentKey },
      reason,
    })
  })
  return readForStaff(db, id)
}

type JobServices = MatchServices & { db: JobDatabase }

/**
 * The job: matches the orders that exactly one payment of accounting fits. One that only its amount and day tell may
 * also be what a member reported.
 */
export async function matchRecorded(
  { listPending, ...services }: JobServices & { listPending: ListPending },
  log: Log,
): Promise<void> {
  const { db } = services
  await correctMatches(services, log)
  const bySale = Map.groupBy(await listMatchable(db), ({ saleId }) => saleId)
  if (bySale.size === 0) return
  const saleIds = [...bySale.keys()]
  const reports = Map.groupBy(await listPending(db, saleIds), ({ saleId }) => saleId)
  const free = Map.groupBy(
    await listFreePayments(services, saleIds, 'online'),
    ({ saleId }) => saleId,
  )
  const facts = await readSaleFacts(db, saleIds)
  for (const [saleId, orders] of bySale) {
    const fitting = fittingPayments(orders, free.get(saleId) ?? [], facts)
    // A payment that may be another order's is left to staff.
    const claims = Map.groupBy([...fitting.values()].flat(), (payment) => payment)
    for (const order of orders) {
      if (order.isRecorded || order.isMatchedByStaff) continue
      const [payment, ...others] = fitting.get(order) ?? []
      if (!payment || others.length > 0 || claims.get(payment)?.length !== 1) continue
      const isReported = reports
        .get(saleId)
        ?.some((report) => fitOf(report, { ...payment, pesos: pesosOf(payment) }) === 'match')
      if (isReported && !isNamedBy(payment, order.authorizationCode)) continue
      await matchByItself(services, order, payment, log)
    }
  }
}

/** In its own transaction. */
async function matchByItself(
  { db, listConfirming }: JobServices,
  { id }: StoredOrder,
  payment: SalePayment,
  log: Log,
): Promise<void> {
  await attempt(log, id, () =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, id)
      if (order) await match({ db: tx, listConfirming }, operator, order, payment.key)
    }),
  )
}

/** An order that fails holds up no other. */
async function attempt(log: Log, id: number, action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    // Staff decided about the order or the payment meanwhile.
    if (error instanceof Refused) return
    if (isDatabaseDown(error)) throw error
    log.error(`payment ${id}: ${(rootCause(error) as Error).message}`)
  }
}

/**
 * The job: an order that it matched by day and pesos is the payment that names its authorisation code, when a load
 * brings that one later. The other payment is free again.
 */
async function correctMatches({ db, listConfirming }: JobServices, log: Log): Promise<void> {
  for (const { id } of await listDoubtfulMatches(db)) {
    await attempt(log, id, () =>
      db.transaction(async (tx) => {
        const order = await lockOrder(tx, id)
        if (order) await correctMatch({ db: tx, listConfirming }, order)
      }),
    )
  }
}

async function correctMatch(
  services: { db: Transaction; listConfirming: ListConfirming },
  order: StoredOrder,
): Promise<void> {
  const { db: tx } = services
  const { id, saleId, userId, paymentKey, authorizationCode } = order
  await lockRecordedPayments(tx, saleId)
  const names = (payment: SalePayment) => isNamedBy(payment, authorizationCode)
  const matched = (await listPaymentsOf(tx, [saleId])).find(({ key }) => key === paymentKey)
  const free = (await listFreePayments(services, [saleId], 'online')).filter(names)
  const facts = await readSaleFacts(tx, [saleId])
  const ofCode = facts.codes.filter((each) => each.authorizationCode === authorizationCode)
  const [payment, ...others] = fittingPayments([order], free, facts).get(order) ?? []
  if (!matched || names(matched) || !payment || others.length > 0 || ofCode.length > 1) return
  if (!(await forgetRecorded(tx, id, { isMatchedByStaff: false }))) return
  await recordAuditEvent(tx, operator, {
    action: 'payment.unmatched',
    object: { type: 'payment', id },
    subjectId: userId,
    before: { payment_key: paymentKey },
    reason: onlinePaymentMessages.codeElsewhere,
  })
  await match(services, operator, order, payment.key)
}

interface SaleFacts {
  /** By sale. */
  dueDates: Map<number, (CalendarDate | null)[]>
  codes: { id: number; saleId: number; authorizationCode: string }[]
}

async function readSaleFacts(db: Database | Transaction, saleIds: number[]): Promise<SaleFacts> {
  const plans = await listDueDates(db, saleIds)
  return {
    dueDates: new Map(plans.map(({ saleId, dueDates }) => [saleId, dueDates])),
    codes: await listAuthorizationCodes(db, saleIds),
  }
}

/** Of each order of a sale. A sale may have thousands of payments: of each order only those of near days are compared. */
function fittingPayments<Order extends StoredOrder>(
  orders: Order[],
  free: SalePayment[],
  { dueDates, codes }: SaleFacts,
): Map<Order, SalePayment[]> {
  const byDay = Map.groupBy(free, ({ depositedOn }) => depositedOn)
  const compared = (payment: SalePayment) => ({
    ...{ ...payment, payment, pesos: pesosOf(payment) },
    paidDates: paidDates(payment, dueDates.get(payment.saleId) ?? []),
  })
  const fitting = orders.map((order): [Order, SalePayment[]] => {
    const paidOn = todayInSantiago(order.createdAt)
    const days = Array.from({ length: SETTLED_WITHIN_DAYS + 1 }, (_, i) => addDays(paidOn, i))
    const near = days.flatMap((day) => byDay.get(day)?.map(compared) ?? [])
    const othersCodes = codes
      .filter(({ id, saleId }) => saleId === order.saleId && id !== order.id)
      .map((other) => other.authorizationCode)
    const fits = recordingPayments({ ...order, paidOn, othersCodes }, near)
    const { earlierPayments, authorizationCode } = order
    // What accounting had already is another payment, unless it says that it is this one.
    const mayBe = (payment: SalePayment) =>
      !earlierPayments.includes(payment.key) || isNamedBy(payment, authorizationCode)
    return [order, fits.map(({ payment }) => payment).filter(mayBe)]
  })
  return new Map(fitting)
}

/** Null where accounting says none. An instalment that the plan does not have pays none of an order's. */
function paidDates(
  { instalments }: SalePayment,
  dueDates: (CalendarDate | null)[],
): (CalendarDate | null)[] | null {
  if (instalments === '') return null
  return instalments.split(',').flatMap((place) => dueDates.slice(Number(place) - 1, Number(place)))
}

/** @throws {Refused} 409 unless both the locked order and the payment are free */
async function match(
  { db: tx, listConfirming }: { db: Transaction; listConfirming: ListConfirming },
  actor: SignedInCaller | typeof operator,
  { id, saleId, userId }: StoredOrder,
  paymentKey: string,
): Promise<void> {
  await lockRecordedPayments(tx, saleId)
  const free = await listFreePayments({ db: tx, listConfirming }, [saleId], 'online')
  const payment = free.find(({ key }) => key === paymentKey)
  if (!payment) throw new Refused(paymentReportMessages.unknownPayment, 409)
  // A deposit without a date is recorded today.
  const recordedOn = payment.depositedOn ?? todayInSantiago(new Date())
  const isMatchedByStaff = actor !== operator
  const { depositedOn: paymentOn, amount: paymentUf } = payment
  const recorded = { paymentKey, paymentOn, paymentUf, recordedOn, isMatchedByStaff }
  if (!(await recordOrder(tx, id, recorded))) {
    throw new Refused(onlinePaymentMessages.notMatchable, 409)
  }
  await recordAuditEvent(tx, actor, {
    action: 'payment.matched',
    object: { type: 'payment', id },
    subjectId: userId,
    after: { payment_key: paymentKey },
  })
}
