import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText } from '../money/decimal.ts'
import { addUf, subtractUf, type Uf } from '../money/money.ts'
import { buildDeed, buildInstalment, buildSale, day, uf } from '../testing/build-sale.ts'
import {
  figures,
  findingCodes,
  isDoubtful,
  markedLabel,
  statementReviewNotice,
  underReviewNotice,
} from './doubtful-figures.ts'
import type { InstalmentPlan, Payment, Sale } from './sale.ts'
import {
  defaultSaleChecks,
  findInSale,
  findingNames,
  findingSentence,
  HIDDEN_VALUE,
  isLoadFindingCode,
} from './sale-findings.ts'

const find = (sale: Sale, checks = {}) => findInSale(sale, { ...defaultSaleChecks, ...checks })
const sentences = (overrides: Partial<Sale>) =>
  find(buildSale(overrides)).map((finding) => findingSentence(finding))
const rosasPlan = (overrides: Partial<InstalmentPlan>) => {
  const { instalmentPlan } = buildSale()
  return { instalmentPlan: instalmentPlan && { ...instalmentPlan, ...overrides } }
}

const paidOnce = (amount: Uf): Payment[] =>
  buildSale()
    .payments.slice(0, 1)
    .map((payment) => ({ ...payment, amount }))

describe('a sale whose figures agree', () => {
  test('has no finding', () => expect(find(buildSale())).toEqual([]))

  test('has none either while accounting sends only a part of them', () => {
    const nothing = { instalmentPlan: null, reservation: null, reservationDebt: null, price: null }
    expect(find(buildSale({ ...nothing, deed: null }))).toEqual([])
    expect(find(buildSale({ payments: [] }))).toEqual([])
    expect(find(buildSale({ instalments: [] }))).toEqual([])
    const [, ...others] = buildSale().instalments
    const unknown = buildInstalment({ amount: null, balance: uf('0') })
    expect(find(buildSale({ instalments: [unknown, ...others] }))).toEqual([])
  })

  test('has none because accounting leaves out the balances of what it calls paid', () => {
    const instalments = buildSale().instalments.map((each) =>
      each.state === 'Pagada' ? { ...each, balance: null } : each,
    )
    expect(find(buildSale({ instalments }))).toEqual([])
  })

  test('has none however many payments it has', () => {
    const small = paidOnce(uf('0.0002'))
    const payments = Array.from({ length: 200_000 }, () => small).flat()
    expect(find(buildSale({ payments }))).toEqual([])
  })

  test('may have been paid by a bank or a subsidy, which are not among the payments', () => {
    const paid = { cashCommitment: uf('0'), mortgageCommitment: uf('0') }
    expect(find(buildSale(paid))).toEqual([])
  })
})

describe('staff read both figures of what does not agree', () => {
  test.each<[string, Partial<Sale>]>([
    [
      'El compromiso de «Cuotas mensuales» es UF 60,25 y sus cuotas suman UF 60,00.',
      rosasPlan({ amount: uf('60.25') }),
    ],
    [
      'Lo pagado del plan es UF 35,80 y, según sus cuotas, UF 36,00.',
      rosasPlan({ paid: uf('35.8') }),
    ],
    [
      'Lo pagado del plan es UF 36,00, más que todos los pagos: UF 35,4999.',
      { payments: paidOnce(uf('35.4999')) },
    ],
    ['El porcentaje pagado es 75 % y, según los montos, 60 %.', rosasPlan({ paidShare: '0.75' })],
    [
      'La deuda del resumen es UF 2.400,00 y lo que falta pagar del plan, UF 24,00.',
      { reservationDebt: uf('2400'), price: null },
    ],
    [
      'Los compromisos suman UF 2.010,25, más que el precio de venta: UF 2.000,00.',
      { cashCommitment: uf('50'), payments: [] },
    ],
    [
      'Los pagos y el saldo suman UF 2.000,51, más que el precio de venta: UF 2.000,00.',
      {
        cashCommitment: uf('35'),
        payments: paidOnce(uf('141.26')),
      },
    ],
    ['Las cuotas pendientes son 30 y, según sus saldos, 3.', rosasPlan({ pendingInstalments: 30 })],
    [
      'La escritura se firmó el 05-09-2026, antes de su borrador: 06-09-2026.',
      { deed: buildDeed({ sellerSignedOn: day('2026-09-05') }) },
    ],
    [
      'La escritura ingresó al CBR el 01-10-2026, antes de su cierre: 02-10-2026.',
      {
        deed: buildDeed({ closedOn: day('2026-10-02'), enteredRegistryOn: day('2026-10-01') }),
      },
    ],
    [
      'La escritura salió del CBR el 30-09-2026, antes de su ingreso: 01-10-2026.',
      {
        deed: buildDeed({
          enteredRegistryOn: day('2026-10-01'),
          leftRegistryOn: day('2026-09-30'),
        }),
      },
    ],
  ])('%s', (sentence, overrides) => {
    expect(sentences(overrides).map((text) => text.replaceAll('\u00a0', ' '))).toContain(sentence)
  })
})

test('a difference as large as the tolerance is none', () => {
  const [plan, checks] = [{ amount: uf('60.1') }, { tolerance: uf('0.0999') }]
  expect(find(buildSale(rosasPlan(plan)))).toEqual([])
  expect(find(buildSale(rosasPlan(plan)), checks).map(({ code }) => code)).toEqual(['plan_amount'])
})

test('the cooperative may switch a check off', () => {
  const sale = buildSale(rosasPlan({ pendingInstalments: 30 }))
  expect(find(sale, { off: ['pending_count'] })).toEqual([])
})

test('each finding makes a figure of the member doubtful', () => {
  for (const code of findingCodes) {
    expect(figures.some((figure) => isDoubtful({ doubtful: [code] }, figure))).toBe(true)
  }
  expect(figures.filter((figure) => isDoubtful({ doubtful: ['plan_amount'] }, figure))).toEqual([
    'agreed',
    'instalments',
  ])
  expect(figures.some((figure) => isDoubtful(buildSale(), figure))).toBe(false)
})

test('a member reads which figures are under review', () => {
  const sale = { doubtful: ['debt', 'paid_share'] as const }
  expect(underReviewNotice(sale)).toBe(
    'En revisión con contabilidad: el saldo y lo pagado. Puede haber cambios.',
  )
  expect(underReviewNotice(sale, ['balance'])).toBe(
    'En revisión con contabilidad: el saldo. Puede haber cambios.',
  )
  expect([underReviewNotice(sale, ['deed']), underReviewNotice(buildSale())]).toEqual([null, null])
  expect(statementReviewNotice({ doubtful: ['debt', 'signed_before_draft'] })).toBe(
    '* En revisión con contabilidad: el saldo. Puede haber cambios.',
  )
  expect(markedLabel(sale, 'Saldo', 'balance')).toBe('Saldo *')
  expect(markedLabel(sale, 'Saldo', 'deed')).toBe('Saldo')
})

const amount = (min: bigint) =>
  fc.bigInt({ min, max: 10n ** 9n }).map((units) => decimalText({ units, scale: 4 }) as Uf)

/** A sale whose parts add up to the last decimal. */
const consistentSale = fc
  .array(fc.tuple(amount(1n), fc.boolean()), { minLength: 1, maxLength: 80 })
  .map((parts) => {
    const instalments = parts.map(([each, isPaid]) =>
      buildInstalment({ amount: each, balance: isPaid ? uf('0') : each }),
    )
    const agreed = addUf(...parts.map(([each]) => each))
    const paid = addUf(...parts.map(([each, isPaid]) => (isPaid ? each : uf('0'))))
    return buildSale({
      ...rosasPlan({
        amount: agreed,
        paid,
        paidShare: null,
        pendingInstalments: parts.filter(([, isPaid]) => !isPaid).length,
      }),
      instalments,
      payments: paidOnce(paid),
      reservation: null,
      reservationDebt: subtractUf(agreed, paid),
      cashCommitment: null,
      mortgageCommitment: null,
      price: agreed,
    })
  })

test('sums are exact: no sale that adds up has a finding without any tolerance', () => {
  const exact = { tolerance: uf('0'), paymentsTolerance: uf('0') }
  fc.assert(
    fc.property(consistentSale, (sale) => {
      expect(find(sale, exact)).toEqual([])
    }),
  )
})

test('the last decimal is found without a tolerance, and not with one (§12.150)', () => {
  const exact = { tolerance: uf('0'), paymentsTolerance: uf('0') }
  fc.assert(
    fc.property(consistentSale, (sale) => {
      const debt = addUf(sale.reservationDebt ?? uf('0'), uf('0.0001'))
      const off = { ...sale, reservationDebt: debt, price: null }
      expect(find(off, exact)).toEqual([
        { code: 'debt', stated: debt, computed: sale.reservationDebt },
      ])
      expect(find(off)).toEqual([])
    }),
  )
})

test.each(Object.keys(findingNames))(
  'the sentence of %s keeps figures hidden that its reader may not know (security 5.947)',
  (code) => {
    if (!isLoadFindingCode(code)) throw new Error(code)
    const sentence = findingSentence({ code, stated: HIDDEN_VALUE, computed: HIDDEN_VALUE })
    expect(sentence.includes(HIDDEN_VALUE)).toBe(code !== 'unreadable_email')
  },
)
