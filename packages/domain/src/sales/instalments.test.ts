import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPositiveUf } from '../money/money.ts'
import { newsOfInstalments } from '../news/news-rules.ts'
import { nextPayment } from '../payments/next-payment.ts'
import { instalmentAround, labels, ufAmount } from '../testing/arbitraries.ts'
import { buildInstalment, buildSale, day, uf } from '../testing/build-sale.ts'
import { datedInstalments, instalmentYears } from './instalment-years.ts'
import {
  instalmentLabels,
  instalmentStateText,
  instalmentStatus,
  isInstalmentOwed,
  isInstalmentPaid,
  leftToPay,
  nextDue,
} from './instalments.ts'
import type { Instalment } from './sale.ts'
import { pendingInstalments } from './sale-rules.ts'
import { accountStatement } from './statement.ts'

const today = day('2026-11-20')
const yesterday = day('2026-11-19')
const calledPaid = { state: 'Pagada', balance: null }
const calledDue = { state: 'Pendiente', balance: null, dueOn: yesterday }

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
    ['no date, called overdue', { dueOn: null, state: 'Vencida' }, 'overdue'],
    ['called paid, balance not sent, due yesterday', { ...calledPaid, dueOn: yesterday }, 'paid'],
    ['called paid, balance not sent, later', calledPaid, 'paid'],
    ['called paid, no amounts', { ...calledPaid, amount: null, dueOn: yesterday }, 'paid'],
    ['called paid in part, balance not sent', { state: 'Abonada', balance: null }, 'partial'],
    ['called paid in part, amount not sent', { state: 'Abonada', amount: null }, 'partial'],
    ['called overdue, later', { state: 'Atrasada', balance: null }, 'due'],
    ['an amount of nothing, due yesterday', { ...calledDue, amount: uf('0') }, 'paid'],
    ['called due, no amounts, due yesterday', { ...calledDue, amount: null }, 'overdue'],
    ['nothing known, due yesterday', { ...calledDue, amount: null, state: '' }, 'due'],
  ] as const)('%s', (_, overrides, status) => {
    expect(instalmentStatus(buildInstalment(overrides), today)).toBe(status)
  })

  test('a balance decides, whatever accounting calls it (§12.710)', () => {
    expect(instalmentStatus(buildInstalment({ state: 'Pagada' }), today)).toBe('due')
    expect(instalmentStatus(buildInstalment({ state: 'Morosa', balance: uf('0') }), today)).toBe(
      'paid',
    )
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
      awaited: 'Por registrar',
    })
  })
})

describe('Rosa’s next instalment', () => {
  test('is the one of December, since the overdue one of November is past', () => {
    expect(nextDue(buildSale(), today)).toMatchObject({ dueOn: '2026-12-05', amount: '10' })
  })

  test('is the one of today, with its unpaid amount', () => {
    expect(nextDue(buildSale(), day('2026-11-05'))).toEqual({
      dueOn: '2026-11-05',
      count: 1,
      amount: '4',
      whole: '10',
    })
  })

  test('is the earliest, in any order of the instalments', () => {
    const sale = buildSale()
    const reversed = { ...sale, instalments: [...sale.instalments].reverse() }
    expect(nextDue(reversed, today)).toMatchObject({ dueOn: '2026-12-05', amount: '10' })
  })

  test('is all that is owed on its date (§12.171)', () => {
    const pair = [buildInstalment(), buildInstalment({ balance: uf('4') })]
    const nextWith = (...others: Instalment[]) =>
      nextDue(buildSale({ instalments: [...others, ...pair] }), today)
    expect(nextWith()).toMatchObject({ dueOn: '2026-12-05', count: 2, amount: '14', whole: '20' })
    expect(nextWith(buildInstalment(calledPaid))).toMatchObject({ count: 2, amount: '14' })
    const unknown = buildInstalment({ balance: null, state: 'Abonada' })
    expect(nextWith(unknown)).toMatchObject({ dueOn: '2026-12-05', amount: null })
  })

  test('is none when all are paid, past, or without date or amount', () => {
    const instalments = [
      buildInstalment({ balance: uf('0') }),
      buildInstalment({ dueOn: yesterday }),
      buildInstalment({ dueOn: null }),
      buildInstalment({ amount: null, balance: null, state: '' }),
      buildInstalment(calledPaid),
    ]
    expect(nextDue(buildSale({ instalments }), today)).toBeNull()
    expect(nextDue(buildSale({ instalments: [] }), today)).toBeNull()
  })
})

describe('what is left to pay', () => {
  test.each([
    ['the balance', { balance: uf('4') }, '4'],
    ['the whole amount without a balance', { balance: null }, '10'],
    ['nothing of what accounting calls paid', calledPaid, '0'],
    ['unknown of what it calls partly paid', { state: 'Abonada', balance: null }, null],
    ['unknown without amounts', { amount: null, balance: null }, null],
  ] as const)('is %s', (_, overrides, left) => {
    expect(leftToPay(buildInstalment(overrides))).toBe(left)
  })
})

describe('whatever accounting sends', () => {
  const any = instalmentAround(today)
  const statusOf = (instalment: Instalment) => instalmentStatus(instalment, today)
  const known = { asOf: today, firstLoadedOn: null, paidOnline: [], reminderDays: 5 as const }

  test('what it calls paid, without a balance that says otherwise, is paid and owed nowhere (§12.710)', () => {
    const amount = fc.option(ufAmount, { nil: null })
    const called = fc.constantFrom(...labels.paid)
    fc.assert(
      fc.property(any, amount, called, fc.array(any), (one, amount, state, others) => {
        const paid = { ...one, amount, state, balance: null }
        expect(statusOf(paid)).toBe('paid')
        expect(isPositiveUf(leftToPay(paid) ?? uf('1'))).toBe(false)
        const figures = (instalments: Instalment[]) => {
          const sale = buildSale({ instalments, instalmentPlan: null })
          const { kind, ...due } = nextPayment(sale, today)
          const news = newsOfInstalments({ ...known, instalments }, today)
          return { due, pending: pendingInstalments(sale), news }
        }
        expect(figures([paid, ...others])).toEqual(figures(others))
      }),
    )
  })

  test('a balance decides alone what is paid (§12.710)', () => {
    fc.assert(
      fc.property(any, ufAmount, (one, balance) => {
        const instalment = { ...one, balance }
        expect(isInstalmentPaid(instalment)).toBe(!isPositiveUf(balance))
        expect(isInstalmentOwed(instalment)).toBe(isPositiveUf(balance))
        expect(leftToPay(instalment)).toBe(balance)
      }),
    )
  })

  test('it is overdue only when it is owed, and late by its date or, without one, by its label (§12.710)', () => {
    fc.assert(
      fc.property(any, (one) => {
        const isLate = one.dueOn === null ? labels.overdue.includes(one.state) : one.dueOn < today
        expect(statusOf(one) === 'overdue').toBe(isLate && isInstalmentOwed(one))
        expect(isInstalmentOwed(one) && isInstalmentPaid(one)).toBe(false)
      }),
    )
  })

  test('next payment, statement, news and counts agree on each instalment (§12.710)', () => {
    fc.assert(
      fc.property(fc.array(any), (instalments) => {
        const sale = buildSale({ instalments, instalmentPlan: null })
        const withStatus = (status: string) => instalments.filter((one) => statusOf(one) === status)
        const late = withStatus('overdue')
        const payment = nextPayment(sale, today)
        const { overdue, next } = payment.kind === 'due' ? payment : { overdue: null, next: null }
        expect(overdue?.count ?? 0).toBe(late.length)
        expect(pendingInstalments(sale)).toBe(instalments.length - withStatus('paid').length)

        const rows = accountStatement(sale).instalments
        const dated = datedInstalments(sale, rows, today)
        expect(dated.map(({ status }) => status)).toEqual(instalments.map(statusOf))
        expect(dated.find(({ isNext }) => isNext)?.dueOn).toBe(next?.dueOn)
        for (const { status, balance } of dated) {
          if (status === 'paid') expect(isPositiveUf(balance ?? uf('1'))).toBe(false)
        }
        const paid = instalmentYears(dated).reduce((sum, { paidCount }) => sum + paidCount, 0)
        expect(paid).toBe(withStatus('paid').length)

        const news = newsOfInstalments({ ...known, instalments }, today)
        const told = (kind: string) =>
          news.filter((one) => one.kind === kind).map(({ date }) => date)
        expect(late.map(({ dueOn }) => dueOn)).toEqual(expect.arrayContaining(told('overdue')))
        const coming = told('due_soon').toSorted()
        expect(coming[0] === undefined || coming[0] === next?.dueOn).toBe(true)
      }),
    )
  })
})
