import { formatPesos, formatUf, type Pesos, type Uf } from '@carpeta/domain/money/money'
import { mayBecome, type OrderState } from '@carpeta/domain/payments/online-payment-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { WebpayConfig } from '../config/payment-settings.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { type Email, greeting, renderEmail, senderOf } from '../email/render-email.ts'
import { operator } from '../http/caller.ts'
import { findNotifiedMember, type NotifiedMember } from '../users/email-preferences-store.ts'
import {
  authorizeOrder,
  changeState,
  findOrder,
  listUncertain,
  lockOrder,
  type StoredOrder,
  takeCommit,
} from './payments-store.ts'
import { commitTransaction, readTransaction, WebpayRefused, type WebpayResult } from './webpay.ts'

// How an order ends. Only what Webpay answers decides, and each step may be repeated by another process: the
// row is locked, and a state that has ended never changes again.

export interface PaymentServices {
  db: Database
  config: Config
}

/** Webpay keeps its page for ten minutes, and gives back what is not committed soon after. */
const EXPIRES_AFTER_MS = 20 * 60_000

/** Webpay has answered the beginning by then, or the process ended. */
const BEGINS_WITHIN_MS = 60_000

/** Since the last step that could have led to a payment. */
function isOver({ token, createdAt, commitStartedAt }: StoredOrder): boolean {
  const limit = token === null ? BEGINS_WITHIN_MS : EXPIRES_AFTER_MS
  return Date.now() - (commitStartedAt ?? createdAt).getTime() > limit
}

/**
 * Takes a payment that the member approved at Webpay. Repeated, or while another process commits, it changes
 * nothing.
 */
export async function commitOrder(
  { db, config }: PaymentServices,
  webpay: WebpayConfig,
  { id, token }: StoredOrder,
): Promise<void> {
  if (token === null || !(await takeCommit(db, id))) return
  try {
    await applyResult({ db, config }, id, await commitTransaction(webpay, token))
  } catch {
    // It may have been taken, now or by a commit before this one.
    await askForOutcome({ db, config }, webpay, id)
  }
}

/** Asks Webpay what became of an open order; one of which it does not answer stays open. */
export async function askForOutcome(
  services: PaymentServices,
  webpay: WebpayConfig,
  id: number,
): Promise<void> {
  const order = await findOrder(services.db, id)
  if (!order) return
  // Never sent: nobody could pay it.
  if (order.token === null) return await expireOrder(services.db, id)
  let result: WebpayResult
  try {
    result = await readTransaction(webpay, order.token)
  } catch (error) {
    // Webpay does not know a transaction that was never begun there.
    const isMissing = error instanceof WebpayRefused && error.isMissing
    if (isMissing && order.commitStartedAt === null) await expireOrder(services.db, id)
    return
  }
  if (result.status === 'INITIALIZED') await expireOrder(services.db, id)
  else await applyResult(services, id, result)
}

/** A commit that began meanwhile keeps the order open. */
async function expireOrder(db: Database, id: number): Promise<void> {
  await db.transaction(async (tx) => {
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
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || result.buyOrder !== order.folio || result.pesos !== order.pesos) return
    const isApproved = responseCode === 0 && ['AUTHORIZED', 'CAPTURED'].includes(status)
    if (!isApproved) {
      if (status !== 'INITIALIZED') await moveTo(tx, id, 'rejected', order)
      return
    }
    if (!mayBecome(order.state, 'authorized')) return
    await authorizeOrder(tx, id, result)
    const member = await findNotifiedMember(tx, order.userId)
    // A receipt is sent whatever the member prefers: it proves a payment.
    await enqueueEmail(
      tx,
      approvedPaymentEmail(member, { ...order, authorizationCode }, config),
      config,
    )
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
  })
}

/** Ends an order of which nothing was charged. */
export function endOrder(db: Database, id: number, state: OrderState): Promise<void> {
  return db.transaction((tx) => moveTo(tx, id, state))
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

/** The job: asks for the end of every order that has been open for a minute. */
export async function askForUncertain(services: PaymentServices): Promise<void> {
  const { webpay } = services.config
  if (webpay === null) return
  for (const { id } of await listUncertain(services.db, AT_ONCE)) {
    await askForOutcome(services, webpay, id)
  }
}

/** The receipt of a payment, which its member needs outside the portal too. */
function approvedPaymentEmail(
  member: NotifiedMember,
  order: {
    id: number
    folio: string
    saleCode: string
    pesos: Pesos
    uf: Uf
    authorizationCode: string
  },
  config: Config,
): Email {
  return renderEmail(
    member.email,
    {
      subject: `Recibimos tu pago ${order.folio}`,
      greeting: greeting(member.firstName),
      paragraphs: [
        `Webpay aprobó tu pago de ${formatPesos(order.pesos)} (UF ${formatUf(order.uf)}) para la compra ${order.saleCode}.`,
        `Folio ${order.folio}, código de autorización ${order.authorizationCode}.`,
        'Lo verás en tu estado de cuenta cuando contabilidad lo registre. El comprobante en PDF está en el portal.',
      ],
      action: {
        label: 'Ver el comprobante',
        address: new URL(`/payments/${order.id}`, config.publicUrl).href,
      },
    },
    senderOf(config),
  )
}
