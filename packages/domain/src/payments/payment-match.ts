import { type CalendarDate, daysBetween, shortDate } from '../dates/dates.ts'
import {
  compareUf,
  formatExactUf,
  formatPesos,
  formatUf,
  type Pesos,
  subtractUf,
  sumUf,
  type Uf,
} from '../money/money.ts'
import { counted } from '../text/counted.ts'

/** How well a payment in accounting fits a reported one. */
export type PaymentFit = 'match' | 'near' | 'other'

interface Reported {
  paidOn: CalendarDate
  amount: Pesos
}

interface Deposit {
  depositedOn: CalendarDate | null
  /** By the UF of the deposit's day; null where that UF is unknown. */
  pesos: Pesos | null
}

/** Accounting dates a transfer by the day on which the bank settles it. */
export const SETTLED_WITHIN_DAYS = 5
const NEAR_DAYS = 15

/** A deposit of an earlier day is another payment; of one without a date nobody knows. */
export function isPossible(paidOn: CalendarDate, depositedOn: CalendarDate | null): boolean {
  return depositedOn === null || depositedOn >= paidOn
}

/**
 * The same amount within one per cent, since accounting converts pesos to UF, and a near date, not before
 * the payment's. It is a suggestion for staff, who decide.
 */
export function fitOf({ paidOn, amount }: Reported, { depositedOn, pesos }: Deposit): PaymentFit {
  if (depositedOn === null || !isPossible(paidOn, depositedOn)) return 'other'
  const days = daysBetween(paidOn, depositedOn)
  if (pesos !== null && isAlike(amount, pesos)) {
    if (days <= SETTLED_WITHIN_DAYS) return 'match'
    return days <= NEAR_DAYS ? 'near' : 'other'
  }
  return days <= SETTLED_WITHIN_DAYS ? 'near' : 'other'
}

/** How well several payments together fit a reported one, of which accounting made several: by their sum and every day. */
export function fitOfAll(reported: Reported, deposits: readonly Deposit[]): PaymentFit {
  const amounts = deposits.flatMap(({ pesos }) => pesos ?? [])
  const isKnown = amounts.length === deposits.length
  const sum = String(amounts.reduce((total, amount) => total + BigInt(amount), 0n)) as Pesos
  const fits = deposits.map(({ depositedOn }) =>
    fitOf(reported, { depositedOn, pesos: isKnown ? sum : null }),
  )
  return (['other', 'near'] as const).find((fit) => fits.includes(fit)) ?? fits[0] ?? 'other'
}

/** Within one per cent of the reported amount. */
function isAlike(reported: Pesos, deposited: Pesos): boolean {
  const difference = BigInt(reported) - BigInt(deposited)
  return (difference < 0n ? -difference : difference) * 100n <= BigInt(reported)
}

interface Comparison {
  /** What is the same, and nothing else: 'Mismo monto'. */
  equal: string | null
  /** 'UF 3,50 menos · 10 meses antes'. */
  differing: string | null
}

/** What is equal of a reported payment and one of accounting, as staff read both, and by how much the rest differs. */
export function comparisonOf(
  { paidOn, amount, uf }: Reported & { uf: Uf | null },
  deposit: Deposit & { uf: Uf | null },
): Comparison {
  const isSameDay = deposit.depositedOn === paidOn
  const isSameAmount =
    deposit.pesos === amount ||
    (uf !== null && deposit.uf !== null && formatUf(uf) === formatUf(deposit.uf))
  const differing = [
    !isSameAmount && uf && deposit.uf && differenceText(uf, deposit.uf),
    !isSameDay && dayDifferenceText(paidOn, deposit.depositedOn),
  ].filter(Boolean)
  return {
    equal: equalText(isSameDay, isSameAmount),
    differing: differing.join(' · ') || null,
  }
}

function equalText(isSameDay: boolean, isSameAmount: boolean): string | null {
  if (isSameDay) return isSameAmount ? 'Coinciden fecha y monto' : 'Misma fecha'
  return isSameAmount ? 'Mismo monto' : null
}

function differenceText(reported: Uf, deposited: Uf): string {
  const isLess = compareUf(deposited, reported) < 0
  const difference = isLess ? subtractUf(reported, deposited) : subtractUf(deposited, reported)
  return `${formatExactUf(difference)} ${isLess ? 'menos' : 'más'}`
}

function dayDifferenceText(paidOn: CalendarDate, depositedOn: CalendarDate | null): string {
  if (depositedOn === null) return 'Sin fecha'
  return depositedOn < paidOn
    ? `${spanText(depositedOn, paidOn)} antes`
    : `${spanText(paidOn, depositedOn)} después`
}

/** In whole months from two on. */
function spanText(from: CalendarDate, to: CalendarDate): string {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  const begun = (toYear - fromYear) * 12 + toMonth - fromMonth
  const months = toDay < fromDay ? begun - 1 : begun
  return months < 2 ? counted(daysBetween(from, to), 'día', 'días') : `${months} meses`
}

interface Asked {
  source: 'reported' | 'online'
  paidOn: CalendarDate
  amount: Pesos
  /** Null where that day's UF is unknown. */
  uf: Uf | null
  deposit: { depositedOn: CalendarDate | null; uf: Uf | null }
}

/** Asked before a reported or online payment is taken for one of accounting that does not match it. */
export function confirmationQuestion({ source, paidOn, amount, uf, deposit }: Asked): string {
  const paid = `${formatPesos(amount)}${uf === null ? '' : ` (${formatUf(uf)})`}`
  const on = shortDate(paidOn)
  const deposited = deposit.uf === null ? 'no tiene monto' : `es de ${formatUf(deposit.uf)}`
  const day = deposit.depositedOn === null ? 'sin fecha' : `del ${shortDate(deposit.depositedOn)}`
  return (
    `El socio ${source === 'reported' ? `informó ${paid} del ${on}` : `pagó ${paid} el ${on}`}. ` +
    `En contabilidad, este pago ${deposited}, ${day}. ¿Es el mismo?`
  )
}

/** What payments of accounting have together, beside what was reported: 'Suman UF 3,85: faltan UF 3,50'. */
export function sumText(reported: Uf | null, deposits: readonly Uf[]): string {
  const sum = sumUf(deposits)
  const text = `Suman ${formatUf(sum)}`
  if (reported === null) return text
  if (formatUf(sum) === formatUf(reported)) return `${text}: lo informado`
  return compareUf(sum, reported) < 0
    ? `${text}: faltan ${formatExactUf(subtractUf(reported, sum))}`
    : `${text}: sobran ${formatExactUf(subtractUf(sum, reported))}`
}

interface SeveralAsked {
  paidOn: CalendarDate
  amount: Pesos
  /** Null where that day's UF is unknown. */
  uf: Uf | null
  deposits: readonly Uf[]
}

/** Asked before a reported payment is taken for several of accounting that do not match it together. */
export function severalQuestion({ paidOn, amount, uf, deposits }: SeveralAsked): string {
  const reported = `${formatPesos(amount)}${uf === null ? '' : ` (${formatUf(uf)})`}`
  return (
    `El socio informó ${reported} del ${shortDate(paidOn)}. En contabilidad, estos ` +
    `${deposits.length} pagos suman ${formatUf(sumUf(deposits))}. ¿Son ese pago?`
  )
}

const order: readonly PaymentFit[] = ['match', 'near', 'other']

/** The best fit first; of equal fits the nearest day. */
export function byFit(
  reported: Reported,
): (a: Deposit & { fit: PaymentFit }, b: Deposit & { fit: PaymentFit }) => number {
  const distance = ({ depositedOn }: Deposit) =>
    depositedOn === null
      ? Number.MAX_SAFE_INTEGER
      : Math.abs(daysBetween(reported.paidOn, depositedOn))
  return (a, b) => order.indexOf(a.fit) - order.indexOf(b.fit) || distance(a) - distance(b)
}
