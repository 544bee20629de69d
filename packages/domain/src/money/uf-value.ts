import { type CalendarDate, shortDate } from '../dates/dates.ts'
import { canonicalDecimal, decimalText, divideRounded, readDecimal, unitsAt } from './decimal.ts'
import { formatDecimal, formatPesos, type Pesos, type Uf } from './money.ts'

declare const unit: unique symbol

/** The pesos of one UF: exact decimal text with at most 2 decimals, '39123.45'. */
export type UfRate = string & { readonly [unit]: 'CLP per UF' }

/** What one UF is worth on a day. */
export interface UfValue {
  date: CalendarDate
  pesos: UfRate
}

const RATE_DECIMALS = 2
const UF_DECIMALS = 4
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
