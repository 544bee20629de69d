import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ufAmount } from '../testing/arbitraries.ts'
import { day, uf } from '../testing/build-sale.ts'
import {
  equivalentText,
  formatUfRate,
  parseUfRate,
  type Uf,
  type UfValue,
  ufInPesos,
} from './money.ts'

function valueAt(pesos: unknown, date = '2026-11-22'): UfValue {
  const rate = parseUfRate(pesos)
  if (rate === null) throw new Error(`Not a value of the UF: ${pesos}`)
  return { date: day(date), pesos: rate }
}

const rate = fc
  .integer({ min: 10_000_00, max: 200_000_00 })
  .map((hundredths) =>
    valueAt(`${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`),
  )

describe('the value of the UF', () => {
  test.each([
    [39123.45, '39123.45'],
    ['39123.45', '39123.45'],
    ['39123.40', '39123.4'],
    [40804, '40804'],
    ['10000', '10000'],
    ['200000.00', '200000'],
  ])('%j is %s pesos', (value, expected) => {
    expect(parseUfRate(value)).toBe(expected)
  })

  test.each([
    40.804,
    '40.804',
    '40804,03',
    '39.123,45',
    3912345,
    '9999.99',
    '200000.01',
    39123.456,
    -39123.45,
    0,
    '',
    null,
    'ND',
  ])('%j is none', (value) => {
    expect(parseUfRate(value)).toBeNull()
  })

  test('it is shown with two decimals', () => {
    expect(formatUfRate(valueAt('39123.4').pesos)).toBe('$\u00a039.123,40')
  })
})

describe('an amount in pesos of a day', () => {
  test.each([
    ['1', '39123.45', '39123'],
    ['1', '39123.5', '39124'],
    ['0.0001', '39123.45', '4'],
    ['-1', '39123.5', '-39124'],
    ['0', '39123.45', '0'],
    ['1234.5678', '39123.45', '48300552'],
    ['9999999999.9999', '200000', '1999999999999980'],
  ])('UF %s at %s are %s pesos', (amount, pesos, expected) => {
    expect(ufInPesos(uf(amount), valueAt(pesos))).toBe(expected)
  })

  test('it differs from the exact product by at most half a peso, and a tie goes up (§12.141)', () => {
    fc.assert(
      fc.property(ufAmount, rate, (amount, value) => {
        const exact = millionths(amount, 4) * millionths(value.pesos, 2)
        const shown = BigInt(ufInPesos(amount, value)) * 10n ** 6n
        const error = 2n * abs(shown - exact)
        expect(error <= 10n ** 6n).toBe(true)
        if (error === 10n ** 6n) expect(abs(shown) > abs(exact)).toBe(true)
      }),
    )
  })

  test('more UF, or a higher value, is never fewer pesos', () => {
    fc.assert(
      fc.property(ufAmount, ufAmount, rate, rate, (a, b, low, high) => {
        const [less, more] = millionths(a, 4) <= millionths(b, 4) ? [a, b] : [b, a]
        expect(BigInt(ufInPesos(less, low)) <= BigInt(ufInPesos(more, low))).toBe(true)
        const [worse, better] =
          millionths(low.pesos, 2) <= millionths(high.pesos, 2) ? [low, high] : [high, low]
        const positive = (less.startsWith('-') ? less.slice(1) : less) as Uf
        expect(BigInt(ufInPesos(positive, worse)) <= BigInt(ufInPesos(positive, better))).toBe(true)
      }),
    )
  })

  test('the sentence names the day and the value (§12.141)', () => {
    expect(equivalentText(uf('315.5555'), valueAt('39123.45'))).toBe(
      '≈\u00a0$\u00a012.345.620 (UF del 22-11-2026: $\u00a039.123,45)',
    )
    expect(equivalentText(uf('-0.5'), valueAt('40000'))).toBe(
      '≈\u00a0-$\u00a020.000 (UF del 22-11-2026: $\u00a040.000,00)',
    )
  })
})

/** Decimal text as units of 10^-places. */
function millionths(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -units : units
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}
