import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ufAmount } from '../testing/arbitraries.ts'
import { pesos, uf } from '../testing/build-sale.ts'
import {
  addUf,
  clampFraction,
  compareUf,
  formatDecimal,
  formatPercent,
  formatPesos,
  formatUf,
  isPositiveFraction,
  isPositiveUf,
  isZeroUf,
  parseFraction,
  parsePesos,
  parseUf,
  ratioOfUf,
  subtractUf,
} from './money.ts'

describe('reading amounts', () => {
  test.each([
    [10, '10'],
    [12.5, '12.5'],
    [0.1, '0.1'],
    [0, '0'],
    [-0, '0'],
    [-3.25, '-3.25'],
    ['10', '10'],
    ['010.50', '10.5'],
    ['0.0001', '0.0001'],
    ['0.00000', '0'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['1800.2500', '1800.25'],
    ['10.00000', '10'],
  ])('%j is UF %s', (value, expected) => {
    expect(parseUf(value)).toBe(expected)
  })

  test.each([
    null,
    undefined,
    '',
    ' ',
    ' 1',
    '1 ',
    '1,5',
    '1.234,50',
    '1.2.3',
    '.5',
    '5.',
    '+5',
    '--5',
    '-',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1.00001',
    '١',
    '9'.repeat(41),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1e-7,
    0.1 + 0.2,
    true,
    [5],
    { valueOf: () => 5 },
    new Date(0),
  ])('%j is no amount of UF', (value) => {
    expect(parseUf(value)).toBeNull()
  })

  test('a bigint is not an amount', () => {
    expect(parseUf(5n)).toBeNull()
  })

  test('pesos are whole', () => {
    expect(parsePesos(1_250_000)).toBe('1250000')
    expect(parsePesos('1250000.00')).toBe('1250000')
    expect(parsePesos('-5000')).toBe('-5000')
    expect(parsePesos('0.5')).toBeNull()
    expect(parsePesos(40804.03)).toBeNull()
    expect(parsePesos('1.250.000')).toBeNull()
    expect(parsePesos('')).toBeNull()
  })

  test('a fraction may have the sixteen digits of a float, and no text', () => {
    expect(parseFraction(0.15)).toBe('0.15')
    expect(parseFraction('0.3333333333')).toBe('0.3333333333')
    expect(parseFraction('0.3333333333333333')).toBe('0.3333333333333333')
    expect(parseFraction(`0.${'3'.repeat(21)}`)).toBeNull()
    expect(parseFraction('15 %')).toBeNull()
    expect(parseFraction(null)).toBeNull()
  })

  test('reading an amount again changes nothing', () => {
    fc.assert(fc.property(ufAmount, (amount) => parseUf(amount) === amount))
  })

  test('numbers are read as their shortest text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (tenThousandths) => {
        const number = tenThousandths / 10_000
        fc.pre(!String(number).includes('e'))
        expect(Number(parseUf(number))).toBe(number === 0 ? 0 : number)
      }),
    )
  })
})

describe('adding UF', () => {
  test('0.1 and 0.2 are 0.3', () => {
    expect(addUf(uf('0.1'), uf('0.2'))).toBe('0.3')
    expect(addUf()).toBe('0')
    expect(addUf(uf('0.0001'), uf('9999999999.9999'))).toBe('10000000000')
    expect(subtractUf(uf('1'), uf('1.0001'))).toBe('-0.0001')
    expect(subtractUf(uf('5.5'), uf('5.5'))).toBe('0')
  })

  test('order and grouping do not matter', () => {
    fc.assert(
      fc.property(ufAmount, ufAmount, ufAmount, (a, b, c) => {
        expect(addUf(a, b)).toBe(addUf(b, a))
        expect(addUf(addUf(a, b), c)).toBe(addUf(a, addUf(b, c)))
        expect(addUf(a, b, c)).toBe(addUf(c, b, a))
      }),
    )
  })

  test('subtracting reverses adding', () => {
    fc.assert(fc.property(ufAmount, ufAmount, (a, b) => subtractUf(addUf(a, b), b) === a))
  })

  test('comparing agrees with the sign of the difference', () => {
    expect(compareUf(uf('9'), uf('10'))).toBe(-1)
    expect(compareUf(uf('-9'), uf('-10'))).toBe(1)
    fc.assert(
      fc.property(ufAmount, ufAmount, (a, b) => {
        expect(compareUf(a, a)).toBe(0)
        expect(compareUf(a, b) === 1).toBe(isPositiveUf(subtractUf(a, b)))
        expect(compareUf(a, b) === 0).toBe(isZeroUf(subtractUf(a, b)))
        expect(compareUf(a, b) + compareUf(b, a)).toBe(0)
      }),
    )
  })

  test('a negative amount is neither zero nor positive', () => {
    expect(isZeroUf(uf('-0.0001'))).toBe(false)
    expect(isPositiveUf(uf('-0.0001'))).toBe(false)
    expect(isPositiveUf(uf('0.0001'))).toBe(true)
    expect(isPositiveUf(uf('0'))).toBe(false)
  })
})

describe('fractions', () => {
  test('the ratio of two amounts has six decimals, half away from zero', () => {
    expect(ratioOfUf(uf('120'), uf('240'))).toBe('0.5')
    expect(ratioOfUf(uf('1'), uf('3'))).toBe('0.333333')
    expect(ratioOfUf(uf('2'), uf('3'))).toBe('0.666667')
    expect(ratioOfUf(uf('-2'), uf('3'))).toBe('-0.666667')
    expect(ratioOfUf(uf('0.0001'), uf('200'))).toBe('0.000001')
    expect(ratioOfUf(uf('-0.0001'), uf('1000'))).toBe('0')
    expect(ratioOfUf(uf('5'), uf('0'))).toBeNull()
  })

  test('a ring shows 0 to 1', () => {
    expect(['-0.1', '0', '0.4', '1', '1.0', '1.2', '10.5'].map(clampFraction)).toEqual([
      '0',
      '0',
      '0.4',
      '1',
      '1',
      '1',
      '1',
    ])
  })

  test('only more than zero is positive', () => {
    expect(['0.0000000001', '0.15', '0', '0.000', '-0.1', null].map(isPositiveFraction)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('showing amounts', () => {
  test.each([
    ['1.005', 2, '1,01'],
    ['-1.005', 2, '-1,01'],
    ['1.004999', 2, '1,00'],
    ['-1234.5', 2, '-1.234,50'],
    ['-0.001', 2, '0,00'],
    ['-0.005', 2, '-0,01'],
    ['999.995', 2, '1.000,00'],
    ['999', 2, '999,00'],
    ['1000', 2, '1.000,00'],
    ['1234', 0, '1.234'],
    ['0.5', 0, '1'],
    ['-0.4', 0, '0'],
    ['1234567.8', 0, '1.234.568'],
    ['12345678901234567890.125', 2, '12.345.678.901.234.567.890,13'],
  ])('%s with %i decimals is %s', (value, decimals, expected) => {
    expect(formatDecimal(value, { decimals })).toBe(expected)
  })

  test('trailing zeros are dropped on request', () => {
    const drop = (value: string) => formatDecimal(value, { decimals: 2, dropTrailingZeros: true })
    expect([drop('12.5'), drop('12'), drop('100'), drop('-0.001'), drop('1000.019')]).toEqual([
      '12,5',
      '12',
      '100',
      '0',
      '1.000,02',
    ])
  })

  test('text that is not a number is never formatted', () => {
    expect(() => formatDecimal('1,5', { decimals: 2 })).toThrow(RangeError)
    expect(() => formatDecimal('', { decimals: 2 })).toThrow(RangeError)
    expect(() => formatPercent('NaN')).toThrow(RangeError)
  })

  test('four digits have a dot, which plain "es" omits', () => {
    expect(new Intl.NumberFormat('es').format(1234)).toBe('1234')
    expect(formatUf(uf('1234.5'))).toBe('1.234,50')
    expect(formatPesos(pesos('1234'))).toBe('$1.234')
  })

  test('the sign of a debt in pesos comes before the $', () => {
    expect(formatPesos(pesos('1234567'))).toBe('$1.234.567')
    expect(formatPesos(pesos('-5000'))).toBe('-$5.000')
    expect(formatPesos(pesos('0'))).toBe('$0')
  })

  test('a share is shown as a percentage, with a decimal only if it has one', () => {
    expect(
      ['0.125', '0.15', '0', '1', '0.05', '0.0005', '0.00049', '12.3456'].map(formatPercent),
    ).toEqual([
      '12,5\u00a0%',
      '15\u00a0%',
      '0\u00a0%',
      '100\u00a0%',
      '5\u00a0%',
      '0,1\u00a0%',
      '0\u00a0%',
      '1.234,6\u00a0%',
    ])
  })

  test('0.285 × 100 and 0.0725 × 100 have no float error', () => {
    expect(formatPercent('0.285')).toBe('28,5\u00a0%')
    expect(formatPercent('0.0725')).toBe('7,3\u00a0%')
    expect(formatPercent('-0.0725')).toBe('-7,3\u00a0%')
  })

  test('an amount shown with four decimals reads back the same', () => {
    fc.assert(
      fc.property(ufAmount, (amount) => {
        const shown = formatDecimal(amount, { decimals: 4 })
        expect(shown).toMatch(/^-?\d{1,3}(\.\d{3})*,\d{4}$/)
        expect(parseUf(shown.replaceAll('.', '').replace(',', '.'))).toBe(amount)
      }),
    )
  })

  test('rounding agrees with integer arithmetic and Intl for every decimal text', () => {
    const digits = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
    const places = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(digits, places, places, (units, scale, decimals) => {
        const text = withPoint(units, scale)
        const shown = formatDecimal(text, { decimals })
        const back = BigInt(shown.replace(/[.,]/g, ''))
        // |shown − exact| ≤ half a unit of the last decimal; a tie rounds away from zero.
        const exact = units * 10n ** BigInt(decimals)
        const error = 2n * abs(back * 10n ** BigInt(scale) - exact)
        expect(error <= 10n ** BigInt(scale)).toBe(true)
        if (error === 10n ** BigInt(scale)) {
          expect(abs(back) * 10n ** BigInt(scale) > abs(exact)).toBe(true)
        }
        expect(shown).toBe(byIntl(text, decimals))
      }),
      { numRuns: 500 },
    )
  })
})

function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}

function withPoint(units: bigint, scale: number): string {
  const digits = String(abs(units)).padStart(scale + 1, '0')
  const point = scale === 0 ? '' : `.${digits.slice(-scale)}`
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${point}`
}

// signDisplay 'negative' avoids Intl's '-0,00'.
function byIntl(text: string, decimals: number): string {
  const format = new Intl.NumberFormat('es-CL', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: true,
    signDisplay: 'negative',
  })
  return format.format(text as Intl.StringNumericLiteral)
}
