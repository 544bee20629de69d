import { type CalendarDate, isCalendarDate, shortDate } from '../dates/dates.ts'
import { readDecimal, unitsAt } from '../money/decimal.ts'
import {
  addUf,
  compareUf,
  formatExactUf,
  formatPercent,
  isPositiveUf,
  parseUf,
  ratioOfUf,
  subtractUf,
  sumUf,
  type Uf,
  ZERO_UF,
} from '../money/money.ts'
import { type FindingCode, isFindingCode } from './doubtful-figures.ts'
import { isInstalmentPaid, leftToPay } from './instalments.ts'
import type { DeedTracking, Instalment, InstalmentPlan, Payment, Sale } from './sale.ts'

/** A contradiction between two figures of a sale; both are exact text: UF, a share, a count or a date. */
export interface SaleFinding {
  code: FindingCode
  /** What accounting states. */
  stated: string
  /** What the other figures of the sale say. */
  computed: string
}

/** The figures that are checked; a `Sale` has them. */
export interface CheckedSale
  extends Pick<
    Sale,
    'price' | 'reservationDebt' | 'cashCommitment' | 'mortgageCommitment' | 'deed'
  > {
  reservation: { amount: Uf | null } | null
  instalmentPlan: Pick<
    InstalmentPlan,
    'amount' | 'paid' | 'paidShare' | 'pendingInstalments'
  > | null
  instalments: Pick<Instalment, 'amount' | 'balance' | 'state'>[]
  payments: Pick<Payment, 'amount'>[]
}

export interface SaleChecks {
  /** How far sums of instalments and commitments may be off. */
  tolerance: Uf
  /** How far sums of payments may be off: they were made in pesos. */
  paymentsTolerance: Uf
  /** The checks that are not made. */
  off: readonly FindingCode[]
}

export const defaultSaleChecks: SaleChecks = {
  tolerance: '0.1' as Uf,
  paymentsTolerance: '0.5' as Uf,
  off: [],
}

/** One percent: accounting may send a share with two decimals. */
const SHARE_DECIMALS = 6
const SHARE_TOLERANCE = 10_000n

/**
 * The contradictions in the figures of one sale. A figure that accounting did not send is not
 * compared, and no sum is made without all its parts (docs/decisions/sales.md).
 */
export function findInSale(sale: CheckedSale, checks: SaleChecks): SaleFinding[] {
  return [
    ...planFindings(sale, checks),
    ...priceFindings(sale, checks),
    ...(sale.deed ? deedFindings(sale.deed) : []),
  ].filter(({ code }) => !checks.off.includes(code))
}

function planFindings(sale: CheckedSale, checks: SaleChecks): SaleFinding[] {
  const { instalments, instalmentPlan: plan, reservationDebt } = sale
  const agreed = sumOf(instalments.map(({ amount }) => amount))
  const owed = sumOf(instalments.map(leftToPay))
  const paid = agreed === null || owed === null ? null : subtractUf(agreed, owed)
  const payments = sumOf(sale.payments.map(({ amount }) => amount))
  const { amount = null, paid: statedPaid = null, paidShare = null } = plan ?? {}
  const planDebt = amount === null || statedPaid === null ? null : subtractUf(amount, statedPaid)
  const unpaid = instalments.filter((each) => !isInstalmentPaid(each)).length
  const pending = plan?.pendingInstalments ?? null
  return [
    ...differing('plan_amount', amount, agreed, checks.tolerance),
    ...differing('plan_paid', statedPaid, paid, checks.tolerance),
    // The payments of the reservation and of other debts are in the same list.
    ...exceeding('plan_payments', statedPaid, payments, checks.paymentsTolerance),
    ...differing('debt', reservationDebt, owed ?? planDebt, checks.tolerance),
    ...differingShare(paidShare, amount, statedPaid),
    ...(pending !== null && instalments.length > 0 && pending !== unpaid
      ? [{ code: 'pending_count' as const, stated: String(pending), computed: String(unpaid) }]
      : []),
  ]
}

/**
 * Only what exceeds the price: a bank or a subsidy may have paid the rest, and `pagos` has neither.
 */
function priceFindings(sale: CheckedSale, checks: SaleChecks): SaleFinding[] {
  const { price, cashCommitment, mortgageCommitment, reservationDebt } = sale
  if (price === null || !isPositiveUf(price)) return []
  const rest = [cashCommitment ?? ZERO_UF, mortgageCommitment ?? ZERO_UF]
  const planAmount = sale.instalmentPlan?.amount ?? ZERO_UF
  const committed = addUf(sale.reservation?.amount ?? ZERO_UF, planAmount, ...rest)
  const payments = sumOf(sale.payments.map(({ amount }) => amount))
  const total = payments && addUf(payments, reservationDebt ?? ZERO_UF, ...rest)
  return [
    ...exceeding('commitments_over_price', committed, price, checks.tolerance),
    ...exceeding('payments_over_price', total, price, checks.paymentsTolerance),
  ]
}

/** The order that the law demands; the parties may sign in any. */
function deedFindings(deed: DeedTracking): SaleFinding[] {
  const signedOn = [deed.buyerSignedOn, deed.sellerSignedOn].filter((date) => date !== null).sort()
  return [
    ...before('signed_before_draft', signedOn[0] ?? null, deed.draftedOn),
    ...before('registered_before_closing', deed.enteredRegistryOn, deed.closedOn),
    ...before('left_registry_before_entry', deed.leftRegistryOn, deed.enteredRegistryOn),
  ]
}

/** Null for an empty list, or when a part is unknown. */
function sumOf(amounts: (Uf | null)[]): Uf | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 || known.length < amounts.length ? null : sumUf(known)
}

function differing(
  code: FindingCode,
  stated: Uf | null,
  computed: Uf | null,
  tolerance: Uf,
): SaleFinding[] {
  if (stated === null || computed === null) return []
  const isLess = compareUf(stated, computed) < 0
  const difference = isLess ? subtractUf(computed, stated) : subtractUf(stated, computed)
  return compareUf(difference, tolerance) > 0 ? [{ code, stated, computed }] : []
}

/** A stated figure that is more than it can be. */
function exceeding(
  code: FindingCode,
  stated: Uf | null,
  most: Uf | null,
  tolerance: Uf,
): SaleFinding[] {
  if (stated === null || most === null) return []
  const isOver = compareUf(subtractUf(stated, most), tolerance) > 0
  return isOver ? [{ code, stated, computed: most }] : []
}

function differingShare(stated: string | null, amount: Uf | null, paid: Uf | null): SaleFinding[] {
  const computed = amount === null || paid === null ? null : ratioOfUf(paid, amount)
  if (stated === null || computed === null) return []
  const difference = shareUnits(stated) - shareUnits(computed)
  const isOff = difference > SHARE_TOLERANCE || difference < -SHARE_TOLERANCE
  return isOff ? [{ code: 'paid_share', stated, computed }] : []
}

function shareUnits(share: string): bigint {
  return unitsAt(readDecimal(share) ?? { units: 0n, scale: 0 }, SHARE_DECIMALS)
}

function before(
  code: FindingCode,
  date: CalendarDate | null,
  earliest: CalendarDate | null,
): SaleFinding[] {
  if (date === null || earliest === null || date >= earliest) return []
  return [{ code, stated: date, computed: earliest }]
}

/** What a load finds besides: accounting's email of a buyer who has none here. */
const UNREADABLE_EMAIL = 'unreadable_email'

/** The findings of a load. */
export type LoadFindingCode = FindingCode | typeof UNREADABLE_EMAIL

export function isLoadFindingCode(text: unknown): text is LoadFindingCode {
  return text === UNREADABLE_EMAIL || isFindingCode(text)
}

/** What a finding is about, for a heading or a filter. */
export const findingNames: Record<LoadFindingCode, string> = {
  plan_amount: 'Compromiso y cuotas',
  plan_paid: 'Pagado y cuotas',
  plan_payments: 'Pagado y pagos',
  paid_share: 'Porcentaje pagado',
  debt: 'Deuda y saldos de las cuotas',
  commitments_over_price: 'Compromisos y precio',
  payments_over_price: 'Pagos, saldo y precio',
  pending_count: 'Número de cuotas pendientes',
  signed_before_draft: 'Firma y borrador',
  registered_before_closing: 'Ingreso al CBR y cierre',
  left_registry_before_entry: 'Salida e ingreso al CBR',
  unreadable_email: 'Correo del comprador',
}

const sentences: Record<LoadFindingCode, (stated: string, computed: string) => string> = {
  plan_amount: (stated, computed) =>
    `El compromiso de «Cuotas mensuales» es ${uf(stated)} y sus cuotas suman ${uf(computed)}.`,
  plan_paid: (stated, computed) =>
    `Lo pagado del plan es ${uf(stated)} y, según sus cuotas, ${uf(computed)}.`,
  plan_payments: (stated, computed) =>
    `Lo pagado del plan es ${uf(stated)}, más que todos los pagos: ${uf(computed)}.`,
  paid_share: (stated, computed) =>
    `El porcentaje pagado es ${percent(stated)} y, según los montos, ${percent(computed)}.`,
  debt: (stated, computed) =>
    `La deuda del resumen es ${uf(stated)} y lo que falta pagar del plan, ${uf(computed)}.`,
  commitments_over_price: (stated, computed) =>
    `Los compromisos suman ${uf(stated)}, más que el precio de venta: ${uf(computed)}.`,
  payments_over_price: (stated, computed) =>
    `Los pagos y el saldo suman ${uf(stated)}, más que el precio de venta: ${uf(computed)}.`,
  pending_count: (stated, computed) =>
    `Las cuotas pendientes son ${stated} y, según sus saldos, ${computed}.`,
  signed_before_draft: (stated, computed) =>
    `La escritura se firmó el ${date(stated)}, antes de su borrador: ${date(computed)}.`,
  registered_before_closing: (stated, computed) =>
    `La escritura ingresó al CBR el ${date(stated)}, antes de su cierre: ${date(computed)}.`,
  left_registry_before_entry: (stated, computed) =>
    `La escritura salió del CBR el ${date(stated)}, antes de su ingreso: ${date(computed)}.`,
  unreadable_email: () =>
    'El correo del comprador no se puede leer: no se le puede invitar hasta que alguien lo corrija.',
}

/** For staff, with both figures. */
export function findingSentence({
  code,
  stated,
  computed,
}: Omit<SaleFinding, 'code'> & { code: LoadFindingCode }): string {
  return sentences[code](stated, computed)
}

/** In place of what a load says of a purchase of the reader's own, which may be somebody else's by now. */
export const HIDDEN_VALUE = '•••'

function percent(share: string): string {
  return share === HIDDEN_VALUE ? share : formatPercent(share)
}

function uf(amount: string): string {
  const parsed = parseUf(amount)
  return parsed === null ? amount : formatExactUf(parsed)
}

function date(text: string): string {
  return isCalendarDate(text) ? shortDate(text) : text
}
