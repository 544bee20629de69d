import { groupThousands } from '../text/counted.ts'

/** An exact decimal number: `units` divided by 10 to the `scale`. No step uses floats. */
export interface Decimal {
  units: bigint
  scale: number
}

export interface DecimalFormat {
  decimals: number
  dropTrailingZeros?: boolean
}

// Far above any real amount; limits the cost of hostile input.
const MAX_LENGTH = 40
const DECIMAL_TEXT = /^(-?)(\d+)(?:\.(\d+))?$/

/** A finite number, or decimal text with a dot; anything else, also with an exponent, is null. */
export function readDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const text = String(value)
  if (text.length > MAX_LENGTH) return null
  const match = DECIMAL_TEXT.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/** The canonical text: no trailing zeros, no '-0', '0' for zero. */
export function decimalText({ units, scale }: Decimal): string {
  const negative = units < 0n
  const digits = String(negative ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

export function canonicalDecimal(value: unknown, maxDecimals: number): string | null {
  const decimal = readDecimal(value)
  if (decimal === null) return null
  const text = decimalText(decimal)
  const dot = text.indexOf('.')
  const decimals = dot === -1 ? 0 : text.length - dot - 1
  return decimals > maxDecimals ? null : text
}

/** Half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const top = dividend < 0n ? -dividend : dividend
  const bottom = divisor < 0n ? -divisor : divisor
  const quotient = (2n * top + bottom) / (2n * bottom)
  return negative ? -quotient : quotient
}

/** The value in units of 10^-decimals, rounded when it has more decimals. */
export function unitsAt({ units, scale }: Decimal, decimals: number): bigint {
  return scale <= decimals
    ? units * 10n ** BigInt(decimals - scale)
    : divideRounded(units, 10n ** BigInt(scale - decimals))
}

/**
 * '.' for thousands, ',' for decimals (docs/specification.md §5.13). Without Intl: 'es' writes 1234
 * without its dot, Intl writes -0,00, and only new browsers format decimal text exactly.
 */
export function formatDecimal(
  value: string,
  { decimals, dropTrailingZeros }: DecimalFormat,
): string {
  const decimal = readDecimal(value)
  if (decimal === null) throw new RangeError(`Not a decimal number: ${value.slice(0, MAX_LENGTH)}`)
  const units = unitsAt(decimal, decimals)
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = groupThousands(digits.slice(0, digits.length - decimals))
  const shown = digits.slice(digits.length - decimals)
  const fraction = dropTrailingZeros ? shown.replace(/0+$/, '') : shown
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `,${fraction}`}`
}
