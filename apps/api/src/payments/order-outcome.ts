import { readSale } from '@carpeta/contract/read-sale'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { PaidPart, UnrecordedPayment } from '@carpeta/domain/payments/next-payment'
import {
  isOpenOrder,
  isStillOwed,
  isTimeOver,
  mayBecome,
  type OrderState,
  onlinePaymentMessages,
  timeSince,
} from '@carpeta/domain/payments/online-payment-rules'
import type { Sale } from '@carpeta/domain/sales/sale'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { WebpayConfig } from '../config/payment-settings.ts'
import { type Database, isDatabaseDown, rootCause, type Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { type AuditActor, operator } from '../http/caller.ts'
import { findNotifiedMember } from '../people/email-preferences-store.ts'
import { emailPermitted } from '../people/email-staff.ts'
import { findRut, isErased } from '../people/people-store.ts'
import type { Colleague } from '../people/staff-store.ts'
import { readOwnSales } from '../sales/own-sales.ts'
import { approvedPaymentEmail, erasedPayerEmail } from './payment-emails.ts'
import {
  authorizeOrder,
  changeState,
  findOrder,
  forgetCommit,
  listRivals,
  listUncertain,
  lockOrder,
  lockToCommit,
  markAsked,
  markCommit,
  refundOrder,
  type StoredOrder,
  takeAsking,
} from './payments-store.ts'
import {
  commitTransaction,
  readTransaction,
  WebpayRefused,
  type WebpayResult,
  WebpayUnknown,
} from './webpay.ts'

// How an order ends. Only what Webpay answers decides, and each step may be repeated by another process: the
// row is locked, and a state that has ended never changes again.

export interface PaymentServices {
  db: Database
  config: Config
}

/** Webpay has answered the beginning by then, or the process ended. */
const BEGINS_WITHIN_MS = 60_000

/** Since the last step that could have led to a payment. */
function isOver(order: StoredOrder): boolean {
  const now = new Date()
  if (order.token !== null) return isTimeOver(order, now)
  return timeSince(order.createdAt, now) > BEGINS_WITHIN_MS
}

/**
 * Takes a payment that the member approved at Webpay. Repeated, or while another process commits, it changes
 * nothing; whoever comes back again and again neither calls Webpay as often nor holds up another's payment.
 */
export async function commitOrder(
  services: PaymentServices,
  webpay: WebpayConfig,
  { id, state }: StoredOrder,
): Promise<void> {
  // From here on the job commits it too, whatever becomes of this process.
  await endOrder(services.db, id, 'unknown')
  const isFirst = state === 'sent'
  if (isFirst || (await takeAsking(services.db, id))) await askForOutcome(services, webpay, id)
}

/**
 * Asks Webpay what became of an open order; one of which it does not answer stays open. What the member approved
 * is committed first, again and again: a commit may not have reached Webpay.
 * @returns whether nobody has paid it so far
 */
export async function askForOutcome(
  services: PaymentServices,
  webpay: WebpayConfig,
  id: number,
): Promise<boolean> {
  if (await commit(services, webpay, id)) return false
  const order = await findOrder(services.db, id)
  if (!order || !isOpenOrder(order.state)) return false
  const outcome = order.token === null ? 'nothing' : await readOutcome(webpay, order, order.token)
  if (outcome === 'no answer') return false
  if (outcome !== 'nothing' && outcome.status !== 'INITIALIZED') {
    await applyResult(services, id, outcome)
    return false
  }
  await expireOrder(services.db, id)
  return true
}

/**
 * Commits what the member approved, unless another process does, another payment of the same instalments came first,
 * or it is not owed any more.
 * @returns whether Webpay answered how it ended
 */
async function commit(
  services: PaymentServices,
  webpay: WebpayConfig,
  id: number,
): Promise<boolean> {
  const turn = await services.db.uncheckedTransaction((tx) => takeTurn({ ...services, db: tx }, id))
  if (turn === null) return false
  try {
    await applyResult(services, id, await commitTransaction(webpay, turn.token))
    return true
  } catch (error) {
    // It was not paid, or taken by a commit before this one: the status says so.
    if (error instanceof WebpayRefused) await forgetCommit(services.db, id, turn)
    else if (!(error instanceof WebpayUnknown)) throw error
    return false
  }
}

interface Turn {
  token: string
  startedAt: Date
  /** When a commit before this one began that Webpay did not answer. */
  former: Date | null
}

interface OrderServices extends Pick<PaymentServices, 'config'> {
  db: Transaction
}

/**
 * Judges an order again before its first commit, by the sale as its payer reads it now: a load may have recorded what
 * it pays, or named another holder. Of payments of the same instalments only one is committed. A commit that may have
 * reached Webpay is repeated whatever the sale says.
 */
async function takeTurn(services: OrderServices, id: number): Promise<Turn | null> {
  const { db: tx } = services
  const order = await lockToCommit(tx, id)
  if (order === null || order.token === null) return null
  const { token, commitStartedAt: former } = order
  if (former === null) {
    // A load that records what was paid takes it from the rivals, so the sale is read after them.
    const rivals = (await listRivals(tx, order)).map(asPaid)
    const sale = await readPayersSale(services, order)
    const approved = rivals.filter(({ isApproved }) => isApproved)
    if (!isOwed(order, sale, approved)) {
      await changeState(tx, id, 'aborted')
      return null
    }
    // It waits for what Webpay has not answered.
    if (!isOwed(order, sale, rivals)) return null
  }
  return { token, startedAt: await markCommit(tx, id), former }
}

/** The instalments that an order pays. */
function partOf({ choice, dueOn, lastDueOn, ufDate }: StoredOrder): PaidPart {
  return { choice, dueOn, lastDueOn, chosenOn: ufDate }
}

/** An order as a payment that accounting has yet to record. */
export function asUnrecorded(order: StoredOrder): UnrecordedPayment {
  return { ...partOf(order), paidOn: todayInSantiago(order.authorizedAt ?? order.createdAt) }
}

function asPaid(order: StoredOrder) {
  return {
    ...asUnrecorded(order),
    uf: order.uf,
    isRecorded: order.recordedOn !== null,
    isApproved: order.state === 'authorized',
  }
}

function isOwed(order: StoredOrder, sale: Sale | null, paid: ReturnType<typeof asPaid>[]): boolean {
  const value = { date: order.ufDate, pesos: order.ufValue }
  return sale !== null && isStillOwed(sale, { ...partOf(order), uf: order.uf, value }, paid)
}

/** Null when the payer does not read the sale any more. */
async function readPayersSale(
  services: OrderServices,
  { userId, saleId, ufDate }: StoredOrder,
): Promise<Sale | null> {
  const rut = await findRut(services.db, userId)
  if (rut === null) return null
  const sales = await readOwnSales(services, { id: userId, rut }, ufDate)
  const own = sales.find(({ id }) => id === saleId)
  return own ? readSale(JSON.parse(own.json)) : null
}

/** 'nothing' when Webpay knows of no payment: it took none that was never committed. */
async function readOutcome(
  webpay: WebpayConfig,
  { commitStartedAt }: StoredOrder,
  token: string,
): Promise<WebpayResult | 'nothing' | 'no answer'> {
  try {
    return await readTransaction(webpay, token)
  } catch (error) {
    return error instanceof WebpayRefused && commitStartedAt === null ? 'nothing' : 'no answer'
  }
}

/** A commit that began meanwhile keeps the order open. */
async function expireOrder(db: Database, id: number): Promise<void> {
  await db.uncheckedTransaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order && isOver(order)) await moveTo(tx, id, 'expired', order)
  })
}

/** What Webpay answered, for the order's own amount only: an answer of another one changes nothing. */
async function applyResult(
  { db, config }: PaymentServices,
  id: number,
  result: WebpayResult,
): Promise<void> {
  const { status, responseCode, authorizationCode } = result
  await db.uncheckedTransaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || result.buyOrder !== order.folio || result.pesos !== order.pesos) return
    const isGivenBack = wasGivenBack(status, order)
    if (responseCode !== 0 || !(isGivenBack || TAKEN.includes(status))) {
      const isRefused = REFUSED.includes(status) || (responseCode ?? 0) !== 0
      if (isRefused) await moveTo(tx, id, 'rejected', order)
      return
    }
    if (!mayBecome(order.state, 'authorized')) return
    const paid = { ...order, authorizationCode }
    const isPayerErased = await isErased(tx, order.userId)
    await authorizeOrder(tx, id, isPayerErased ? { ...result, cardDigits: '' } : result)
    if (!isGivenBack) await tellApproved({ db: tx, config }, paid, isPayerErased)
    await recordAuditEvent(
      tx,
      { ...operator, id: order.userId },
      {
        action: 'payment.authorized',
        object: { type: 'payment', id },
        subjectId: order.userId,
        after: { pesos: order.pesos },
      },
    )
    if (isGivenBack) {
      const refund = { refundReason: onlinePaymentMessages.refundedElsewhere, refundedBy: null }
      await saveRefund(tx, operator, order, refund)
    }
  })
}

/** Staff, of a payer who is erased. */
async function tellApproved(
  { db: tx, config }: OrderServices,
  paid: StoredOrder,
  isPayerErased: boolean,
): Promise<void> {
  if (!isPayerErased) {
    const member = await findNotifiedMember(tx, paid.userId)
    // A receipt is sent whatever the member prefers: it proves a payment.
    return enqueueEmail(tx, approvedPaymentEmail(member, paid, config), config)
  }
  const write = (colleague: Colleague) => erasedPayerEmail(colleague, paid, config)
  await emailPermitted(tx, 'payments.match_payments', write, config)
}

export interface Refund {
  refundReason: string
  refundedBy: number | null
}

/** Stores the refund of an approved order, which the caller has locked. */
export async function saveRefund(
  tx: Transaction,
  actor: AuditActor,
  { id, userId, pesos }: StoredOrder,
  refund: Refund,
): Promise<void> {
  await refundOrder(tx, id, refund)
  await recordAuditEvent(tx, actor, {
    action: 'payment.refunded',
    object: { type: 'payment', id },
    subjectId: userId,
    after: { pesos },
    reason: refund.refundReason,
  })
}

const REFUSED = ['FAILED', 'REVERSED']
/** The amount, also where a part of it was given back since. */
const TAKEN = ['AUTHORIZED', 'CAPTURED', 'PARTIALLY_NULLIFIED']

/** In Transbank's portal, before this portal knew of it. What was never committed Webpay itself gives back. */
function wasGivenBack(status: string, { commitStartedAt }: StoredOrder): boolean {
  return status === 'NULLIFIED' || (status === 'REVERSED' && commitStartedAt !== null)
}

/** Ends an order of which nothing was charged. */
export function endOrder(db: Database, id: number, state: OrderState): Promise<void> {
  return db.uncheckedTransaction((tx) => moveTo(tx, id, state))
}

/** Passes when the order may become that; otherwise it has ended otherwise. */
async function moveTo(
  tx: Transaction,
  id: number,
  state: OrderState,
  locked: StoredOrder | null = null,
): Promise<void> {
  const order = locked ?? (await lockOrder(tx, id))
  if (order && mayBecome(order.state, state)) await changeState(tx, id, state)
}

const AT_ONCE = 50

/** The job: asks for the end of the orders that have been open for a minute. */
export async function askForUncertain(services: PaymentServices, log: Log): Promise<void> {
  const { webpay } = services.config
  if (webpay === null) return
  await askAboutEach(services.db, await listUncertain(services.db, AT_ONCE), log, (id) =>
    askForOutcome(services, webpay, id),
  )
}

export interface Log {
  error: (text: string) => void
}

/** The next run begins then, with those that were not asked about. */
const RUN_MS = 45_000

/** Asks Webpay about each by itself: an order that fails holds up no other one. */
export async function askAboutEach(
  db: Database,
  orders: { id: number }[],
  log: Log,
  ask: (id: number) => Promise<unknown>,
): Promise<void> {
  const end = Date.now() + RUN_MS
  for (const { id } of orders) {
    if (Date.now() > end) return
    try {
      await markAsked(db, id)
      await ask(id)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      log.error(`payment ${id}: ${(rootCause(error) as Error).message}`)
    }
  }
}
