import { expect, test } from 'vitest'
import { parseUfRate, type UfValue } from '../money/money.ts'
import type { Sale } from '../sales/sale.ts'
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

test('of a payment on a later instalment than the overdue one, the newest of them, it is asked whether it was for that one, after where it is (§12.1861, §12.2190, §12.2280, §12.2460, §12.2511)', () => {
  expect(
    told([
      { on: '2026-11-10', places: [5] },
      { on: '2026-11-12', places: [4] },
      { on: '2026-10-05', places: [2] },
    ]),
  ).toMatchObject({
    question:
      'Contabilidad dejó tu pago del 12-11-2026 (UF\u00a030,00) en la cuota del 05-12-2026. ¿Era para la del 05-11-2026?',
    offline:
      'Contabilidad dejó tu pago del 12-11-2026 (UF\u00a030,00) en la cuota del 05-12-2026. Si era para la del 05-11-2026, no la pagues todavía: con internet puedes pedir que lo revisen.',
  })
  expect(told([{ on: '2026-11-04', places: [4] }])?.question).toContain('tu pago del 04-11-2026')
  expect(told([{ on: '2026-11-12', places: [4, 5] }])?.question).toContain(
    'en 2 cuotas posteriores. ¿Era para la del 05-11-2026?',
  )
})

test('another person’s payment is not called the reader’s, one of an unknown amount has none, and its answer has the pesos of today, where they are known (§12.2280)', () => {
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [4] })]
  const sale = buildSale({ instalments, payments })
  const ufOfToday = { date: today, pesos: parseUfRate('39123.45') } as UfValue
  const no = (rest: Partial<Sale>) => bookedLater({ ...sale, ...rest }, today, NONE)?.no
  expect(no({ ufOfToday })).toBe('No: pagar $\u00a0391.235')
  expect(no({ ufOfToday: { ...ufOfToday, date: day('2026-11-19') } })).toBe('No: pagar la cuota')
  const shared = { kind: 'co_holder', lastDay: null } as const
  const unknown = payments.map((payment) => ({ ...payment, amount: null }))
  expect(bookedLater({ ...sale, shared, payments: unknown }, today, NONE)?.question).toBe(
    'Contabilidad dejó el pago del 12-11-2026 en la cuota del 05-12-2026. ¿Era para la del 05-11-2026?',
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
      question: '',
      reason:
        'El pago del 12-11-2026 no está descontado de lo atrasado: quedó en la cuota del 05-12-2026.',
    })
    // Paid, and not recorded yet: one is left.
    expect(bookedLater(sale, today, new Map([[1, {}]]))?.question).toContain('tu pago')
  },
)

test('the message about it names the home, the payment and both instalments with their amounts (§12.1992, §12.2413)', () => {
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [4] })]
  expect(bookedLater(buildSale({ instalments, payments }), today, NONE)).toMatchObject({
    subject: 'Revisar el pago del 12-11-2026: Brisas del Mar · Casa 12',
    message:
      'Brisas del Mar · Casa 12. El pago del 12-11-2026, de UF 30,00, quedó en la cuota del 05-12-2026, no en la del 05-11-2026, de la que se deben UF 10,00. ¿Pueden revisarlo?',
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
