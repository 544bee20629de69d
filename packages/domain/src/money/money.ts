import { type CalendarDate, shortDate } from '../dates/dates.ts'
import {
  canonicalDecimal,
  decimalText,
  divideRounded,
  formatDecimal,
  readDecimal,
  unitsAt,
} from './decimal.ts'

export { formatDecimal } from './decimal.ts'

declare const unit: unique symbol

/** Exact decimal text with at most 4 decimals, in canonical form: '1234.5', never '1234.50'. */
export type Uf = string & { readonly [unit]: 'UF' }
/** Exact decimal text with at most 4 decimals, as accounting writes it; shown without decimals. */
export type Pesos = string & { readonly [unit]: 'CLP' }

/** The pesos of one UF: exact decimal text with at most 2 decimals, '39123.45'. */
export type UfRate = string & { readonly [unit]: 'CLP per UF' }

/** What one UF is worth on a day. */
export interface UfValue {
  date: CalendarDate
  pesos: UfRate
}

const UF_DECIMALS = 4
// The peso has no decimals, but accounting converts from UF and writes some.
const PESO_DECIMALS = 4
// Enough for a third as a float writes it, with 16 digits.
const FRACTION_DECIMALS = 20
const RATIO_DECIMALS = 6

/**
 * A finite number or decimal text with a dot. Trailing zeros do not count as decimals: '10.00000' is
 * 10. Null for anything else.
 */
export function parseUf(value: unknown): Uf | null {
  return canonicalDecimal(value, UF_DECIMALS) as Uf | null
}

export function parsePesos(value: unknown): Pesos | null {
  return canonicalDecimal(value, PESO_DECIMALS) as Pesos | null
}

export function parseCount(value: unknown): number | null {
  const whole = canonicalDecimal(value, 0)
  return whole === null ? null : Number(whole)
}

/** A share as accounting stores it: 0.05 is 5 % (docs/specification.md §9.13). */
export function parseFraction(value: unknown): string | null {
  return canonicalDecimal(value, FRACTION_DECIMALS)
}

export function isPositiveFraction(fraction: string | null): boolean {
  return (readDecimal(fraction)?.units ?? 0n) > 0n
}

/** Limits a share to 0 to 1, for a ring or a bar. */
export function clampFraction(fraction: string): string {
  if (!isPositiveFraction(fraction)) return '0'
  return /^0+(\.|$)/.test(fraction) ? fraction : '1'
}

function toUnits(amount: Uf): bigint {
  const decimal = readDecimal(amount)
  if (decimal === null) throw new RangeError('Not an amount in UF')
  return unitsAt(decimal, UF_DECIMALS)
}

function fromUnits(units: bigint): Uf {
  return decimalText({ units, scale: UF_DECIMALS }) as Uf
}

export const ZERO_UF = '0' as Uf

export function addUf(...amounts: Uf[]): Uf {
  return sumUf(amounts)
}

/** Takes a list, since a call with a hundred thousand arguments fails. */
export function sumUf(amounts: readonly Uf[]): Uf {
  return fromUnits(amounts.reduce((sum, amount) => sum + toUnits(amount), 0n))
}

export function subtractUf(a: Uf, b: Uf): Uf {
  return fromUnits(toUnits(a) - toUnits(b))
}

export function compareUf(a: Uf, b: Uf): -1 | 0 | 1 {
  const difference = toUnits(a) - toUnits(b)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

export function isZeroUf(amount: Uf): boolean {
  return toUnits(amount) === 0n
}

export function isPositiveUf(amount: Uf): boolean {
  return toUnits(amount) > 0n
}

/** Cut to 4 decimals. */
export function scaleUf(
  amount: Uf,
  { numerator, denominator }: { numerator: bigint; denominator: bigint },
): Uf {
  return fromUnits((toUnits(amount) * numerator) / denominator)
}

/** A hundredth, cut to hundredths of a UF, as people read and type amounts. */
export function hundredthOfUf(amount: Uf): Uf {
  const units = toUnits(amount) / 100n
  return fromUnits(units - (units % 100n))
}

/** Fraction text with at most 6 decimals; null when the whole is zero. */
export function ratioOfUf(part: Uf, whole: Uf): string | null {
  const divisor = toUnits(whole)
  if (divisor === 0n) return null
  const units = divideRounded(toUnits(part) * 10n ** BigInt(RATIO_DECIMALS), divisor)
  return decimalText({ units, scale: RATIO_DECIMALS })
}

// The two forms of money, wherever people read it: 'UF 1.234,50' and '$ 1.234.567', with a non-breaking space.

/** 'UF 1.234,50'. */
export function formatUf(amount: Uf): string {
  return `UF\u00a0${formatUfFigure(amount)}`
}

/** '1.234,50', for a column whose heading says UF. */
export function formatUfFigure(amount: Uf): string {
  return formatDecimal(amount, { decimals: 2 })
}

/** 'UF 1.234,50', or 'UF 1.234,5067' where staff compare figures: a difference may be in the last decimal. */
export function formatExactUf(amount: Uf): string {
  const [, fraction = ''] = amount.split('.')
  return `UF\u00a0${formatDecimal(amount, { decimals: Math.max(2, fraction.length) })}`
}

/** Rounded half up to whole pesos: '$ 1.234.567', and '-$ 5.000': Intl would write '$-5.000'. */
export function formatPesos(amount: Pesos): string {
  const text = formatDecimal(amount, { decimals: 0 })
  return text.startsWith('-') ? `-$\u00a0${text.slice(1)}` : `$\u00a0${text}`
}

/** A fraction × 100 with at most one decimal: '12,5 %', '15 %' (docs/specification.md §5.14). */
export function formatPercent(fraction: string): string {
  const decimal = readDecimal(fraction)
  if (decimal === null) throw new RangeError('Not a fraction')
  const hundredfold = decimalText({ ...decimal, units: decimal.units * 100n })
  return `${formatDecimal(hundredfold, { decimals: 1, dropTrailingZeros: true })}\u00a0%`
}

const RATE_DECIMALS = 2
// A value outside was misread: '40.804' as 40.8, or '39.123,45' as 3912345.
const MIN_PESOS = 10_000n
const MAX_PESOS = 200_000n

/** A finite number or decimal text with a dot. Null for anything else, and outside 10.000 to 200.000 pesos. */
export function parseUfRate(value: unknown): UfRate | null {
  const text = canonicalDecimal(value, RATE_DECIMALS)
  if (text === null) return null
  const units = rateUnits(text)
  const scale = 10n ** BigInt(RATE_DECIMALS)
  return units < MIN_PESOS * scale || units > MAX_PESOS * scale ? null : (text as UfRate)
}

/** Exact, rounded half up to whole pesos; a negative amount is rounded away from zero. */
export function ufInPesos(amount: Uf, { pesos }: UfValue): Pesos {
  const decimal = readDecimal(amount)
  if (decimal === null) throw new RangeError('Not an amount in UF')
  const product = unitsAt(decimal, UF_DECIMALS) * rateUnits(pesos)
  return String(divideRounded(product, 10n ** BigInt(UF_DECIMALS + RATE_DECIMALS))) as Pesos
}

/** Whole pesos as UF, rounded half up to 4 decimals. */
export function pesosInUf(amount: Pesos, { pesos }: UfValue): Uf {
  const units = BigInt(amount) * 10n ** BigInt(UF_DECIMALS + RATE_DECIMALS)
  return decimalText({ units: divideRounded(units, rateUnits(pesos)), scale: UF_DECIMALS }) as Uf
}

/** '$ 39.123,45', with a non-breaking space. */
export function formatUfRate(pesos: UfRate): string {
  return `$\u00a0${formatDecimal(pesos, { decimals: RATE_DECIMALS })}`
}

/** '≈ $ 12.345.678', with non-breaking spaces: an amount that depends on the day. */
export function approximatePesos(amount: Uf, value: UfValue): string {
  return `≈\u00a0${formatPesos(ufInPesos(amount, value))}`
}

/** '≈ $ 12.345.678 (UF del 22-11-2026: $ 39.123,45)'. */
export function equivalentText(amount: Uf, value: UfValue): string {
  return `${approximatePesos(amount, value)} (UF del ${shortDate(value.date)}: ${formatUfRate(value.pesos)})`
}

function rateUnits(pesos: string): bigint {
  const decimal = readDecimal(pesos)
  if (decimal === null) throw new RangeError('Not a value of the UF')
  return unitsAt(decimal, RATE_DECIMALS)
}
