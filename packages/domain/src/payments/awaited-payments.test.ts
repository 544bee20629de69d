import { expect, test } from 'vitest'
import { parseUfRate, type UfRate } from '../money/money.ts'
import { buildInstalment, buildPayment, buildSale, day, pesos, uf } from '../testing/build-sale.ts'
import { awaitedNotice } from './awaited-notice.ts'
import {
  type AwaitedPayment,
  awaitedInstalments,
  withoutAwaited,
  withoutTaken,
} from './awaited-payments.ts'
import { nextPayment, partlyPaidText } from './next-payment.ts'

const today = day('2026-11-20')
const sale = buildSale({
  ufOfToday: { date: today, pesos: parseUfRate('40000') as UfRate },
  instalments: ['2026-10-05', '2026-11-05', '2026-12-05', '2027-01-05'].map((dueOn) =>
    buildInstalment({ dueOn: day(dueOn) }),
  ),
})
const reported = (amount: string): AwaitedPayment => ({
  paidOn: day('2026-11-18'),
  pesos: pesos(amount),
  isOwn: true,
  isReported: true,
  part: null,
})
const online = (part: AwaitedPayment['part']): AwaitedPayment => ({
  ...reported('1'),
  isReported: false,
  part,
})
const placesOf = (...awaited: AwaitedPayment[]) => [
  ...awaitedInstalments(sale, awaited, today).keys(),
]

test('what Rosa reported pays the oldest instalments that it covers whole, also a day’s UF apart (§12.1067)', () => {
  expect(placesOf(reported('400000'))).toEqual([0])
  expect(placesOf(reported('397000'))).toEqual([0])
  expect(placesOf(reported('390000'))).toEqual([])
  expect(placesOf(reported('800000'))).toEqual([0, 1])
  expect(placesOf(reported('400000'), reported('400000'))).toEqual([0, 1])
})

test('nothing beyond the next instalment, and nothing without a UF of today', () => {
  expect(placesOf(reported('9000000'))).toEqual([0, 1, 2])
  const unknown = { ...sale, ufOfToday: null }
  expect(awaitedInstalments(unknown, [reported('9000000')], today).size).toBe(0)
})

test('what accounting has by now, while staff have not confirmed the report, pays nothing a second time (§12.1920, §12.2093)', () => {
  const recorded = buildPayment({ depositedOn: day('2026-11-19'), amount: uf('9.98') })
  const paidIn = (...payments: (typeof recorded)[]) => [
    ...awaitedInstalments({ ...sale, payments }, [reported('400000')], today).keys(),
  ]
  expect(paidIn(recorded)).toEqual([])
  expect(paidIn({ ...recorded, amount: uf('9') })).toEqual([0])
  expect(paidIn({ ...recorded, amount: null })).toEqual([0])
  expect(paidIn({ ...recorded, depositedOn: day('2026-11-17') })).toEqual([0])
  expect(paidIn({ ...recorded, depositedOn: day('2026-11-30') })).toEqual([0])
  // The equal one of the day before, which staff confirmed, is not this one.
  const other = { ...recorded, key: 'K-1' }
  const rest = withoutTaken({ ...sale, payments: [other] }, ['K-1'])
  expect([...awaitedInstalments(rest, [reported('400000')], today).keys()]).toEqual([0])
  const twice = [reported('400000'), reported('400000')]
  const once = awaitedInstalments({ ...sale, payments: [recorded] }, twice, today)
  expect([...once.keys()]).toEqual([0])
})

test('what was paid online are the instalments that were chosen, reported again or not (§12.1067)', () => {
  const chosenOn = day('2026-11-18')
  const overdue = { choice: 'overdue', dueOn: day('2026-10-05'), chosenOn } as const
  expect(placesOf(online(overdue))).toEqual([0, 1])
  const all = { ...overdue, choice: 'all_due', lastDueOn: day('2026-12-05') } as const
  expect(placesOf(online(all))).toEqual([0, 1, 2])
  expect(placesOf(online(all), reported('1200000'))).toEqual([0, 1, 2])
  expect(placesOf(online({ ...overdue, choice: 'next', dueOn: day('2026-12-05') }))).toEqual([2])
})

test('what was paid as overdue had the instalments without a date that are overdue, and no other ones (§12.1067, §12.1100)', () => {
  const undated = (state: string) => buildInstalment({ dueOn: null, state, balance: null })
  const mixed = buildSale({
    instalments: [...sale.instalments, undated('Atrasada'), undated('Pendiente')],
  })
  const placesPaid = (part: AwaitedPayment['part']) => [
    ...awaitedInstalments(mixed, [online(part)], today).keys(),
  ]
  const chosenOn = day('2026-11-18')
  const overdue = { choice: 'overdue', dueOn: day('2026-10-05'), chosenOn } as const
  expect(placesPaid(overdue)).toEqual([0, 1, 4])
  expect(placesPaid({ ...overdue, dueOn: null })).toEqual([4])
  const all = { ...overdue, choice: 'all_due', lastDueOn: day('2026-12-05') } as const
  expect(placesPaid(all)).toEqual([0, 1, 2, 4])
  expect(placesPaid({ ...all, dueOn: null })).toEqual([2, 4])
  expect(placesPaid({ ...overdue, choice: 'next', dueOn: day('2026-12-05') })).toEqual([2])
})

test('the rest is what is still to pay', () => {
  const covered = awaitedInstalments(sale, [reported('800000')], today)
  expect(nextPayment(withoutAwaited(sale, covered), today)).toMatchObject({
    overdue: null,
    next: { dueOn: '2026-12-05' },
  })
})

test('it says how much and when, and of a report that it is the member’s word (§12.2110)', () => {
  expect(awaitedNotice(reported('609262')).replaceAll('\u00a0', ' ')).toMatch(
    /^Informaste que pagaste \$ ?609\.262 el 18-11-2026; falta que contabilidad lo registre$/,
  )
  const paid = { ...online(null), pesos: pesos('609262') }
  expect(awaitedNotice(paid).replaceAll('\u00a0', ' ')).toMatch(
    /^Pagaste \$ ?609\.262 el 18-11-2026; falta que contabilidad lo registre$/,
  )
  expect(awaitedNotice({ ...online(null), pesos: null, isOwn: false })).toMatch(
    /^Otra persona pagó el 18-11-2026;/,
  )
})

test('where a part was paid stands how much is left of how much (§12.1067)', () => {
  expect(partlyPaidText({ amount: uf('3.85'), whole: uf('7.35') })).toBe(
    'Quedan UF\u00a03,85 de 7,35',
  )
  expect(partlyPaidText({ amount: uf('7.35'), whole: uf('7.35') })).toBeNull()
  expect(partlyPaidText({ amount: null, whole: uf('7.35') })).toBeNull()
})
