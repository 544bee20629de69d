import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { day } from '../testing/build-sale.ts'
import { parseUfRate, type UfValue } from './money.ts'
import { acceptUfValues, isUfJump, ufJumpText } from './uf-series.ts'

function valueAt(date: string, pesos: string): UfValue {
  const rate = parseUfRate(pesos)
  if (rate === null) throw new Error(`Not a value of the UF: ${pesos}`)
  return { date: day(date), pesos: rate }
}

const dates = (values: UfValue[]) => values.map(({ date }) => date)

/** Thirty days that rise or fall by up to so many thousandths a day. */
const month = (thousandths: number) =>
  fc
    .array(fc.integer({ min: -thousandths, max: thousandths }), { minLength: 29, maxLength: 29 })
    .map((steps) => {
      let pesos = 40_000
      const values = [valueAt('2026-11-01', '40000')]
      for (const [index, step] of steps.entries()) {
        pesos += (pesos * step) / 1000
        values.push(valueAt(addDays(day('2026-11-01'), index + 1), pesos.toFixed(2)))
      }
      return values
    })

describe('a jump', () => {
  test.each([
    ['2026-11-23', '40400', false],
    ['2026-11-23', '40400.01', true],
    ['2026-11-23', '39600', false],
    ['2026-11-23', '39599.99', true],
    // A gap of nine days allows 0,9 % more.
    ['2026-12-02', '40760', false],
    ['2026-12-02', '40760.01', true],
    ['2026-12-02', '39239.99', true],
  ])('from $40.000 on 2026-11-22 to %s %s: %s (§12.145)', (date, pesos, isJump) => {
    expect(isUfJump(valueAt('2026-11-22', '40000'), valueAt(date, pesos))).toBe(isJump)
  })

  test('its sentence has the change, and the day and value that it is compared with', () => {
    const [earlier, later] = [valueAt('2026-11-22', '40000'), valueAt('2026-11-23', '40960')]
    expect(ufJumpText({ value: later, from: earlier })).toBe(
      'cambia un 2,4\u00a0% desde el 22-11-2026 ($\u00a040.000,00)',
    )
    expect(ufJumpText({ value: earlier, from: later })).toBe(
      'cambia un 2,4\u00a0% hasta el 23-11-2026 ($\u00a040.960,00)',
    )
  })
})

describe('accepting values', () => {
  test('the UF may fall: a month of small steps is accepted in any order (§12.145)', () => {
    fc.assert(
      fc.property(month(9), fc.integer({ min: 0, max: 29 }), (values, at) => {
        const turned = [...values.slice(at), ...values.slice(0, at)]
        expect(acceptUfValues([], turned)).toEqual({ accepted: values, jumps: [] })
      }),
    )
  })

  test('a wrong value amid a month is refused, and those beside it are not', () => {
    fc.assert(
      fc.property(month(5), fc.integer({ min: 1, max: 29 }), (values, at) => {
        const wrong = { ...valueAt('2026-11-01', '95000'), date: values[at]?.date ?? day('') }
        const given = values.with(at, wrong)
        const { accepted, jumps } = acceptUfValues([], given)
        expect(accepted).toEqual(values.toSpliced(at, 1))
        expect(jumps).toEqual([{ value: wrong, from: values[at - 1] }])
      }),
    )
  })

  test('it is compared with the known days before and after it', () => {
    const known = [valueAt('2026-11-20', '40000'), valueAt('2026-11-25', '40020')]
    const given = [valueAt('2026-11-21', '40300'), valueAt('2026-11-24', '40450')]
    const { accepted, jumps } = acceptUfValues(known, given)
    expect(dates(accepted)).toEqual(['2026-11-21'])
    expect(jumps).toEqual([{ value: given[1], from: known[1] }])
  })

  test('a month of steps of almost 1 % down is no month of the UF (§12.145)', () => {
    const known = [valueAt('2026-11-09', '40000')]
    const falling = Array.from({ length: 30 }, (_, index) =>
      valueAt(addDays(day('2026-11-10'), index), (40_000 * 0.991 ** (index + 1)).toFixed(2)),
    )
    const { accepted, jumps } = acceptUfValues(known, falling)
    expect(dates(accepted)).toEqual(['2026-11-10'])
    expect(jumps[0]).toEqual({ value: falling[1], from: known[0] })
  })

  test('a known value that is given again is no measure for itself', () => {
    const known = [valueAt('2026-11-20', '40000'), valueAt('2026-11-21', '40390.00')]
    const corrected = valueAt('2026-11-21', '40013')
    expect(acceptUfValues(known, [corrected])).toEqual({ accepted: [corrected], jumps: [] })
  })

  test('a known value is corrected by at most 1 %, whatever its neighbours say (§12.1092)', () => {
    const known = [valueAt('2026-11-20', '40000'), valueAt('2026-11-21', '93001.00')]
    const [wrong] = known.slice(1)
    const corrected = valueAt('2026-11-21', '40013')
    const jump = { value: corrected, from: wrong }
    expect(acceptUfValues(known, [corrected])).toEqual({ accepted: [], jumps: [jump] })
  })
})
