import { expect, test } from 'vitest'
import { sumUf } from '../money/money.ts'
import { chargeFor, onlinePaymentMessages } from '../payments/online-payment-rules.ts'
import { buildSale, day, uf } from '../testing/build-sale.ts'
import { balanceParts, clashAdvice, creditAdvice, deductedText } from './balance-parts.ts'
import { balance, isInCredit } from './sale-rules.ts'

const sale = buildSale({
  reservationDebt: uf('191.0875'),
  cashCommitment: uf('110.89'),
  mortgageCommitment: uf('1500'),
})

test('the parts of Hernán’s balance are named, and add up to it (§12.1060)', () => {
  expect(balanceParts(sale)).toEqual([
    { label: 'Reserva por pagar', amount: '191.0875', note: '' },
    { label: 'Contado', amount: '110.89', note: '' },
    { label: 'Crédito hipotecario', amount: '1500', note: 'se paga con la escritura' },
  ])
  expect(sumUf(balanceParts(sale).map(({ amount }) => amount))).toBe(balance(sale))
})

test('a part that is zero or unknown is left out', () => {
  const rest = { ...sale, reservationDebt: uf('0'), cashCommitment: null }
  expect(balanceParts(rest).map(({ label }) => label)).toEqual(['Crédito hipotecario'])
})

test('price and balance differ by paid instalments and the reservation, which is said where it is so (§12.2131)', () => {
  const text = (rest: Parameters<typeof buildSale>[0]) =>
    deductedText(buildSale(rest))?.replaceAll('\u00a0', ' ')
  expect(text({ price: uf('1960.25') })).toBe(
    'menos UF 36,00 de cuotas pagadas y UF 100,00 de Reserva (5 %)',
  )
  expect(text({ reservation: null, price: uf('1860.25') })).toBe('menos UF 36,00 de cuotas pagadas')
  expect(text({ instalmentPlan: null, price: uf('1924.25') })).toBe(
    'menos UF 100,00 de Reserva (5 %)',
  )
  // Figures that do not add up, or that accounting did not send.
  expect(text({ price: uf('1960.26') })).toBeUndefined()
  expect(text({ price: null })).toBeUndefined()
  expect(text({ price: uf('1960.25'), reservation: null })).toBeUndefined()
  expect(text({ reservation: null, instalmentPlan: null, price: uf('1824.25') })).toBeUndefined()
})

test('a balance below zero is a credit, for which nothing is charged (§12.1061)', () => {
  const credit = { ...sale, mortgageCommitment: uf('-400') }
  expect(isInCredit(credit)).toBe(true)
  expect(isInCredit(sale)).toBe(false)
  expect(
    isInCredit({ ...sale, reservationDebt: null, cashCommitment: null, mortgageCommitment: null }),
  ).toBe(false)
  expect(chargeFor(credit, day('2026-11-20'), { choice: 'overdue' }, [])).toEqual({
    field: '__all__',
    refusal: onlinePaymentMessages.inCredit,
  })
})

test('whom to ask is the advisor, by name where accounting has one', () => {
  expect(creditAdvice('Patricia Echeverría')).toContain('a tu asesor, Patricia Echeverría, cómo')
  expect(creditAdvice('')).toContain('pregunta a tu asesor cómo')
  expect(clashAdvice('Patricia Echeverría')).toMatch(
    /Pregunta a tu asesor, Patricia Echeverría, o$/,
  )
  expect(clashAdvice('')).toMatch(/Pregunta a tu asesor o$/)
})
