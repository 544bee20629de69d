import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { addUf, compareUf, isPositiveUf, type Uf, ZERO_UF } from '../money/money.ts'
import { ufAmount } from '../testing/arbitraries.ts'
import { buildInstalment, buildSale, day, uf } from '../testing/build-sale.ts'
import { dueParts, paidAlready, paidPartText } from './due-parts.ts'
import { dueLabel, nextPayment, type PaidPart } from './next-payment.ts'

const today = day('2026-11-20')
const paid = { balance: uf('0'), state: 'Pagada' }

describe('what Rosa pays now', () => {
  test('is what is overdue, and the instalment of December', () => {
    expect(nextPayment(buildSale(), today)).toEqual({
      kind: 'due',
      overdue: {
        count: 1,
        amount: '4',
        whole: '10',
        dueOn: '2026-11-05',
        lastDueOn: '2026-11-05',
      },
      next: { dueOn: '2026-12-05', count: 1, amount: '10', whole: '10' },
    })
  })

  test('adds up all overdue instalments, since the oldest one', () => {
    const instalments = [
      buildInstalment({ dueOn: day('2026-11-05'), balance: uf('10.0001') }),
      buildInstalment({ dueOn: day('2026-09-05'), balance: uf('0.0002') }),
      buildInstalment({ dueOn: day('2026-10-05'), balance: null, amount: uf('3') }),
    ]
    expect(nextPayment(buildSale({ instalments }), today)).toMatchObject({
      kind: 'due',
      overdue: { count: 3, amount: '13.0003', dueOn: '2026-09-05', lastDueOn: '2026-11-05' },
      next: null,
    })
  })

  test('has no sum while accounting does not say how much is left of one (§12.710)', () => {
    const dueOn = day('2026-11-05')
    const instalments = [
      buildInstalment({ dueOn }),
      buildInstalment({ dueOn: null, balance: null, state: 'Vencida' }),
      buildInstalment({ dueOn, balance: null, state: 'Abonada' }),
    ]
    expect(nextPayment(buildSale({ instalments }), today)).toMatchObject({
      kind: 'due',
      overdue: { count: 3, amount: null, dueOn },
      next: null,
    })
  })

  test('grows as more instalments fall due', () => {
    const overdueOn = (text: string) => asDue(buildSale(), day(text))?.overdue?.amount
    expect(overdueOn('2026-11-05')).toBeUndefined()
    expect(overdueOn('2026-11-06')).toBe('4')
    expect(overdueOn('2026-12-06')).toBe('14')
  })

  test('is nothing of what accounting calls paid, though it sends no balance', () => {
    const called = { balance: null, state: 'Pagada' }
    const instalments = [buildInstalment(called), buildInstalment({ ...called, dueOn: today })]
    expect(nextPayment(buildSale({ instalments }), day('2027-01-01'))).toEqual({
      kind: 'instalments_paid',
    })
  })

  test('is not overdue on the day itself', () => {
    const instalments = [buildInstalment({ dueOn: today })]
    expect(nextPayment(buildSale({ instalments }), today)).toMatchObject({
      kind: 'due',
      overdue: null,
      next: { dueOn: today, amount: '10' },
    })
  })

  test('is nothing once the sale is paid up', () => {
    const sale = buildSale({
      reservationDebt: uf('0'),
      mortgageCommitment: uf('0'),
      instalments: [buildInstalment(paid)],
    })
    expect(nextPayment(sale, today)).toEqual({ kind: 'paid_up' })
  })

  test('is no instalment while only the deed is owed', () => {
    const sale = buildSale({ instalments: [buildInstalment(paid)] })
    expect(nextPayment(sale, today)).toEqual({ kind: 'instalments_paid' })
  })

  test.each([
    ['no instalments', []],
    ['an instalment without a date', [buildInstalment({ dueOn: null })]],
    [
      'an instalment of which nothing is known',
      [buildInstalment({ amount: null, balance: null, state: '' })],
    ],
  ])('is unknown with %s', (_, instalments) => {
    expect(nextPayment(buildSale({ instalments }), today)).toEqual({ kind: 'no_plan' })
  })
})

const instalment = fc
  .record({ days: fc.integer({ min: -400, max: 400 }), owed: ufAmount })
  .map(({ days, owed }) => buildInstalment({ dueOn: addDays(today, days), balance: owed }))

test('what is overdue is exactly the sum of the unpaid past, in any order (§12.160)', () => {
  fc.assert(
    fc.property(fc.array(instalment), fc.func(fc.nat()), (instalments, shuffle) => {
      const past = instalments.filter(
        ({ dueOn, balance }) => dueOn !== null && dueOn < today && isPositiveUf(balance ?? ZERO_UF),
      )
      const shuffled = [...instalments].sort((a, b) => shuffle(a.dueOn) - shuffle(b.dueOn))
      const { overdue = null } = { ...asDue(buildSale({ instalments: shuffled })) }
      expect(overdue?.count ?? 0).toBe(past.length)
      const sum = addUf(...past.map(({ balance }) => balance as Uf))
      expect(compareUf(overdue?.amount ?? ZERO_UF, sum)).toBe(0)
      expect(overdue?.dueOn).toBe(past.map(({ dueOn }) => dueOn).toSorted()[0])
    }),
  )
})

test('the next instalment is unpaid, not past, and none unpaid comes before it', () => {
  fc.assert(
    fc.property(fc.array(instalment), (instalments) => {
      const { next = null } = { ...asDue(buildSale({ instalments })) }
      const coming = instalments
        .filter(({ dueOn, balance }) => (dueOn ?? '') >= today && isPositiveUf(balance ?? ZERO_UF))
        .map(({ dueOn }) => dueOn)
      expect(next?.dueOn).toBe(coming.toSorted()[0])
    }),
  )
})

function asDue(sale: ReturnType<typeof buildSale>, on = today) {
  const payment = nextPayment(sale, on)
  return payment.kind === 'due' ? payment : null
}

test.each([
  [0, 'Vence hoy'],
  [1, 'Vence mañana'],
  [5, 'Vence en 5 días'],
  [-1, 'Venció ayer'],
  [-12, 'Venció hace 12 días'],
])('%i days from today: %s', (days, label) => {
  expect(dueLabel(addDays(today, days), today)).toBe(label)
})

test('Rosa gets up to date with what is overdue, first of her choices; then comes that with the next instalment (§12.1063, §12.1703)', () => {
  const parts = dueParts(nextPayment(buildSale(), today))
  expect(parts.map(({ choice, count, amount }) => [choice, count, amount])).toEqual([
    ['overdue', 1, '4'],
    ['all_due', 2, '14'],
    ['next', 1, '10'],
  ])
  expect(parts.map(paidPartText)).toEqual([
    'cuota del 05-11-2026',
    'cuotas del 05-11-2026 al 05-12-2026',
    'cuota del 05-12-2026',
  ])
  const onlyNext = dueParts(nextPayment(buildSale(), day('2026-11-05')))
  expect(onlyNext.map(({ choice }) => choice)).toEqual(['next'])
  expect(paidPartText({ choice: 'other', dueOn: null })).toBe('otro monto')
})

describe('what was paid online is not paid again', () => {
  const overdue = { choice: 'overdue', dueOn: day('2026-11-05'), chosenOn: today } as const
  const next = { choice: 'next', dueOn: day('2026-12-05'), chosenOn: today } as const
  const paidOn = (part: PaidPart, ...paid: PaidPart[]) =>
    paidAlready(
      part,
      paid.map((each) => ({ ...each, paidOn: each.chosenOn })),
    )?.paidOn

  test('as what is overdue, nor as the next instalment (§12.810)', () => {
    expect(paidOn(overdue, overdue)).toBe(today)
    expect(paidOn(next, next)).toBe(today)
    expect(paidOn(overdue, next)).toBeUndefined()
    expect(paidOn(next, overdue)).toBeUndefined()
  })

  test('as overdue, what was paid as the next one or with fewer others', () => {
    const later = { ...overdue, chosenOn: day('2026-12-06') }
    expect(paidOn(later, next)).toBe(today)
    expect(paidOn({ ...later, dueOn: day('2026-12-05') }, next)).toBe(today)
    expect(paidOn({ ...later, dueOn: day('2026-12-05') }, overdue)).toBeUndefined()
    expect(paidOn(later, overdue, { ...next, chosenOn: day('2026-11-21') })).toBe('2026-11-21')
  })

  test('as a part of everything that was due, up to its last date (§12.1063)', () => {
    const all = { ...overdue, choice: 'all_due', lastDueOn: next.dueOn } as const
    for (const part of [all, overdue, next]) expect(paidOn(part, all)).toBe(today)
    for (const part of [overdue, next]) expect(paidOn(all, part)).toBe(today)
    expect(paidOn({ ...next, dueOn: day('2027-01-05') }, all)).toBeUndefined()
    const undated = { ...all, dueOn: null }
    expect(paidOn(next, undated)).toBe(today)
    expect(paidOn({ ...overdue, dueOn: null }, undated)).toBe(today)
  })

  test('but other amounts are, and what has no date counts once', () => {
    const undated = { ...overdue, dueOn: null }
    expect(paidOn({ choice: 'other', dueOn: null, chosenOn: today }, overdue)).toBeUndefined()
    expect(paidOn(overdue, { choice: 'other', dueOn: null, chosenOn: today })).toBeUndefined()
    expect(paidOn(undated, undated)).toBe(today)
    expect(paidOn(undated, next)).toBeUndefined()
  })

  test('nor is what has no date again, once others are overdue too (§12.1100)', () => {
    const undated = { ...overdue, dueOn: null }
    const later = { ...overdue, dueOn: day('2026-12-05'), chosenOn: day('2026-12-06') }
    const all = { ...later, choice: 'all_due', lastDueOn: day('2027-01-05') } as const
    for (const part of [later, all]) {
      expect(paidOn(part, undated)).toBe(today)
      expect(paidOn(undated, part)).toBe(part.chosenOn)
    }
  })
})
