import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDate, ufAmount } from '../testing/arbitraries.ts'
import { buildInstalment, buildSale, day, uf } from '../testing/build-sale.ts'
import { datedInstalments, instalmentYears, yearText } from './instalment-years.ts'
import type { Instalment } from './sale.ts'
import { accountStatement } from './statement.ts'

const today = day('2026-11-20')

function yearsOf(instalments: Instalment[]) {
  const sale = buildSale({ instalments })
  return instalmentYears(datedInstalments(sale, accountStatement(sale).instalments, today))
}

const paid = (dueOn: string) => buildInstalment({ dueOn: day(dueOn), balance: uf('0') })

describe('the instalments by year', () => {
  test('add up, and say how many are paid', () => {
    const years = yearsOf([
      paid('2025-11-05'),
      paid('2025-12-05'),
      paid('2026-10-05'),
      buildInstalment({ dueOn: day('2026-11-05'), balance: uf('4') }),
      buildInstalment({ dueOn: day('2027-01-05') }),
    ])
    expect(
      years.map((year) => [year.year, yearText(year), year.amount, year.balance, year.isPaid]),
    ).toEqual([
      ['2025', '2 cuotas pagadas', '20', '0', true],
      ['2026', '1 de 2 pagadas · 1 atrasada', '20', '4', false],
      ['2027', '1 cuota', '10', '10', false],
    ])
  })

  test('are sorted, those without a date last, each year in accounting’s order', () => {
    const years = yearsOf([
      buildInstalment({ dueOn: null }),
      paid('2027-02-05'),
      paid('2026-03-05'),
      paid('2027-01-05'),
    ])
    expect(
      years.map(({ year, instalments }) => [year, instalments.map((each) => each.index)]),
    ).toEqual([
      ['2026', [2]],
      ['2027', [1, 3]],
      [null, [0]],
    ])
  })

  test('have no total while an amount is not known', () => {
    const unknown = buildInstalment({ amount: null, balance: null })
    expect(yearsOf([paid('2026-01-05'), unknown])).toMatchObject([
      { amount: null, balance: null, isPaid: false },
    ])
  })

  test('mark the next ones to pay: the earliest unpaid that are not overdue (§12.171)', () => {
    const marked = (instalments: Instalment[]) =>
      yearsOf(instalments).flatMap((year) =>
        year.instalments.filter(({ isNext }) => isNext).map(({ dueOn }) => dueOn),
      )
    expect(
      marked([
        paid('2026-12-05'),
        buildInstalment({ dueOn: day('2027-03-05') }),
        buildInstalment({ dueOn: day('2026-11-05') }),
        buildInstalment({ dueOn: day('2026-12-05') }),
      ]),
    ).toEqual(['2026-12-05'])
    expect(marked([paid('2026-12-05')])).toEqual([])
    const december = buildInstalment({ dueOn: day('2026-12-05') })
    expect(marked([december, paid('2026-12-05'), december])).toEqual(['2026-12-05', '2026-12-05'])
  })

  test('lose and repeat none', () => {
    const instalment = fc.record({
      dueOn: fc.option(calendarDate),
      amount: fc.option(ufAmount),
      balance: fc.option(ufAmount),
      state: fc.constant(''),
    })
    fc.assert(
      fc.property(fc.array(instalment), (instalments) => {
        const years = yearsOf(instalments)
        const indexes = years.flatMap((year) => year.instalments.map(({ index }) => index))
        expect(indexes.toSorted((a, b) => a - b)).toEqual([...instalments.keys()])
        for (const { isPaid, instalments } of years) {
          expect(isPaid).toBe(instalments.every(({ status }) => status === 'paid'))
        }
      }),
    )
  })
})
