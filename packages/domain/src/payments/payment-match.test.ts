import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../dates/dates.ts'
import type { Pesos } from '../money/money.ts'
import { day, pesos, uf } from '../testing/build-sale.ts'
import {
  byFit,
  comparisonOf,
  confirmationQuestion,
  fitOf,
  fitOfAll,
  severalQuestion,
  sumText,
} from './payment-match.ts'

const paidOn = day('2026-11-10')
const reported = { paidOn, amount: pesos('400000') }
const deposit = (days: number, amount: string | null) => ({
  depositedOn: addDays(paidOn, days),
  pesos: amount === null ? null : pesos(amount),
})

test.each([
  ['the same day and amount', deposit(0, '400000'), 'match'],
  ['five days later, one per cent less', deposit(5, '396000'), 'match'],
  ['a day later, one per cent more', deposit(1, '404000'), 'match'],
  ['the same amount, a day earlier', deposit(-1, '400000'), 'other'],
  ['a little more than one per cent', deposit(0, '404001'), 'near'],
  ['the amount, two weeks later', deposit(14, '400000'), 'near'],
  ['the amount, a month later', deposit(30, '400000'), 'other'],
  ['another amount, a week later', deposit(7, '900000'), 'other'],
  ['no UF of that day, two days later', deposit(2, null), 'near'],
  ['no UF of that day, a week later', deposit(7, null), 'other'],
  ['no date', { depositedOn: null, pesos: pesos('400000') }, 'other'],
])('a payment with %s fits as %s (§12.186)', (_, payment, fit) => {
  expect(fitOf(reported, payment)).toBe(fit)
})

test.each([
  ['two of its days', [deposit(0, '250000'), deposit(2, '150000')], 'match'],
  ['two, one of which is late', [deposit(0, '250000'), deposit(9, '150000')], 'near'],
  ['two, one of an earlier day', [deposit(-1, '250000'), deposit(0, '150000')], 'other'],
  ['two that are too little', [deposit(0, '250000'), deposit(0, '50000')], 'near'],
  ['two, one without a UF', [deposit(0, '400000'), deposit(0, null)], 'near'],
  ['one', [deposit(0, '400000')], 'match'],
  ['none', [], 'other'],
])('%s fit together as %s, by their sum and the worst day (§12.2434)', (_, deposits, fit) => {
  expect(fitOfAll(reported, deposits)).toBe(fit)
})

test.each([
  [['3.85'], 'Suman UF\u00a03,85: faltan UF\u00a03,50'],
  [['3.85', '3.5'], 'Suman UF\u00a07,35: lo informado'],
  [['3.85', '4'], 'Suman UF\u00a07,85: sobran UF\u00a00,50'],
])('of UF 7,35 reported, UF %j say %s (§12.2434)', (amounts, text) => {
  const deposits = amounts.map(uf)
  expect(sumText(uf('7.35'), deposits)).toBe(text)
  expect(sumText(null, deposits)).toBe(text.split(':')[0])
})

test('what several payments lack is asked before they are taken for a reported one (§12.2434)', () => {
  const asked = { paidOn, amount: pesos('287557'), deposits: [uf('3.85'), uf('3')] }
  expect(severalQuestion({ ...asked, uf: uf('7.35') }).replaceAll('\u00a0', ' ')).toBe(
    'El socio informó $ 287.557 (UF 7,35) del 10-11-2026. En contabilidad, estos 2 pagos suman ' +
      'UF 6,85. ¿Son ese pago?',
  )
})

const compare = (accounting: { depositedOn?: string | null; amount?: string | null }) => {
  const { depositedOn = '2026-11-10', amount = '7.35' } = accounting
  return comparisonOf(
    { paidOn, amount: pesos('287557'), uf: uf('7.35') },
    {
      depositedOn: depositedOn === null ? null : day(depositedOn),
      pesos: null,
      uf: amount === null ? null : uf(amount),
    },
  )
}

test.each([
  ['3.85', 'Misma fecha', 'UF\u00a03,50 menos'],
  ['8.35', 'Misma fecha', 'UF\u00a01,00 más'],
  ['7.4', 'Misma fecha', 'UF\u00a00,05 más'],
  ['7.3501', 'Coinciden fecha y monto', null],
  ['7.35', 'Coinciden fecha y monto', null],
  [null, 'Misma fecha', null],
])(
  'of UF 7,35 reported, UF %s in accounting says %s, %s (§12.1895, §12.2303)',
  (amount, equal, differing) => {
    expect(compare({ amount })).toEqual({ equal, differing })
  },
)

test.each([
  ['2026-11-11', '1 día después'],
  ['2026-11-15', '5 días después'],
  ['2026-11-09', '1 día antes'],
  ['2026-09-11', '60 días antes'],
  ['2026-09-10', '2 meses antes'],
  ['2026-01-05', '10 meses antes'],
  ['2025-11-11', '11 meses antes'],
  ['2027-01-10', '2 meses después'],
  [null, 'Sin fecha'],
])(
  'of one paid on 10-11-2026, one of the same amount and of %s in accounting says %s (§12.2030, §12.2303)',
  (depositedOn, differing) => {
    expect(compare({ depositedOn })).toEqual({ equal: 'Mismo monto', differing })
  },
)

test('of a payment that differs in both nothing is equal; the same pesos are the same amount (§12.2303)', () => {
  expect(compare({ depositedOn: '2026-11-11', amount: '7.4' })).toEqual({
    equal: null,
    differing: 'UF\u00a00,05 más · 1 día después',
  })
  const reportedWithoutUf = { paidOn, amount: pesos('287557'), uf: null }
  const deposit = { depositedOn: paidOn, pesos: pesos('287557'), uf: uf('7.36') }
  expect(comparisonOf(reportedWithoutUf, deposit)).toEqual({
    equal: 'Coinciden fecha y monto',
    differing: null,
  })
})

test('the question before such a payment is confirmed names both amounts and days (§12.2030)', () => {
  const [amount, asked] = [pesos('287557'), uf('7.35')]
  const deposit = { depositedOn: day('2026-01-05'), uf: uf('3.85') }
  const question = (changed: object = {}) =>
    confirmationQuestion({
      ...{ source: 'reported', paidOn, amount, uf: asked, deposit },
      ...changed,
    }).replaceAll('\u00a0', ' ')
  expect(question()).toBe(
    'El socio informó $ 287.557 (UF 7,35) del 10-11-2026. En contabilidad, este pago es de UF 3,85, ' +
      'del 05-01-2026. ¿Es el mismo?',
  )
  expect(question({ source: 'online' })).toMatch(
    /^El socio pagó \$ 287.557 \(UF 7,35\) el 10-11-2026\./,
  )
  expect(question({ uf: null, deposit: { depositedOn: null, uf: null } })).toBe(
    'El socio informó $ 287.557 del 10-11-2026. En contabilidad, este pago no tiene monto, sin fecha. ' +
      '¿Es el mismo?',
  )
})

const anyDeposit = fc
  .record({ days: fc.integer({ min: -60, max: 60 }), amount: fc.nat(999_999_999) })
  .map(({ days, amount }) => deposit(days, String(amount)))

test('the list begins with the best fit and, of equal fits, the nearest day', () => {
  fc.assert(
    fc.property(fc.array(anyDeposit), (deposits) => {
      const sorted = deposits
        .map((each) => ({ ...each, fit: fitOf(reported, each) }))
        .toSorted(byFit(reported))
      const ranks = sorted.map(({ fit }) => ['match', 'near', 'other'].indexOf(fit))
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    }),
  )
})

test('a payment of exactly the reported amount on that day always matches', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (amount) => {
      const same = String(amount) as Pesos
      expect(fitOf({ paidOn, amount: same }, { depositedOn: paidOn, pesos: same })).toBe('match')
    }),
  )
})
