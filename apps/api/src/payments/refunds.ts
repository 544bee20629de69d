import type { StaffPayment } from '@carpeta/contract/payments'
import { isForgotten, onlinePaymentMessages } from '@carpeta/domain/payments/online-payment-rules'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { WebpayConfig } from '../config/payment-settings.ts'
import type { Database } from '../db/client.ts'
import { type AuditActor, operator, type SignedInCaller } from '../http/caller.ts'
import { Refused, Unavailable } from '../http/errors.ts'
import {
  askAboutEach,
  type Log,
  type PaymentServices,
  type Refund,
  saveRefund,
} from './order-outcome.ts'
import {
  findOrder,
  forgetRefund,
  listUnconfirmedRefunds,
  lockOrder,
  markRefund,
  type StoredOrder,
} from './payments-store.ts'
import { lockOthersOrder, readForStaff, requireReason } from './staff-payments.ts'
import { readTransaction, refundTransaction, WebpayRefused } from './webpay.ts'

// That a refund begins is written before Webpay is asked, so that one whose answer is lost is found.

/**
 * Gives the whole amount back to the card. Repeated, it gives nothing twice: Webpay says whether it did.
 * @param isDone staff gave it back in Transbank's portal, or saw there that Webpay did: it is only recorded
 * @throws {Refused} 400 without a reason · 403 without a recent login, or for the caller's own · 409 unless it
 * was approved, or when Webpay does not agree
 * @throws {RefundFailed} 503 when Webpay did not confirm it
 */
export async function refundPayment(
  { db, config: { webpay } }: PaymentServices,
  caller: SignedInCaller,
  { id, reason, isDone }: { id: number; reason: string; isDone: boolean },
): Promise<StaffPayment> {
  const refund = { refundReason: requireReason(reason), refundedBy: caller.id }
  const order = await callerTransaction(db, caller, async (tx, caller) => {
    await requireRecentAuthentication(tx, caller)
    const order = requireRefundable(await lockOthersOrder(tx, caller, id))
    await markRefund(tx, id, refund)
    return order
  })
  const found = await readRefund(webpay, order)
  if (isDone && found === 'not refunded') throw new Refused(onlinePaymentMessages.notRefunded, 409)
  if (!isDone && found !== 'refunded') await giveBack({ db, webpay }, order, found)
  // Webpay gave it back: this is recorded whatever became of the caller's session meanwhile.
  await recordRefund(db, caller, id, refund)
  return readForStaff(db, id)
}

/** @throws {Refused} 409 · {RefundFailed} 503 */
async function giveBack(
  { db, webpay }: { db: Database; webpay: WebpayConfig | null },
  { id, token, pesos }: StoredOrder,
  before: 'not refunded' | 'unknown',
): Promise<void> {
  if (webpay === null || token === null) throw new RefundFailed()
  try {
    await refundTransaction(webpay, token, pesos)
  } catch (error) {
    if (!(error instanceof WebpayRefused)) throw new RefundFailed()
    // A colleague may have given it back meanwhile.
    requireRefundable(await findOrder(db, id))
    // A call before this one may have given it back, if its answer was lost.
    const { refundUntold, refundRefused } = onlinePaymentMessages
    throw new Refused(before === 'unknown' ? refundUntold : refundRefused, 409)
  }
}

/**
 * What Webpay says of a refund; 'unknown' when it no longer says.
 * @throws {RefundFailed} when it does not answer and may still tell
 */
async function readRefund(
  webpay: WebpayConfig | null,
  order: StoredOrder,
): Promise<'refunded' | 'not refunded' | 'unknown'> {
  try {
    if (webpay === null || order.token === null) throw new RefundFailed()
    const { status } = await readTransaction(webpay, order.token)
    return ['REVERSED', 'NULLIFIED'].includes(status) ? 'refunded' : 'not refunded'
  } catch (error) {
    if (error instanceof WebpayRefused || isForgotten(order, new Date())) return 'unknown'
    throw new RefundFailed()
  }
}

async function recordRefund(
  db: Database,
  actor: AuditActor,
  id: number,
  refund: Refund,
): Promise<void> {
  await db.uncheckedTransaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.state !== 'authorized') return
    await saveRefund(tx, actor, order, refund)
  })
}

function requireRefundable(order: StoredOrder | null): StoredOrder {
  if (order?.state !== 'authorized') throw new Refused(onlinePaymentMessages.notRefundable, 409)
  return order
}

class RefundFailed extends Unavailable {
  override readonly body = onlinePaymentMessages.refundFailed.text
}

const AT_ONCE = 20

/** The job: finds out whether Webpay made the refunds whose answer did not arrive. */
export async function followRefunds(services: PaymentServices, log: Log): Promise<void> {
  const { db, config } = services
  const { webpay } = config
  if (webpay === null) return
  await askAboutEach(db, await listUnconfirmedRefunds(db, AT_ONCE), log, async (id) => {
    const order = await findOrder(db, id)
    if (order === null) return
    const found = await readRefund(webpay, order)
    if (found === 'not refunded') await forgetRefund(db, id)
    if (found === 'refunded') {
      await recordRefund(db, { ...operator, id: order.refundedBy }, id, order)
    }
  })
}
