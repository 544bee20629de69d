import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, BodyOf } from '@carpeta/contract/endpoints'
import type { OnlinePayment } from '@carpeta/contract/payments'
import { readSale } from '@carpeta/contract/read-sale'
import { addBusinessDays } from '@carpeta/domain/dates/business-days'
import {
  type CalendarDate,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatPesos, formatUf, formatUfRate, type Pesos } from '@carpeta/domain/money/money'
import { RECORDING_BUSINESS_DAYS } from '@carpeta/domain/payments/awaited-notice'
import { paidAlready, paidPartText, withMovedInstalments } from '@carpeta/domain/payments/due-parts'
import type { UnrecordedPayment } from '@carpeta/domain/payments/next-payment'
import {
  type Charge,
  cardTypeName,
  chargeFor,
  isOpenOrder,
  leadsToWebpay,
  mayStartAgain,
  nextStep,
  onlinePaymentMessages,
  refundInDoubt,
} from '@carpeta/domain/payments/online-payment-rules'
import type { Sale } from '@carpeta/domain/sales/sale'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { takeCallersTurn } from '../auth/callers-turn.ts'
import { closedDaysFrom } from '../calendar/closed-days.ts'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'
import type { WebpayConfig } from '../config/payment-settings.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields, Unavailable } from '../http/errors.ts'
import { randomToken } from '../http/tokens.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import { readerOf, readOwnSales } from '../sales/own-sales.ts'
import {
  askForOutcome,
  asUnrecorded,
  commitOrder,
  endOrder,
  type PaymentServices,
} from './order-outcome.ts'
import {
  changeState,
  findOpenOrder,
  findOrder,
  insertOrder,
  listOpenOfOthers,
  listOrdersOf,
  listUnrecorded,
  listUnrecordedFor,
  lockOrder,
  markSent,
  type StoredOrder,
  takeAsking,
} from './payments-store.ts'
import { type ReceiptDocument, receiptTitle } from './receipt-pdf.ts'
import { createTransaction } from './webpay.ts'

/** Where Webpay sends the member back to. */
function returnAddress({ publicUrl }: Pick<Config, 'publicUrl'>, id: number): string {
  return new URL(`/payments/${id}`, publicUrl).href
}

/** @throws {NotFound} where the cooperative takes no payments online */
function requireWebpay({ webpay }: Pick<Config, 'webpay'>): WebpayConfig {
  if (webpay === null) throw new NotFound()
  return webpay
}

/**
 * Begins a payment of what the server itself would answer now. A second click returns the order that is open
 * already, unless Webpay's page can no longer be reached; another person's holds nobody up. What was paid online is
 * not paid again before accounting has recorded it.
 * @throws {NotFound} · {InvalidFields} · {Refused} 403 for a representative · {GatewayDown} 503
 */
export async function startPayment(
  services: PaymentServices,
  caller: SignedInCaller,
  fields: BodyOf<'POST /api/payments/'>,
): Promise<OnlinePayment> {
  const webpay = requireWebpay(services.config)
  const { saleId, sale } = await findOwnSale(services, caller, fields.sale_code)
  // What was paid online counts below, once nothing else can begin.
  const charge = chargeOf(sale, fields, [])
  const open = await findOpenOrder(services.db, { saleId, userId: caller.user.id })
  let left: number | null = null
  if (open) {
    // It may have ended meanwhile.
    const isUnpaid = await askForOutcome(services, webpay, open.id)
    const still = await requireOrder(services.db, open.id)
    // Paid after all: that is read before anything else is paid.
    if (still.state === 'authorized') return present(still)
    if (isUnpaid && mayStartAgain(still, new Date())) left = still.id
    else if (isOpenOrder(still.state)) return presentToPayer(still)
  }
  const { id, isNew } = await createOrder(services, caller, fields, { saleId, charge, left })
  const order = await requireOrder(services.db, id)
  // Paid meanwhile, or sent by the call that created it.
  if (!isNew) return presentToPayer(order)
  return presentToPayer(await sendToWebpay(services, webpay, order))
}

/** The sale as the member reads it now. @throws {NotFound} */
async function findOwnSale(
  services: { db: Database | Transaction; config: Config },
  caller: SignedInCaller,
  code: string,
): Promise<{ saleId: number; sale: Sale }> {
  const own = (await readOwnSales(services, readerOf(caller))).find((sale) => sale.code === code)
  if (!own) throw new NotFound()
  return { saleId: own.id, sale: readSale(JSON.parse(own.json)) }
}

/** What the choice costs. @throws {InvalidFields} · {Refused} 403 for a representative */
function chargeOf(
  sale: Sale,
  { choice, amount, unit }: BodyOf<'POST /api/payments/'>,
  unrecorded: StoredOrder[],
): Charge {
  const today = todayInSantiago(new Date())
  const result = chargeFor(sale, today, { choice, amount, unit }, unrecorded)
  if ('charge' in result) return result.charge
  if (result.refusal === onlinePaymentMessages.onlyParties) throw new Refused(result.refusal, 403)
  refuseFields({ [result.field]: result.refusal })
  throw new NotFound()
}

/** A new order in the place of the one that was left; that one if it was paid meanwhile, or one of another call. */
async function createOrder(
  { db, config }: PaymentServices,
  caller: SignedInCaller,
  fields: BodyOf<'POST /api/payments/'>,
  { saleId, charge, left }: { saleId: number; charge: Charge; left: number | null },
): Promise<{ id: number; isNew: boolean }> {
  const { choice } = fields
  return callerTransaction(db, caller, async (tx, current) => {
    const former = left === null ? null : await lockOrder(tx, left)
    // The member may have come back with it meanwhile.
    if (former?.state === 'authorized') return { id: former.id, isNew: false }
    if (former && mayStartAgain(former, new Date())) await changeState(tx, former.id, 'aborted')
    const today = todayInSantiago(new Date())
    const sessionId = randomToken()
    const userId = current.user.id
    const id = await insertOrder(tx, { userId, saleId, choice, charge, sessionId, today })
    if (id === null) {
      const open = await findOpenOrder(tx, { saleId, userId })
      // It ended between the two statements: the next click begins a new one.
      if (open === null) throw new Unavailable()
      return { id: open.id, isNew: false }
    }
    // The insert waited for an order that was open: its end counts. Another person's is judged by its commit.
    const { dueOn, lastDueOn, value } = charge
    const part = { choice, dueOn, lastDueOn, chosenOn: value.date }
    const readable = await listUnrecordedFor(tx, readerOf(current).rut)
    const unrecorded = await listUnrecorded(tx, [saleId])
    // A load that records what was paid also takes it from the unrecorded, so the sale is read after them.
    const { sale } = await findOwnSale({ db: tx, config }, current, fields.sale_code)
    const paidOf = (orders: StoredOrder[]) =>
      paidAlready(part, withMovedInstalments(orders.map(asUnrecorded), sale.instalments))
    const paid = paidOf(readable.filter((order) => order.saleId === saleId))
    if (paid) refuseFields({ choice: onlinePaymentMessages.paidAlready(paid.paidOn) })
    if (paidOf(unrecorded)) refuseFields({ choice: onlinePaymentMessages.paidByAnother })
    if (!isDeepStrictEqual(chargeOf(sale, fields, unrecorded), charge)) throw new Unavailable()
    await recordAuditEvent(tx, caller, {
      action: 'payment.created',
      object: { type: 'payment', id },
      subjectId: userId,
      after: { pesos: charge.pesos },
    })
    return { id, isNew: true }
  })
}

async function sendToWebpay(
  { db, config }: PaymentServices,
  webpay: WebpayConfig,
  { id, folio, sessionId, pesos }: StoredOrder,
): Promise<StoredOrder> {
  const returnUrl = returnAddress(config, id)
  try {
    const made = await createTransaction(webpay, { buyOrder: folio, sessionId, pesos, returnUrl })
    await db.uncheckedTransaction((tx) => markSent(tx, id, made))
  } catch {
    // Nobody got its address, so nobody can pay it.
    await endOrder(db, id, 'aborted')
    throw new GatewayDown()
  }
  return requireOrder(db, id)
}

/** Webpay did not answer: nothing was charged. */
class GatewayDown extends Unavailable {
  override readonly body = onlinePaymentMessages.gatewayDown.text
}

/**
 * The member is back from Webpay, with what it added to the address. Only the order's own token counts, and
 * without one that the order waits for, nothing changes.
 * @throws {NotFound} also for another member's order, and for the token of another one
 */
export async function returnFromWebpay(
  services: PaymentServices,
  caller: SignedInCaller,
  id: number,
  fields: BodyOf<'POST /api/payments/:id/return/'>,
): Promise<OnlinePayment> {
  const webpay = requireWebpay(services.config)
  const order = await callerTransaction(services.db, caller, (tx) => findOwnOrder(tx, caller, id))
  const { token_ws, TBK_TOKEN, TBK_ORDEN_COMPRA, TBK_ID_SESION } = fields
  const given = TBK_TOKEN ?? token_ws
  const isOurs =
    given === undefined
      ? TBK_ORDEN_COMPRA === order.folio && TBK_ID_SESION === order.sessionId
      : given === order.token
  if (!isOurs) throw new NotFound()
  if (TBK_TOKEN !== undefined) await endUnpaid(services.db, order, 'aborted')
  else if (token_ws !== undefined) await commitOrder(services, webpay, order)
  else await endUnpaid(services.db, order, 'expired')
  return presentToPayer(await requireOrder(services.db, id))
}

/** One whose commit began may have been paid: a job asks for its end. */
function endUnpaid(db: Database, { id }: StoredOrder, state: 'aborted' | 'expired'): Promise<void> {
  return db.uncheckedTransaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.state === 'sent') await changeState(tx, id, state)
  })
}

/** @param mayAsk whether Webpay may be asked about one in verification, which takes what was approved. @throws {NotFound} */
export async function readPayment(
  { db, config }: PaymentServices,
  caller: SignedInCaller,
  { id, mayAsk }: { id: number; mayAsk: boolean },
): Promise<OnlinePayment> {
  let order = await findOwnOrder(db, caller, id)
  await recordAuditedRead(db, caller, { type: 'payment', id }, order.userId)
  // A person waits for what the job would find out a minute later.
  if (mayAsk && order.state === 'unknown' && config.webpay && caller.viewer === null) {
    if (await takeAsking(db, id)) await askForOutcome({ db, config }, config.webpay, id)
    order = await requireOrder(db, id)
  }
  return caller.viewer === null ? presentToPayer(order) : present(order)
}

/** The caller's payments, and what was paid of the sales that they read and is not in accounting yet. */
export async function listOwnPayments(
  { db }: { db: Database },
  caller: SignedInCaller,
): Promise<Omit<AnswerOf<'GET /api/payments/own/'>, 'available'>> {
  const orders = await listOrdersOf(db, caller.user.id)
  if (orders.length > 0) {
    await recordAuditedRead(db, caller, { type: 'payment', id: '' }, caller.user.id)
  }
  const rut = caller.user.profile.social_security
  const unrecorded = await listUnrecordedFor(db, rut)
  const others = await listOpenOfOthers(db, { rut, userId: caller.user.id })
  const recordBy = await recordByOf(db, unrecorded.map(asUnrecorded))
  return {
    results: orders.map(present),
    begun_by_others: others.map(({ saleCode, createdAt }) => ({
      sale_code: saleCode,
      created_at: createdAt.toISOString(),
    })),
    unrecorded: unrecorded.map((order) => {
      const { choice, dueOn, lastDueOn, chosenOn, paidOn } = asUnrecorded(order)
      return {
        ...{ sale_code: order.saleCode, choice, due_on: dueOn ?? '', last_due_on: lastDueOn ?? '' },
        ...{ chosen_on: chosenOn, paid_on: paidOn, pesos: order.pesos, uf: order.uf },
        is_own: order.userId === caller.user.id,
        id: order.userId === caller.user.id ? order.id : null,
        record_by: recordBy(paidOn),
      }
    }),
  }
}

/** When accounting has payments of these days as a rule. */
async function recordByOf(
  db: Database,
  payments: Pick<UnrecordedPayment, 'paidOn'>[],
): Promise<(paidOn: CalendarDate) => CalendarDate> {
  const [first] = payments.map(({ paidOn }) => paidOn).sort()
  const closed = first ? await closedDaysFrom(db, first) : new Set<CalendarDate>()
  return (paidOn) => addBusinessDays(paidOn, RECORDING_BUSINESS_DAYS, closed)
}

/** Online payments of these sales, by anybody, that accounting does not have yet. */
export async function listPaidOnline(
  db: Database | Transaction,
  saleIds: number[],
): Promise<(UnrecordedPayment & { saleId: number; pesos: Pesos; isByReader: boolean })[]> {
  const orders = await listUnrecorded(db, saleIds)
  return orders.map((order) => {
    const { saleId, pesos, isByReader } = order
    return { saleId, pesos, isByReader, ...asUnrecorded(order) }
  })
}

/** The receipt as a PDF. @throws {NotFound} unless the payment was approved */
export async function drawReceipt(
  services: PaymentServices & { pdfs: PdfPool },
  caller: SignedInCaller,
  { id, signal }: { id: number; signal: AbortSignal },
): Promise<{ name: string; content: Buffer }> {
  const { db, config } = services
  const order = await findOwnOrder(db, caller, id)
  if (order.authorizedAt === null) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'payment', id }, order.userId)
  const { first_name, last_name, profile } = caller.user
  const receipt: ReceiptDocument = {
    cooperative: cooperativeOf(config),
    member: { name: `${first_name} ${last_name}`.trim(), rut: profile.social_security },
    folio: order.folio,
    facts: receiptFacts(order),
    note: isRefundUncertain(order)
      ? `${refundInDoubt} escríbenos e indica el folio ${order.folio}.`
      : nextStep(order.state, order.recordedOn),
  }
  const content = await takeCallersTurn(services, { caller, signal }, async (draw) =>
    Buffer.from(
      await draw<Uint8Array>(new URL('./receipt-pdf.ts', import.meta.url), JSON.stringify(receipt)),
    ),
  )
  return { name: `${receiptTitle} ${order.folio}.pdf`, content }
}

function receiptFacts(order: StoredOrder): ReceiptDocument['facts'] {
  const { saleCode, authorizedAt, refundedAt, pesos, uf, ufValue, ufDate, instalments } = order
  return [
    ['Compra', saleCode],
    ['Pagaste', paidPartText(order)],
    ['Fecha', authorizedAt ? dateTimeInSantiago(authorizedAt) : ''],
    ['Monto', formatPesos(pesos)],
    ['Monto en UF', formatUf(uf)],
    ['Valor de la UF', `${formatUfRate(ufValue)} del ${shortDate(ufDate)}`],
    ['Medio de pago', `Webpay · ${cardTypeName(order.cardType)} terminada en ${order.cardDigits}`],
    ['Cuotas de la tarjeta', instalments > 0 ? String(instalments) : 'Sin cuotas'],
    ['Código de autorización', order.authorizationCode],
    ...(refundedAt
      ? ([['Devuelto', dateTimeInSantiago(refundedAt)]] satisfies ReceiptDocument['facts'])
      : []),
  ]
}

async function findOwnOrder(
  db: Database | Transaction,
  { user }: SignedInCaller,
  id: number,
): Promise<StoredOrder> {
  const order = await findOrder(db, id)
  if (order?.userId !== user.id) throw new NotFound()
  return order
}

async function requireOrder(db: Database, id: number): Promise<StoredOrder> {
  const order = await findOrder(db, id)
  if (!order) throw new NotFound()
  return order
}

/** With the address to pay, which only the payer has. */
function presentToPayer(order: StoredOrder): OnlinePayment {
  const { token, redirectUrl: url } = order
  return {
    ...present(order),
    redirect: token && leadsToWebpay(order, new Date()) ? { url, token } : null,
  }
}

/** Webpay was asked to give it back, and whether it did is not known. */
function isRefundUncertain({ state, refundStartedAt }: StoredOrder): boolean {
  return state === 'authorized' && refundStartedAt !== null
}

/** An order as its member sees it. */
export function present(order: StoredOrder): OnlinePayment {
  return {
    id: order.id,
    folio: order.folio,
    sale_code: order.saleCode,
    choice: order.choice,
    due_on: order.dueOn ?? '',
    last_due_on: order.lastDueOn ?? '',
    state: order.state,
    pesos: order.pesos,
    uf: order.uf,
    uf_value: order.ufValue,
    uf_date: order.ufDate,
    created_at: order.createdAt.toISOString(),
    authorized_at: order.authorizedAt?.toISOString() ?? null,
    authorization_code: order.authorizationCode,
    card_type: order.cardType,
    card_digits: order.cardDigits,
    instalments: order.instalments,
    refunded_at: order.refundedAt?.toISOString() ?? null,
    is_refund_uncertain: isRefundUncertain(order),
    recorded_on: order.recordedOn ?? '',
    payment_key: (order.recordedOn && order.paymentKey) ?? '',
    redirect: null,
  }
}
