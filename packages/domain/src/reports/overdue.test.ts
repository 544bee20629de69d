import { expect, test } from 'vitest'
import type { CalendarDate } from '../dates/dates.ts'
import type { Uf } from '../money/money.ts'
import { overdueSales, type SaleInstalment, sumByBand } from './overdue.ts'

const today = '2026-11-29' as CalendarDate

const instalment = (code: string, dueOn: string | null, balance: string | null, state = '') =>
  ({
    ...{ code, state, dueOn: dueOn as CalendarDate | null },
    ...{ amount: '7.35' as Uf, balance: balance as Uf | null },
  }) satisfies SaleInstalment

test('what is overdue is summed to the last decimal, by days since it was due (§12.1373)', () => {
  const sales = overdueSales(
    [
      // Due today is not overdue.
      instalment('V-1', '2026-11-29', '7.35'),
      instalment('V-1', '2026-11-28', '0.1001'),
      instalment('V-1', '2026-10-30', '0.2'),
      instalment('V-1', '2026-10-29', '7.35'),
      instalment('V-1', '2026-09-30', '0'),
      instalment('V-2', '2026-09-30', null),
      instalment('V-2', '2026-09-30', null, 'Pagada'),
      instalment('V-2', '2026-08-30', null, 'Abonada'),
      instalment('V-3', null, '1.5', 'Vencida'),
    ],
    [],
    today,
  )
  expect(sales).toMatchObject([
    { code: 'V-1', band: 1, instalments: 1, amount: '7.35', unknown: 0, oldest: '2026-10-29' },
    { code: 'V-2', band: 1, instalments: 1, amount: '7.35', unknown: 0, oldest: '2026-09-30' },
    { code: 'V-3', band: 4, instalments: 1, amount: '1.5', unknown: 0, oldest: null },
    { code: 'V-1', band: 0, instalments: 2, amount: '0.3001', unknown: 0, oldest: '2026-10-30' },
    { code: 'V-2', band: 3, instalments: 1, amount: '0', unknown: 1, oldest: '2026-08-30' },
  ])
  expect(sumByBand(sales).map(({ sales, amount }) => [sales, amount])).toEqual([
    [1, '0.3001'],
    [2, '14.7'],
    [0, '0'],
    [1, '0'],
    [1, '1.5'],
  ])
})

test('what was paid online of these instalments, and any reported payment of the sale, is told in its rows (security 5.726)', () => {
  const other = (paidOn: string) => ({
    ...{ code: 'V-1', source: 'online' as const, pesos: null, part: null },
    paidOn: paidOn as CalendarDate,
  })
  const payment = (choice: 'overdue' | 'next', dueOn: string, paidOn: string) => {
    const made = other(paidOn)
    const chosenOn = made.paidOn
    return { ...made, part: { choice, dueOn: dueOn as CalendarDate, chosenOn } }
  }
  const told = (...waiting: Parameters<typeof overdueSales>[1]) =>
    overdueSales(
      [instalment('V-1', '2026-11-15', '7.35'), instalment('V-1', '2026-09-15', '7.35')],
      waiting,
      today,
    ).map(({ band, paidOnline, reported }) => [band, paidOnline, reported])
  expect(told()).toEqual([
    [0, null, null],
    [2, null, null],
  ])
  expect(told(payment('next', '2026-11-15', '2026-11-20'))).toEqual([
    [0, '2026-11-20', null],
    [2, null, null],
  ])
  expect(told(payment('overdue', '2026-09-15', '2026-11-20'))).toEqual([
    [0, '2026-11-20', null],
    [2, '2026-11-20', null],
  ])
  // What was not due yet.
  expect(told(payment('next', '2026-12-15', '2026-11-20'))).toEqual(told())
  const reported = { ...other('2026-11-21'), source: 'reported' as const }
  expect(told(other('2026-11-20'), reported)).toEqual([
    [0, '2026-11-20', '2026-11-21'],
    [2, '2026-11-20', '2026-11-21'],
  ])
})
