import { expect, test } from 'vitest'
import { buildInstalment, buildPayment, buildSale, day, uf } from '../testing/build-sale.ts'
import { bookedLater } from './booked-later.ts'

const today = day('2026-11-20')
const instalments = ['2026-09-05', '2026-10-05', '2026-11-05', '2026-12-05', '2027-01-05'].map(
  (dueOn, index) => buildInstalment({ dueOn: day(dueOn), ...(index < 2 && { balance: uf('0') }) }),
)
const NONE = new Map()

function told(payments: { on: string | null; places: number[] }[], awaited = NONE) {
  const booked = payments.map(({ on, places }) =>
    buildPayment({ depositedOn: on === null ? null : day(on), instalments: places }),
  )
  return bookedLater(buildSale({ instalments, payments: booked }), today, awaited)
}

test('a payment on a later instalment than the overdue one is explained, the newest of them, with whether to pay and when to pay after all (§12.1861, §12.2050, §12.2190)', () => {
  expect(
    told([
      { on: '2026-11-10', places: [5] },
      { on: '2026-11-12', places: [4] },
      { on: '2026-10-05', places: [2] },
    ]),
  ).toMatchObject({
    advice:
      'Si el pago del 12-11-2026 era para la cuota del 05-11-2026, no pagues todavía; si no, págala.',
    reason: 'No está descontado de ella: quedó en la cuota del 05-12-2026.',
  })
  expect(told([{ on: '2026-11-04', places: [4] }])?.advice).toContain('el pago del 04-11-2026')
  expect(told([{ on: '2026-11-12', places: [4, 5] }])?.reason).toContain(
    'quedó en 2 cuotas posteriores',
  )
})

test('an overdue instalment of the first day that a calendar has, as programs write none, breaks no page (§12.2174)', () => {
  const early = [buildInstalment({ dueOn: day('0001-01-01') }), ...instalments]
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [5] })]
  const sale = buildSale({ instalments: early, payments })
  expect(bookedLater(sale, today, NONE)?.message).toContain('la del 01-01-0001')
})

test.each([
  ['', {}],
  [' without a date', { dueOn: null, state: 'Atrasada' }],
])(
  'where another instalment%s is overdue too it says only where the payment is (§12.2190)',
  (_, another) => {
    const unpaid = instalments.with(1, buildInstalment({ dueOn: day('2026-10-05'), ...another }))
    const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [4] })]
    const sale = buildSale({ instalments: unpaid, payments })
    expect(bookedLater(sale, today, NONE)).toMatchObject({
      advice: '',
      reason:
        'El pago del 12-11-2026 no está descontado de lo atrasado: quedó en la cuota del 05-12-2026.',
    })
    // Paid, and not recorded yet: one is left.
    expect(bookedLater(sale, today, new Map([[1, {}]]))?.advice).toContain('no pagues todavía')
  },
)

test('the message about it names the home, the date and both instalments (§12.1992)', () => {
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [4] })]
  expect(bookedLater(buildSale({ instalments, payments }), today, NONE)).toMatchObject({
    subject: 'Revisar el pago del 12-11-2026: Brisas del Mar · Casa 12',
    message:
      'Brisas del Mar · Casa 12. El pago del 12-11-2026 quedó en la cuota del 05-12-2026, no en la del 05-11-2026. ¿Pueden revisarlo?',
  })
})

test.each([
  ['of months before the overdue one was due', { on: '2026-10-04', places: [4] }],
  ['of the overdue one too', { on: '2026-11-12', places: [3, 4] }],
  ['of earlier ones', { on: '2026-11-12', places: [2] }],
  ['without a date', { on: null, places: [4] }],
  ['without its instalments', { on: '2026-11-12', places: [] }],
  ['of an instalment that the plan does not have', { on: '2026-11-12', places: [4, 9] }],
])('a payment %s needs no sentence (§12.1861)', (_, payment) => {
  expect(told([payment])).toBeNull()
})

test('nor does anything while the payment of the overdue one waits for accounting, or nothing is overdue (§12.1861)', () => {
  const later = { on: '2026-11-12', places: [4] }
  expect(told([later], new Map([[2, {}]]))).toBeNull()
  const paid = instalments.map((each) => ({ ...each, balance: uf('0') }))
  const sale = buildSale({ instalments: paid, payments: [buildPayment({ instalments: [4] })] })
  expect(bookedLater(sale, today, NONE)).toBeNull()
})

test('of a finished sale, whose plan is history, nothing is overdue (§12.1921)', () => {
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [4] })]
  const sale = buildSale({ instalments, payments })
  expect(bookedLater(sale, today, NONE)).not.toBeNull()
  expect(bookedLater({ ...sale, completedOn: day('2026-11-15') }, today, NONE)).toBeNull()
})
