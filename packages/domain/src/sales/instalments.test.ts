import { describe, expect, test } from 'vitest'
import { buildInstalment, buildSale, day, uf } from '../testing/build-sale.ts'
import {
  instalmentLabels,
  instalmentStateText,
  instalmentStatus,
  nextDue,
  overdueAmount,
} from './instalments.ts'

const today = day('2026-11-20')
const yesterday = day('2026-11-19')

describe('the status of an instalment', () => {
  test.each([
    ['nothing owed, due yesterday', { balance: uf('0'), dueOn: yesterday }, 'paid'],
    ['nothing owed, still to fall due', { balance: uf('0') }, 'paid'],
    ['too much paid', { balance: uf('-0.5') }, 'paid'],
    ['all owed, due yesterday', { dueOn: yesterday }, 'overdue'],
    ['partly paid, due yesterday', { balance: uf('4'), dueOn: yesterday }, 'overdue'],
    ['all owed, due today', { dueOn: today }, 'due'],
    ['partly paid, due today', { balance: uf('4'), dueOn: today }, 'partial'],
    ['all owed, later', {}, 'due'],
    ['partly paid, later', { balance: uf('9.9999') }, 'partial'],
    ['balance not sent, due yesterday', { balance: null, dueOn: yesterday }, 'overdue'],
    ['balance not sent, later', { balance: null }, 'due'],
    ['amount not sent, balance zero', { amount: null, balance: uf('0') }, 'paid'],
    ['amount not sent, something owed', { amount: null }, 'due'],
    ['neither sent', { amount: null, balance: null }, 'due'],
    ['no date, partly paid', { dueOn: null, balance: uf('4') }, 'partial'],
    ['no date, all owed', { dueOn: null }, 'due'],
  ] as const)('%s', (_, overrides, status) => {
    expect(instalmentStatus(buildInstalment(overrides), today)).toBe(status)
  })

  test('accounting’s own state does not count', () => {
    expect(instalmentStatus(buildInstalment({ state: 'Pagada' }), today)).toBe('due')
  })

  test.each([
    ['due', '', 'Por vencer'],
    ['due', 'Pendiente', 'Por vencer'],
    ['overdue', 'VENCIDA ', 'Atrasada'],
    ['overdue', 'Pendiente', 'Atrasada'],
    ['paid', 'Abonada', 'Pagada'],
    ['overdue', 'En cobranza judicial', 'Atrasada · En cobranza judicial'],
  ] as const)('%s, which accounting calls %j, is %j (§12.263)', (status, state, text) => {
    expect(instalmentStateText(status, state)).toBe(text)
  })

  test('each status has its label', () => {
    expect(instalmentLabels).toEqual({
      paid: 'Pagada',
      overdue: 'Atrasada',
      partial: 'Parcial',
      due: 'Por vencer',
    })
  })
})

describe('Rosa’s next instalment', () => {
  test('is the one of December, since the overdue one of November is past', () => {
    expect(nextDue(buildSale(), today)).toEqual({ dueOn: '2026-12-05', amount: '10' })
  })

  test('is the one of today, with its unpaid amount', () => {
    expect(nextDue(buildSale(), day('2026-11-05'))).toEqual({ dueOn: '2026-11-05', amount: '4' })
  })

  test('is the earliest, in any order of the instalments', () => {
    const sale = buildSale()
    const reversed = { ...sale, instalments: [...sale.instalments].reverse() }
    expect(nextDue(reversed, today)).toEqual({ dueOn: '2026-12-05', amount: '10' })
  })

  test('is none when all are paid, past, or without date or amount', () => {
    const instalments = [
      buildInstalment({ balance: uf('0') }),
      buildInstalment({ dueOn: yesterday }),
      buildInstalment({ dueOn: null }),
      buildInstalment({ amount: null, balance: null }),
    ]
    expect(nextDue(buildSale({ instalments }), today)).toBeNull()
    expect(nextDue(buildSale({ instalments: [] }), today)).toBeNull()
  })
})

describe('Rosa’s overdue amount', () => {
  test('is the unpaid amount of her November instalment', () => {
    expect(overdueAmount(buildSale(), today)).toBe('4')
  })

  test('is the whole amount when accounting sent no balance', () => {
    const instalments = [buildInstalment({ dueOn: yesterday, balance: null })]
    expect(overdueAmount(buildSale({ instalments }), today)).toBe('10')
    expect(nextDue(buildSale({ instalments }), yesterday)?.amount).toBe('10')
  })

  test('is zero on the due date, and grows as more fall due', () => {
    expect(overdueAmount(buildSale(), day('2026-11-05'))).toBe('0')
    expect(overdueAmount(buildSale(), day('2026-11-06'))).toBe('4')
    expect(overdueAmount(buildSale(), day('2026-12-06'))).toBe('14')
    expect(overdueAmount(buildSale({ instalments: [] }), today)).toBe('0')
  })
})
