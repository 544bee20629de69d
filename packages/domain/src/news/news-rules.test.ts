import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../dates/dates.ts'
import type { PaidPart } from '../payments/next-payment.ts'
import type { Instalment, Payment } from '../sales/sale.ts'
import { calendarDate, instalmentAround, ufAmount } from '../testing/arbitraries.ts'
import {
  buildDeed,
  buildDeedDoneOn,
  buildInstalment,
  buildPayment,
  buildSale,
  day,
  uf,
} from '../testing/build-sale.ts'
import {
  isStillDue,
  MAX_NEWS_AGE_DAYS,
  type NewsKind,
  newsOfChange,
  newsOfInstalments,
  type SaleVersion,
  withoutDoubt,
} from './news-rules.ts'
import { newsSentence } from './news-texts.ts'
import { otherReminderDays, reminderDays, USUAL_REMINDER_DAYS } from './reminder-days.ts'

const today = day('2026-11-22')
const days = { formerCutoff: day('2026-11-21'), today }

const payment = (overrides: Partial<Payment> = {}) =>
  buildPayment({ key: '9', amount: uf('10'), depositedOn: day('2026-11-20'), ...overrides })

function told(before: SaleVersion, after: SaleVersion): string[] {
  return newsOfChange(before, after, days).map(newsSentence)
}

describe('a load tells Rosa', () => {
  test('each step of the deed that is done now (§12.210)', () => {
    const deed = buildDeed({ sellerSignedOn: day('2026-11-19'), closedOn: day('2026-11-22') })
    expect(told(buildSale(), buildSale({ deed }))).toEqual([
      'Se cumplió «Firma Vendedor» de tu escritura, el 19-11-2026.',
      'Se cumplió «Cerrado» de tu escritura, el 22-11-2026.',
    ])
    expect(told(buildSale({ deed: null }), buildSale())).toEqual([
      'Se cumplió «Borrador» de tu escritura, el 06-09-2026.',
      'Se cumplió «Firma Socio» de tu escritura, el 21-09-2026.',
    ])
  })

  test('nothing about a corrected date, a date taken back, or one of the future (§12.210)', () => {
    const corrected = buildDeed({ buyerSignedOn: day('2026-09-22') })
    expect(told(buildSale(), buildSale({ deed: corrected }))).toEqual([])
    expect(told(buildSale(), buildSale({ deed: buildDeed({ buyerSignedOn: null }) }))).toEqual([])
    const planned = buildDeed({ sellerSignedOn: day('2026-11-23') })
    expect(told(buildSale(), buildSale({ deed: planned }))).toEqual([])
    const done = buildDeed({ sellerSignedOn: day('2026-11-22') })
    expect(told(buildSale({ deed: planned }), buildSale({ deed: done }))).toHaveLength(1)
  })

  test('a step that was planned at the former cut-off, also when its day came before the load (§12.210)', () => {
    const planned = buildSale({ deed: buildDeed({ sellerSignedOn: day('2026-11-22') }) })
    const done = buildSale({ deed: buildDeed({ sellerSignedOn: day('2026-11-21') }) })
    expect(told(planned, done)).toEqual([
      'Se cumplió «Firma Vendedor» de tu escritura, el 21-11-2026.',
    ])
    expect(told(done, planned)).toEqual([])
  })

  test('each payment that was not recorded, with its date if accounting has it (§12.210)', () => {
    const { payments } = buildSale()
    const after = [...payments, payment(), payment({ key: '10', depositedOn: null })]
    expect(told(buildSale(), buildSale({ payments: after }))).toEqual([
      'Se registró un pago del 20-11-2026.',
      'Se registró un pago.',
    ])
  })

  test('nothing about a corrected payment, a reversal, or a payment that is gone', () => {
    const [first, ...others] = buildSale().payments
    const corrected = first ? [{ ...first, amount: uf('31') }] : []
    expect(told(buildSale(), buildSale({ payments: [...corrected, ...others] }))).toEqual([])
    const reversal = payment({ amount: uf('-30') })
    expect(told(buildSale(), buildSale({ payments: [...others, reversal] }))).toEqual([])
    expect(told(buildSale(), buildSale({ payments: [payment({ amount: null })] }))).toEqual([])
    expect(told(buildSale(), buildSale({ payments: [] }))).toEqual([])
  })

  test('nothing from more than three months ago, which accounting only writes down now', () => {
    const old = addDays(today, -MAX_NEWS_AGE_DAYS - 1)
    const none = buildSale({ deed: buildDeedDoneOn(null), payments: [] })
    const late = { deed: buildDeedDoneOn(old), payments: [payment({ depositedOn: old })] }
    expect(told(none, late)).toEqual([])
    const limit = addDays(old, 1)
    const recent = { deed: buildDeedDoneOn(limit), payments: [payment({ depositedOn: limit })] }
    expect(told(none, recent)).toHaveLength(10)
  })
})

const figures = {
  asOf: today,
  firstLoadedOn: null,
  paidOnline: [],
  reminderDays: USUAL_REMINDER_DAYS,
}

test('nothing is told of figures in doubt; other news are (§12.218)', () => {
  const after = buildSale({
    deed: buildDeed({ sellerSignedOn: day('2026-11-19') }),
    payments: [payment()],
  })
  const events = newsOfChange(buildSale({ payments: [] }), after, days)
  expect(withoutDoubt(events, []).map(({ kind }) => kind)).toEqual(['deed', 'payment'])
  expect(withoutDoubt(events, ['plan_payments']).map(({ kind }) => kind)).toEqual(['deed'])
  expect(withoutDoubt(events, ['signed_before_draft']).map(({ kind }) => kind)).toEqual(['payment'])
  const due = { ...figures, instalments: [buildInstalment({ dueOn: today })] }
  expect(withoutDoubt(newsOfInstalments(due, today), ['plan_amount'])).toEqual([])
})

const near = fc.integer({ min: -120, max: 20 }).map((days) => addDays(today, days))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const payments = fc.uniqueArray(
  fc.record({
    key: fc.integer({ min: 1, max: 20 }).map(String),
    amount: maybe(ufAmount),
    depositedOn: maybe(near),
  }),
  { selector: ({ key }) => key },
)

const version: fc.Arbitrary<SaleVersion> = fc.record({
  deed: maybe(
    fc
      .tuple(near, near, near)
      .map(([draftedOn, buyerSignedOn, closedOn]) =>
        buildDeed({ draftedOn, buyerSignedOn, closedOn }),
      ),
  ),
  payments,
})

describe('whatever a load changes', () => {
  const sameDay = { formerCutoff: today, today }

  test('a sale that stays as it was has no news', () => {
    fc.assert(
      fc.property(version, (sale) => {
        expect(newsOfChange(sale, { ...sale }, sameDay)).toEqual([])
      }),
    )
  })

  test('new keys for the same payments are no news (§12.210)', () => {
    fc.assert(
      fc.property(version, (sale) => {
        const numbered = sale.payments.map((each, index) => ({ ...each, key: `N-${index}` }))
        expect(newsOfChange(sale, { ...sale, payments: numbered }, sameDay)).toEqual([])
      }),
    )
  })

  test('each news is told once, is of the new version, and is neither old nor yet to come', () => {
    fc.assert(
      fc.property(version, version, near, (before, after, formerCutoff) => {
        const events = newsOfChange(before, after, { formerCutoff, today })
        const names = events.map(({ kind, subject }) => `${kind} ${subject}`)
        expect(new Set(names).size).toBe(names.length)
        const keys = after.payments.map(({ key }) => key)
        for (const { kind, subject, date } of events) {
          if (kind === 'payment') expect(keys).toContain(subject)
          else expect(date === null || date > today).toBe(false)
          if (date !== null) expect(date >= addDays(today, -MAX_NEWS_AGE_DAYS)).toBe(true)
        }
      }),
    )
  })
})

describe('an instalment', () => {
  const news = (overrides: Parameters<typeof buildInstalment>[0], others = {}) =>
    newsOfInstalments(
      { instalments: [buildInstalment(overrides)], ...figures, ...others },
      today,
    ).map(newsSentence)

  test.each([
    ['2026-11-27', ['El 27-11-2026 vence una cuota.']],
    ['2026-11-22', ['El 22-11-2026 vence una cuota.']],
    ['2026-11-28', []],
    ['2026-11-21', ['La cuota que venció el 21-11-2026 sigue pendiente de pago.']],
    ['2026-11-12', ['La cuota que venció el 12-11-2026 sigue pendiente de pago.']],
    ['2026-11-11', []],
  ])('due on %s (§12.211)', (dueOn, sentences) => {
    expect(news({ dueOn: day(dueOn) })).toEqual(sentences)
  })

  test('is told five days before it is due, unless its member chose another number (§12.1450)', () => {
    expect([USUAL_REMINDER_DAYS, otherReminderDays()]).toEqual([5, '3, 7 o 14 días'])
  })

  test.each(reminderDays)(
    'is told %s days before it is due, as its member chose (§12.1450)',
    (days) => {
      const chosen = { reminderDays: days }
      expect(news({ dueOn: addDays(today, days) }, chosen)).toHaveLength(1)
      expect(news({ dueOn: addDays(today, days + 1) }, chosen)).toEqual([])
      const firstLoadedOn = addDays(today, -1)
      expect(news({ dueOn: addDays(today, days - 1) }, { ...chosen, firstLoadedOn })).toEqual([])
    },
  )

  test('that is paid, or has no date, or of which nothing is known, is no news', () => {
    const dueOn = day('2026-11-25')
    expect(news({ dueOn, balance: uf('0') })).toEqual([])
    expect(news({ dueOn, balance: null, state: 'Pagada' })).toEqual([])
    expect(news({ dueOn, amount: null, balance: null, state: '' })).toEqual([])
    expect(news({ dueOn: null })).toEqual([])
    expect(news({ dueOn, balance: null })).toHaveLength(1)
  })

  test('is overdue only by figures from after its date, and due only by recent ones (§12.211)', () => {
    expect(news({ dueOn: day('2026-11-20') }, { asOf: day('2026-11-20') })).toEqual([])
    expect(news({ dueOn: day('2026-11-20') }, { asOf: day('2026-11-21') })).toHaveLength(1)
    expect(news({ dueOn: day('2026-11-25') }, { asOf: day('2026-11-11') })).toEqual([])
    expect(news({ dueOn: day('2026-11-25') }, { asOf: day('2026-11-12') })).toHaveLength(1)
  })

  const paid = (choice: PaidPart['choice'], dueOn: string | null, chosenOn: string) => {
    const part = { choice, dueOn: dueOn === null ? null : day(dueOn), chosenOn: day(chosenOn) }
    return { paidOnline: [{ ...part, paidOn: today }] }
  }

  test('is no news while what was paid of it online is not in accounting (§12.211)', () => {
    const overdue = day('2026-11-18')
    expect(news({ dueOn: overdue }, paid('next', '2026-11-18', '2026-11-18'))).toEqual([])
    expect(news({ dueOn: overdue }, paid('overdue', '2026-10-18', '2026-11-19'))).toEqual([])
    expect(news({ dueOn: overdue }, paid('overdue', '2026-10-18', '2026-11-18'))).toHaveLength(1)
    expect(news({ dueOn: overdue }, paid('next', '2026-10-18', '2026-10-18'))).toHaveLength(1)
    expect(news({ dueOn: overdue }, paid('other', null, '2026-11-18'))).toHaveLength(1)
    const next = day('2026-11-25')
    expect(news({ dueOn: next }, paid('next', '2026-11-25', '2026-11-20'))).toEqual([])
    expect(news({ dueOn: next }, paid('overdue', '2026-10-18', '2026-11-20'))).toHaveLength(1)
  })

  test('is no news if it was already due soon or overdue when the sale was first loaded', () => {
    const firstLoadedOn = day('2026-11-21')
    expect(news({ dueOn: day('2026-11-26') }, { firstLoadedOn })).toEqual([])
    expect(news({ dueOn: day('2026-11-27') }, { firstLoadedOn })).toHaveLength(1)
    expect(news({ dueOn: day('2026-11-20') }, { firstLoadedOn })).toEqual([])
    expect(news({ dueOn: day('2026-11-21') }, { firstLoadedOn })).toHaveLength(1)
  })

  test('that waited in an email is told while it is owed, and as due while its day has not passed (§12.217)', () => {
    const holds = (kind: NewsKind, date: string, overrides: Partial<Instalment> = {}) => {
      const instalments = [buildInstalment({ dueOn: day(date), ...overrides })]
      return isStillDue({ kind, date: day(date) }, { ...figures, instalments }, today)
    }
    expect(holds('due_soon', '2026-11-22')).toBe(true)
    expect(holds('due_soon', '2026-11-21')).toBe(false)
    expect(holds('overdue', '2026-09-05')).toBe(true)
    expect(holds('overdue', '2026-11-21', { balance: uf('0') })).toBe(false)
    expect(holds('overdue', '2026-11-21', { dueOn: day('2026-11-20') })).toBe(false)
    expect(holds('payment', '2026-11-21', { balance: uf('0') })).toBe(true)
    const { paidOnline } = paid('overdue', '2026-10-18', '2026-11-22')
    const instalments = [buildInstalment({ dueOn: day('2026-11-21') })]
    const overdue = { kind: 'overdue', date: day('2026-11-21') } as const
    expect(isStillDue(overdue, { instalments, paidOnline }, today)).toBe(false)
  })

  test('gives one news for each due date, on the day of the first load none', () => {
    const plan = fc.array(instalmentAround(today))
    fc.assert(
      fc.property(plan, near, calendarDate, (instalments, asOf, now) => {
        const known = { ...figures, instalments, asOf }
        const subjects = newsOfInstalments(known, today).map(({ subject }) => subject)
        expect(new Set(subjects).size).toBe(subjects.length)
        expect(newsOfInstalments({ ...known, asOf: now, firstLoadedOn: now }, now)).toEqual([])
      }),
    )
  })
})
