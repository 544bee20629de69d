import { type CalendarDate, shortDate, timeInSantiago } from '../dates/dates.ts'
import { invalid, type Refusal, refusal, required, taken } from '../errors/refusal.ts'
import {
  compareUf,
  formatExactUf,
  formatPesos,
  hundredthOfUf,
  isPositiveUf,
  type Pesos,
  parsePesos,
  parseUf,
  pesosInUf,
  subtractUf,
  sumUf,
  type Uf,
  type UfValue,
  ufInPesos,
} from '../money/money.ts'
import { leftToPay } from '../sales/instalments.ts'
import type { Sale } from '../sales/sale.ts'
import { balance, isBalanceKnown, isInCredit, isSelectable } from '../sales/sale-rules.ts'
import { dueParts, paidAlready, withMovedInstalments } from './due-parts.ts'
import { nextPayment, type PaidPart, type UnrecordedPayment } from './next-payment.ts'
import { fitOf } from './payment-match.ts'

/**
 * What a member pays online: everything up to the next instalment, everything overdue, the next instalment, or an
 * amount of their own.
 */
export const paymentChoices = ['all_due', 'overdue', 'next', 'other'] as const

export type PaymentChoice = (typeof paymentChoices)[number]

export const paymentUnits = ['clp', 'uf'] as const

export type PaymentUnit = (typeof paymentUnits)[number]

/** What Webpay adds to the address, or posts to it, when it sends a member back. */
export const returnFieldNames = [
  'token_ws',
  'TBK_TOKEN',
  'TBK_ORDEN_COMPRA',
  'TBK_ID_SESION',
] as const

/** The states of an order (docs/decisions/payments-and-uf.md). */
export const orderStates = [
  'created',
  'sent',
  'authorized',
  'rejected',
  'aborted',
  'expired',
  'unknown',
  'refunded',
] as const

export type OrderState = (typeof orderStates)[number]

const next: Record<OrderState, readonly OrderState[]> = {
  created: ['sent', 'aborted', 'expired'],
  sent: ['authorized', 'rejected', 'aborted', 'expired', 'unknown'],
  unknown: ['authorized', 'rejected', 'aborted', 'expired'],
  authorized: ['refunded'],
  rejected: [],
  aborted: [],
  expired: [],
  refunded: [],
}

export function mayBecome(from: OrderState, to: OrderState): boolean {
  return next[from].includes(to)
}

/** A member has one open order of a sale at most: its end is not known yet. */
export const openOrderStates = ['created', 'sent', 'unknown'] as const satisfies OrderState[]

export function isOpenOrder(state: OrderState): boolean {
  return openOrderStates.some((each) => each === state)
}

/** What decides about an open order. */
export interface OrderProgress {
  state: OrderState
  createdAt: Date
  /** Of the last commit that Webpay has not answered: it may have taken the payment. */
  commitStartedAt: Date | null
}

const MINUTE_MS = 60_000
/** Webpay's page opens for five minutes. */
const PAGE_MS = 5 * MINUTE_MS
const BEGIN_ANEW_MS = 6 * MINUTE_MS
/** Webpay's page stays for ten minutes once it is open, and what is not committed is given back soon after. */
const EXPIRES_MS = 20 * MINUTE_MS
/** Staff look at an order whose end is not known after this time: the job ends what nobody paid before. */
export const UNCERTAIN_MS = 30 * MINUTE_MS
/** For so long Webpay tells how a payment ended. */
const TOLD_FOR_MS = 7 * 24 * 60 * MINUTE_MS

/** More than the clocks of two of the portal's machines differ by. */
const AHEAD_MS = 60 * MINUTE_MS

/** A moment far ahead is of a clock that was set back since: nobody can tell how long ago it was. */
export function timeSince(moment: Date, now: Date): number {
  const time = now.getTime() - moment.getTime()
  return time < -AHEAD_MS ? Infinity : time
}

/** Whether its member can still go to Webpay's page. */
export function leadsToWebpay({ state, createdAt }: OrderProgress, now: Date): boolean {
  return state === 'sent' && timeSince(createdAt, now) < PAGE_MS
}

/** Whether its member may begin another one in its place, once Webpay says that this one is not paid. */
export function mayStartAgain(order: OrderProgress, now: Date): boolean {
  const { state, createdAt, commitStartedAt } = order
  const isUntaken = isOpenOrder(state) && commitStartedAt === null
  return isUntaken && timeSince(createdAt, now) > BEGIN_ANEW_MS
}

/** Whether the time to pay it is over, also for a commit whose answer is slow. */
export function isTimeOver({ createdAt, commitStartedAt }: OrderProgress, now: Date): boolean {
  return timeSince(commitStartedAt ?? createdAt, now) > EXPIRES_MS
}

/** Whether Webpay may have forgotten what became of an order. */
export function isForgotten({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return timeSince(createdAt, now) > TOLD_FOR_MS
}

/**
 * Whether staff may end an order: at once when Webpay's page no longer opens and no commit may have taken it,
 * otherwise when Webpay may have forgotten it.
 */
export function mayGiveUp(order: OrderProgress, now: Date): boolean {
  if (!isOpenOrder(order.state)) return false
  if (isForgotten(order, now)) return true
  return order.commitStartedAt === null && timeSince(order.createdAt, now) > PAGE_MS
}

export const orderLabels: Record<OrderState, string> = {
  created: 'En curso',
  sent: 'En curso',
  authorized: 'Aprobado',
  rejected: 'Rechazado',
  aborted: 'Anulado',
  expired: 'Vencido',
  unknown: 'En verificación',
  refunded: 'Devuelto',
}

/** Of an order that is committed only after it is back from Webpay, as 'unknown'. */
const UNPAID = 'Aún no has pagado'

/**
 * The member's label where it is certain that nothing was charged: staff may end as 'expired' what Webpay no longer
 * tells.
 */
export const unchargedLabels: Partial<Record<OrderState, string>> = {
  created: UNPAID,
  sent: UNPAID,
  rejected: `${orderLabels.rejected}, no se cobró nada`,
  aborted: `${orderLabels.aborted}, no se cobró nada`,
}

/** Of an approved payment that accounting has not recorded, for staff and for the member. */
export const unrecordedLabel = 'Aprobado, por registrar'
export const awaitedLabel = 'Pagado, falta registrarlo'

/** What became of a payment, and what the member does next. */
export const orderOutcomes: Record<OrderState, { title: string; next: string }> = {
  created: {
    title: UNPAID,
    next: 'No se ha cobrado nada. Estamos preparando el pago en Webpay.',
  },
  sent: {
    title: UNPAID,
    next: 'No se ha cobrado nada.',
  },
  authorized: {
    title: 'Pago aprobado',
    next: 'Lo verás en tu estado de cuenta cuando contabilidad lo registre, normalmente en 1 a 3 días hábiles. No tienes que hacer nada más.',
  },
  rejected: {
    title: 'Pago rechazado',
    next: 'Tu banco no autorizó el pago y no se cobró nada. Revisa los datos de tu tarjeta, prueba con otra o paga por transferencia.',
  },
  aborted: {
    title: 'Pago anulado',
    next: 'No se cobró nada: el pago se anuló antes de terminar, lo mismo ya se pagó en línea, o mientras pagabas cambió lo que se debe de esta compra. Revisa tu carpeta antes de empezar de nuevo.',
  },
  expired: {
    title: 'Pago vencido',
    next: 'Se acabó el tiempo para pagar en Webpay y no se cobró nada. Puedes empezar de nuevo.',
  },
  unknown: {
    title: 'Pago en verificación',
    next: 'Webpay todavía no nos dice cómo terminó. Suele saberse en unos minutos, y si se aprobó te llegará un correo.',
  },
  refunded: {
    title: 'Pago devuelto',
    next: 'La cooperativa devolvió el monto completo a tu tarjeta. Tu banco puede tardar unos días en mostrarlo.',
  },
}

/** Stands before the text of a payment whose end nobody knows, or that accounting is late to record. */
export const doNotPayAgain = {
  unknown: 'No pagues de nuevo.',
  late: 'Este pago vale: no pagues de nuevo.',
} as const

/** Beside the text of a payment whose end nobody knows: its page asks for it (`payment-screen.tsx`). */
export const asksByItself = 'Esta página lo revisa sola unos minutos; después, con «Actualizar».'

/** Beside the text of a payment that is sent, while Webpay's page opens. */
export function mayGoBack(createdAt: Date): string {
  const until = new Date(createdAt.getTime() + PAGE_MS)
  return `Si cerraste la página de Webpay, puedes volver a ella desde aquí hasta las ${timeInSantiago(until)}.`
}

/** Beside the text of a payment whose end nobody knows: by when staff look at it, however late it was committed. */
export function whenReviewed(createdAt: Date, now: Date): string {
  const by = EXPIRES_MS + UNCERTAIN_MS
  if (timeSince(createdAt, now) >= by) return 'La cooperativa lo revisa.'
  const time = timeInSantiago(new Date(createdAt.getTime() + by))
  return `Si a las ${time} sigue así, la cooperativa lo revisa.`
}

/** Of a payment that Webpay was asked to give back and has not said whether it did; whom to write to follows. */
export const refundInDoubt =
  'La cooperativa está viendo si este pago se te devuelve. Antes de pagar de nuevo,'

/** Of a payment that was sent, once Webpay's page no longer opens: without a return nothing is charged. */
export const leftWebpay = {
  title: 'No terminaste de pagar',
  next: 'No alcanzaste a pagar en Webpay y no se ha cobrado nada. Puedes empezar de nuevo: no pagarás dos veces.',
  /** While another one may not begin. */
  wait: 'No alcanzaste a pagar en Webpay y no se ha cobrado nada. En un minuto podrás empezar de nuevo.',
} as const

/** The same in a list. */
export const leftLabel = 'Sin terminar'

/** Tells the member what to do next, and whether accounting has recorded an approved payment. */
export function nextStep(state: OrderState, recordedOn: CalendarDate | null): string {
  if (state !== 'authorized' || recordedOn === null) return orderOutcomes[state].next
  return `Contabilidad lo registró el ${shortDate(recordedOn)}: ya está en tu estado de cuenta.`
}

/** Webpay's codes of the kinds of payment. */
const cardTypes: Record<string, string> = {
  VD: 'Débito',
  VP: 'Prepago',
  VN: 'Crédito, sin cuotas',
  VC: 'Crédito, en cuotas',
  SI: 'Crédito, en cuotas sin interés',
  S2: 'Crédito, en cuotas sin interés',
  NC: 'Crédito, en cuotas sin interés',
}

export function cardTypeName(code: string): string {
  return cardTypes[code] ?? 'Tarjeta'
}

/** Everything due was paid online or reported, and accounting has not recorded it. */
export const nothingLeftToPay = {
  title: 'Por ahora no hay más cuotas que pagar.',
  next: 'No las pagues de nuevo: cuando contabilidad las registre podrás pagar la que sigue. Si aun así quieres pagar algo más, elige «Pagar otro monto».',
} as const

export const onlinePaymentMessages = {
  choiceRequired: required('Elige qué pagar'),
  nothingOverdue: invalid('Esta compra no tiene cuotas atrasadas con un monto conocido'),
  noNext: invalid('Esta compra no tiene una próxima cuota con un monto conocido'),
  amountRequired: required('Ingresa el monto'),
  pesosInvalid: invalid('Ingresa el monto en pesos, sin decimales'),
  ufInvalid: invalid('Ingresa el monto en UF, con hasta 4 decimales'),
  amountTooLarge: invalid('El monto es mayor que tu saldo por pagar'),
  moreThanUnpaid: invalid(
    'El monto es mayor que lo que falta pagar: contabilidad todavía no registra todo lo que se pagó en línea',
  ),
  amountTooSmall: (least: string) => invalid(`El monto mínimo es ${least}`),
  ufUnknown: refusal(
    'unavailable',
    'Hoy todavía no conocemos el valor de la UF. Inténtalo más tarde o paga por transferencia.',
  ),
  inCredit: refusal(
    'refused',
    'Tienes saldo a tu favor. Antes de pagar algo más, pregunta a tu asesor cómo usarlo.',
  ),
  notPayable: refusal('refused', 'Esta compra no se puede pagar en línea'),
  onlyParties: refusal('forbidden', 'Solo el titular y el co-titular pueden pagar esta compra'),
  gatewayDown: refusal(
    'unavailable',
    'Webpay no responde y no se cobró nada. Inténtalo de nuevo en unos minutos.',
  ),
  paidAlready: (paidOn: CalendarDate) =>
    taken(
      `Ya se pagó en línea el ${shortDate(paidOn)} y contabilidad todavía no lo registra. Para pagar algo más, elige «Otro monto».`,
    ),
  paidByAnother: invalid(
    'Contabilidad todavía no registra un pago de esta compra. Podrás pagar esto en línea cuando lo haga. Si tienes dudas, pregunta a tu asesor.',
  ),
  refundRefused: refusal(
    'refused',
    'Webpay no aceptó la devolución. Pídela en el portal de Transbank.',
  ),
  refundUntold: refusal(
    'refused',
    'Webpay no aceptó la devolución y ya no informa si se hizo. Búscala en el portal de Transbank: si está ahí, marca «Ya se devolvió».',
  ),
  notRefunded: refusal(
    'refused',
    'Webpay informa que este pago no se ha devuelto. Desmarca «Ya se devolvió» para pedir la devolución.',
  ),
  ownPayment: refusal(
    'own_request',
    'No puedes devolver, registrar ni dar por vencido un pago que hiciste tú: lo ve otra persona',
  ),
  notMatchable: refusal('wrong_state', 'Este pago ya cambió de estado. Actualiza la página.'),
  notMatched: refusal(
    'wrong_state',
    'Este pago no está registrado con un pago de contabilidad. Actualiza la página.',
  ),
  refundedElsewhere: 'Webpay informó que ya estaba devuelto',
  codeElsewhere: 'Contabilidad informó después un pago con su código de autorización',
  notRefundable: refusal(
    'wrong_state',
    'Este pago no se puede devolver: ya cambió de estado. Actualiza la página.',
  ),
  notExpirable: refusal(
    'wrong_state',
    'Webpay dice o todavía puede decir cómo terminó este pago. Actualiza la página.',
  ),
  expireFailed: refusal('unavailable', 'Webpay no responde. Inténtalo de nuevo en unos minutos.'),
  refundFailed: refusal(
    'unavailable',
    'Webpay no confirmó la devolución. Revisa el pago en unos minutos antes de intentarlo de nuevo.',
  ),
  reasonRequired: required('Escribe el motivo'),
} as const

/** '7,35' and '1.234,5' as UF; null for anything else. */
export function readTypedUf(text: string): Uf | null {
  const typed = text.replace(/^\s*UF\s*|\s/gi, '')
  if (!/^(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(typed)) return null
  return parseUf(typed.replaceAll('.', '').replace(',', '.'))
}

/** The longest reason for a refund, or for undoing a match, in characters. */
export const MAX_REASON = 500

/** What an order charges, fixed when it is created. */
export interface Charge {
  uf: Uf
  pesos: Pesos
  value: UfValue
  /** The oldest and the latest date of the instalments that it pays; null of another amount. */
  dueOn: CalendarDate | null
  lastDueOn: CalendarDate | null
}

export interface ChosenPayment {
  choice: PaymentChoice
  /** Decimal text with a dot, only of 'other'. */
  amount?: string | undefined
  unit?: PaymentUnit | undefined
}

/** Refusals belong to a field of the form, or, `__all__`, to the sale. */
export type ChargeResult =
  | { charge: Charge }
  | { field: 'choice' | 'amount' | '__all__'; refusal: Refusal }

/** No payment has as many: accounting sent a wrong amount. */
const TOO_MANY_DIGITS = 13

/**
 * What a choice costs today, in whole pesos by today's UF. `sale` is as the portal would answer it now; a
 * representative only reads.
 * @param unrecorded what was paid of the sale online, and is still owed by these figures
 */
export function chargeFor(
  sale: Sale,
  today: CalendarDate,
  chosen: ChosenPayment,
  unrecorded: readonly { uf: Uf }[],
): ChargeResult {
  const result = chargeOf(sale, today, chosen, unrecorded)
  const isAbsurd = 'charge' in result && result.charge.pesos.length >= TOO_MANY_DIGITS
  return isAbsurd ? whole(onlinePaymentMessages.notPayable) : result
}

function chargeOf(
  sale: Sale,
  today: CalendarDate,
  chosen: ChosenPayment,
  unrecorded: readonly { uf: Uf }[],
): ChargeResult {
  if (sale.shared?.kind === 'representative') return whole(onlinePaymentMessages.onlyParties)
  if (!isSelectable(sale)) return whole(onlinePaymentMessages.notPayable)
  if (isInCredit(sale)) return whole(onlinePaymentMessages.inCredit)
  const value = sale.ufOfToday
  if (value === null || value.date !== today) return whole(onlinePaymentMessages.ufUnknown)
  const limits = limitsOf(sale, unrecorded)
  if (chosen.choice === 'other') return otherAmount(limits, chosen, value)
  const part = dueParts(nextPayment(sale, today)).find(({ choice }) => choice === chosen.choice)
  if (part?.amount == null || !isPositiveUf(part.amount)) {
    const { nothingOverdue, noNext } = onlinePaymentMessages
    return { field: 'choice', refusal: chosen.choice === 'next' ? noNext : nothingOverdue }
  }
  const { amount: uf, dueOn, lastDueOn } = part
  if (limits.isLowered && compareUf(uf, limits.most) > 0) {
    return { field: 'choice', refusal: onlinePaymentMessages.moreThanUnpaid }
  }
  return { charge: { uf, pesos: ufInPesos(uf, value), value, dueOn, lastDueOn } }
}

function otherAmount(
  { least, most, isLowered }: Limits,
  { amount = '', unit }: ChosenPayment,
  value: UfValue,
): ChargeResult {
  const refuse = (refusal: Refusal): ChargeResult => ({ field: 'amount', refusal })
  if (amount.trim() === '') return refuse(onlinePaymentMessages.amountRequired)
  const charge = unit === 'uf' ? chargeOfUf(amount, value) : chargeOfPesos(amount, value)
  if (charge === null || !isPositiveUf(charge.uf) || charge.pesos === '0') {
    const { ufInvalid, pesosInvalid } = onlinePaymentMessages
    return refuse(unit === 'uf' ? ufInvalid : pesosInvalid)
  }
  if (compareUf(charge.uf, least) < 0) {
    return refuse(onlinePaymentMessages.amountTooSmall(inUnit(least, unit, value)))
  }
  if (compareUf(charge.uf, most) > 0) {
    const { moreThanUnpaid, amountTooLarge } = onlinePaymentMessages
    return refuse(isLowered ? moreThanUnpaid : amountTooLarge)
  }
  return { charge }
}

/** 'Desde $ 2.879 hasta $ 84.113.782': what another amount may be, or null while nothing more can be paid. */
export function otherAmountRange(
  sale: Sale,
  unrecorded: readonly { uf: Uf }[],
  unit: PaymentUnit,
  value: UfValue,
): string | null {
  const { least, most } = limitsOf(sale, unrecorded)
  if (compareUf(most, least) < 0) return null
  return `Desde ${inUnit(least, unit, value)} hasta ${inUnit(most, unit, value)}`
}

/** A limit, exact in UF: two decimals could round it beyond. In pesos, which are finer, rounding stays within it. */
function inUnit(uf: Uf, unit: PaymentUnit | undefined, value: UfValue): string {
  return unit === 'uf' ? formatExactUf(uf) : formatPesos(ufInPesos(uf, value))
}

function chargeOfUf(amount: string, value: UfValue): Charge | null {
  const uf = parseUf(amount)
  return uf && { uf, pesos: ufInPesos(uf, value), value, dueOn: null, lastDueOn: null }
}

function chargeOfPesos(amount: string, value: UfValue): Charge | null {
  const pesos = parsePesos(amount)
  if (pesos === null || !/^\d+$/.test(pesos)) return null
  return { pesos, uf: pesosInUf(pesos, value), value, dueOn: null, lastDueOn: null }
}

const LEAST_UF = '0.01' as Uf

interface Limits {
  least: Uf
  most: Uf
  /** By what was paid online. */
  isLowered: boolean
}

/**
 * A hundredth of an instalment, and the balance; what is left of the instalments where that is unknown. Without what
 * accounting has not recorded yet.
 */
function limitsOf(sale: Sale, unrecorded: readonly { uf: Uf }[]): Limits {
  const amounts = sale.instalments.flatMap(({ amount }) =>
    amount !== null && isPositiveUf(amount) ? [amount] : [],
  )
  const [first] = amounts
  const hundredth = first === undefined ? LEAST_UF : hundredthOfUf(first)
  const paid = unrecorded.map(({ uf }) => uf)
  const left = sumUf(sale.instalments.flatMap((each) => leftToPay(each) ?? []))
  return {
    least: compareUf(hundredth, LEAST_UF) < 0 ? LEAST_UF : hundredth,
    most: subtractUf(isBalanceKnown(sale) ? balance(sale) : left, sumUf(paid)),
    isLowered: paid.length > 0,
  }
}

/** An order that was created for this sale; its UF stays the one of that day. */
export interface JudgedOrder extends PaidPart {
  uf: Uf
  value: UfValue
}

/**
 * Whether an order may still be charged: its choice pays the same instalments and no less, by the sale as its payer
 * reads it now, and none of them was paid online meanwhile.
 * @param paid what was paid of the sale online; what accounting has recorded of it lowers no balance twice
 */
export function isStillOwed(
  sale: Sale,
  { uf, value, ...part }: JudgedOrder,
  paid: readonly (UnrecordedPayment & { uf: Uf; isRecorded: boolean })[],
): boolean {
  if (paidAlready(part, withMovedInstalments(paid, sale.instalments)) !== null) return false
  const result = chargeFor(
    { ...sale, ufOfToday: value },
    value.date,
    { choice: part.choice, amount: uf, unit: 'uf' },
    paid.filter(({ isRecorded }) => !isRecorded),
  )
  if (!('charge' in result)) return false
  const { charge } = result
  const isSame = charge.dueOn === part.dueOn && charge.lastDueOn === (part.lastDueOn ?? null)
  return isSame && compareUf(charge.uf, uf) >= 0
}

/** A payment in accounting that may be an order's. */
interface RecordedPayment {
  key: string
  depositedOn: CalendarDate | null
  documentType: string
  /** By the UF of the deposit's day; null where that UF is unknown. */
  pesos: Pesos | null
  /** The dates of the instalments that accounting says it pays; null where it says none. */
  paidDates: readonly (CalendarDate | null)[] | null
}

interface RecordedOrder extends Pick<PaidPart, 'choice' | 'dueOn' | 'lastDueOn'> {
  paidOn: CalendarDate
  pesos: Pesos
  authorizationCode: string
  /** The authorisation codes of the sale's other orders. */
  othersCodes: readonly string[]
}

/**
 * The payments that record an order without anybody's word, of the same pesos and a near day: those that name its
 * authorisation code, which alone is a few digits that others may have by chance; else those that accounting calls
 * Webpay, unless they name another order's code or pay other instalments. A transfer of that amount may be a second
 * payment. The portal matches by itself when there is only one.
 */
export function recordingPayments<Payment extends RecordedPayment>(
  order: RecordedOrder,
  payments: Payment[],
): Payment[] {
  const { paidOn, pesos: amount, authorizationCode, othersCodes } = order
  const fitting = payments.filter((payment) => fitOf({ paidOn, amount }, payment) === 'match')
  const named = fitting.filter((payment) => isNamedBy(payment, authorizationCode))
  if (named.length > 0) return named
  return fitting.filter(
    (payment) =>
      /webpay/i.test(payment.documentType) &&
      !othersCodes.some((code) => isNamedBy(payment, code)) &&
      paysInstalmentsOf(order, payment),
  )
}

/** What accounting converts may leave a little of the last instalment, or pay a little of the next one. */
function paysInstalmentsOf(
  { choice, dueOn, lastDueOn }: RecordedOrder,
  { paidDates }: RecordedPayment,
): boolean {
  if (choice === 'other' || paidDates === null) return true
  return [dueOn, lastDueOn ?? dueOn].every((date) => paidDates.includes(date))
}

/** Whether a payment in accounting names this authorisation code. */
export function isNamedBy(
  { key, documentType }: Pick<RecordedPayment, 'key' | 'documentType'>,
  authorizationCode: string,
): boolean {
  const words = `${key} ${documentType}`.split(/[^\p{L}\p{N}]+/u)
  return authorizationCode !== '' && words.includes(authorizationCode)
}

function whole(refusal: Refusal): ChargeResult {
  return { field: '__all__', refusal }
}
