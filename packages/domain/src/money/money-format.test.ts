import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ufAmount } from '../testing/arbitraries.ts'
import { day, pesos, uf } from '../testing/build-sale.ts'
import {
  approximatePesos,
  formatDecimal,
  formatExactUf,
  formatPercent,
  formatPesos,
  formatUf,
  formatUfFigure,
  parseUf,
  parseUfRate,
} from './money.ts'

const rate = parseUfRate('39123.45')
if (rate === null) throw new Error('not a value of the UF')
const ufValue = { date: day('2026-11-22'), pesos: rate }

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
  ])('%s with %i decimals is %s (§5.13)', (value, decimals, expected) => {
    expect(formatDecimal(value, { decimals })).toBe(expected)
  })

  test('trailing zeros are dropped on request (§5.15)', () => {
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
    expect(formatUfFigure(uf('1234.5'))).toBe('1.234,50')
    expect(formatPesos(pesos('1234'))).toBe('$\u00a01.234')
  })

  test('an amount has one of two forms: UF 1.234,50 and $ 1.234.567 (§12.1025)', () => {
    const amounts = ['1234.5', '0', '3.8501', '-0.001'].map(uf)
    expect(amounts.map(formatUf)).toEqual(
      ['UF 1.234,50', 'UF 0,00', 'UF 3,85', 'UF 0,00'].map((text) => text.replace(' ', '\u00a0')),
    )
    expect(amounts.map(formatExactUf)).toEqual(
      ['UF 1.234,50', 'UF 0,00', 'UF 3,8501', 'UF -0,001'].map((text) =>
        text.replace(' ', '\u00a0'),
      ),
    )
    fc.assert(
      fc.property(ufAmount, (amount) => {
        expect(formatUf(amount)).toMatch(/^UF\u00a0-?\d{1,3}(\.\d{3})*,\d\d$/)
        const inPesos = formatPesos(pesos(amount))
        expect(inPesos).toMatch(/^-?\$\u00a0\d{1,3}(\.\d{3})*$/)
        expect(approximatePesos(amount, ufValue)).toMatch(/^≈\u00a0-?\$\u00a0[\d.]+$/)
      }),
    )
  })

  test('the sign of a debt in pesos comes before the $', () => {
    expect(formatPesos(pesos('1234567'))).toBe('$\u00a01.234.567')
    expect(formatPesos(pesos('-5000'))).toBe('-$\u00a05.000')
    expect(formatPesos(pesos('0'))).toBe('$\u00a00')
  })

  test('pesos with decimals are rounded half up, and shown without (§10.56)', () => {
    expect(formatPesos(pesos('1798300.5'))).toBe('$\u00a01.798.301')
    expect(formatPesos(pesos('1798300.4999'))).toBe('$\u00a01.798.300')
    expect(formatPesos(pesos('0.4'))).toBe('$\u00a00')
    expect(formatPesos(pesos('-0.4'))).toBe('$\u00a00')
  })

  test('a share is shown as a percentage, with a decimal only if it has one (§5.14, §9.13)', () => {
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
