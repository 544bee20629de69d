import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ufAmount } from '../testing/arbitraries.ts'
import { uf } from '../testing/build-sale.ts'
import {
  addUf,
  clampFraction,
  compareUf,
  isPositiveFraction,
  isPositiveUf,
  isZeroUf,
  parseCount,
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

  test('pesos have up to four decimals, as accounting writes them (§10.56)', () => {
    expect(parsePesos(1_250_000)).toBe('1250000')
    expect(parsePesos('1250000.00')).toBe('1250000')
    expect(parsePesos('-5000')).toBe('-5000')
    expect(parsePesos('0.5')).toBe('0.5')
    expect(parsePesos(40804.03)).toBe('40804.03')
    expect(parsePesos('40804.03125')).toBeNull()
    expect(parsePesos('1.250.000')).toBeNull()
    expect(parsePesos('')).toBeNull()
  })

  test('a count is whole', () => {
    expect(parseCount(26)).toBe(26)
    expect(parseCount('26.0')).toBe(26)
    expect(parseCount('26.5')).toBeNull()
    expect(parseCount('')).toBeNull()
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
