import { daysBetween, shortDate } from '../dates/dates.ts'
import { decimalText, divideRounded, readDecimal, unitsAt } from './decimal.ts'
import { formatPercent, formatUfRate, type UfValue } from './money.ts'

/** A value that is too far from the nearest known one. */
export interface UfJump {
  value: UfValue
  /** The known value before it, after it or of its day. */
  from: UfValue
}

// In thousandths. From one day to the next the UF moves with a day's share of a month's inflation.
const DAY_LIMIT = 10n
// Each day of a gap adds a tenth of a percent: 3,9 % in a month, above every month since 1991.
const GAP_LIMIT = 1n

/** Whether the value of the same day or a later one differs by more than 1 %, and 0,1 % more for each day of a gap. */
export function isUfJump(before: UfValue, after: UfValue): boolean {
  const gap = BigInt(Math.max(0, daysBetween(before.date, after.date) - 1))
  const limit = DAY_LIMIT + GAP_LIMIT * gap
  const [from, to] = [centavos(before), centavos(after)]
  const change = to > from ? to - from : from - to
  return change * 1000n > from * limit
}

/**
 * Compares each given value with the known one of its day, and with its neighbours: the last accepted one, the
 * last known one and the next. A value beside a wrong one is not blamed for it.
 */
export function acceptUfValues(
  known: readonly UfValue[],
  given: readonly UfValue[],
): { accepted: UfValue[]; jumps: UfJump[] } {
  const knownOn = new Map(known.map((value) => [value.date, value]))
  const jumps: UfJump[] = []
  const candidates: UfValue[] = []
  for (const value of byDate(given)) {
    const from = knownOn.get(value.date)
    if (from && isUfJump(from, value)) jumps.push({ value, from })
    else candidates.push(value)
  }
  const replaced = new Set(candidates.map(({ date }) => date))
  const others = byDate(known).filter(({ date }) => !replaced.has(date))
  const accepted: UfValue[] = []
  let next = 0
  for (const value of candidates) {
    while ((others[next]?.date ?? value.date) < value.date) next += 1
    // The last known value too: each of many small steps would be no jump.
    const neighbours = [accepted.at(-1), others[next - 1], others[next]]
    const from = neighbours.find((other) => other && isJumpBetween(value, other))
    if (from) jumps.push({ value, from })
    else accepted.push(value)
  }
  return { accepted, jumps }
}

/** 'cambia un 2,4 % desde el 22-11-2026 ($ 39.123,45)'. */
export function ufJumpText({ value, from }: UfJump): string {
  if (from.date === value.date) {
    return `corrige en un ${percentBetween(from, value)} el valor guardado del ${shortDate(from.date)} (${formatUfRate(from.pesos)})`
  }
  const direction = from.date < value.date ? 'desde' : 'hasta'
  return `cambia un ${percentBetween(from, value)} ${direction} el ${shortDate(from.date)} (${formatUfRate(from.pesos)})`
}

function percentBetween(a: UfValue, b: UfValue): string {
  const [from, to] = a.date <= b.date ? [centavos(a), centavos(b)] : [centavos(b), centavos(a)]
  const change = to > from ? to - from : from - to
  return formatPercent(decimalText({ units: divideRounded(change * 10_000n, from), scale: 4 }))
}

function isJumpBetween(a: UfValue, b: UfValue): boolean {
  return a.date < b.date ? isUfJump(a, b) : isUfJump(b, a)
}

function byDate(values: readonly UfValue[]): UfValue[] {
  return values.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

function centavos({ pesos }: UfValue): bigint {
  const decimal = readDecimal(pesos)
  if (decimal === null) throw new RangeError('Not a value of the UF')
  return unitsAt(decimal, 2)
}
