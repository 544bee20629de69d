import { expect, test } from 'vitest'
import type { Sale } from '../sales/sale.ts'
import { buildInstalment, buildPayment, buildSale, day, uf } from '../testing/build-sale.ts'
import { type AwaitedPayment, awaitedInstalments, withoutAwaited } from './awaited-payments.ts'
import type { PaidPart } from './next-payment.ts'
import { standingWith } from './standing.ts'

const today = day('2026-11-20')
const instalments = ['2026-10-05', '2026-11-05', '2026-12-05'].map((dueOn) =>
  buildInstalment({ dueOn: day(dueOn) }),
)
const owing = buildSale({ instalments, payments: [] })

/** With a payment of today, of everything overdue unless it says otherwise. */
function standing(sale: Partial<Sale> = {}, paid: Partial<AwaitedPayment> = {}) {
  const part: PaidPart = { choice: 'overdue', dueOn: day('2026-10-05'), chosenOn: today }
  const payment = { paidOn: today, pesos: null, part, isOwn: true, isReported: false, ...paid }
  const all = { ...owing, ...sale }
  const covered = awaitedInstalments(all, [payment], today)
  const choice = payment.part?.choice === 'next' ? 'next' : 'overdue'
  return standingWith(choice, all, { covered, rest: withoutAwaited(all, covered) }, today)
}

const of = (choice: 'next' | 'overdue', dueOn: string) => ({
  part: { choice, dueOn: day(dueOn), chosenOn: choice === 'next' ? today : day('2026-10-06') },
})

test('a payment of everything overdue says that nothing is, with the instalment that comes; any other how many are left (§12.2282)', () => {
  const next = 'Próxima cuota: 05-12-2026, UF\u00a010,00.'
  expect(standing()).toEqual({ text: 'Con este pago quedas al día.', next })
  expect(standing({}, of('overdue', '2026-10-05'))).toEqual({
    text: 'Te queda 1 cuota atrasada.',
    next,
  })
  expect(standing({}, of('next', '2026-12-05'))).toEqual({
    text: 'Te quedan 2 cuotas atrasadas.',
    next: '',
  })
  const early = { instalments: instalments.slice(2) }
  expect(standing(early, of('next', '2026-12-05'))).toBeNull()
  const paid = [buildInstalment({ dueOn: day('2026-09-05'), balance: uf('0') })]
  const planned = { instalments: [...paid, ...instalments.slice(2)] }
  expect(standing(planned, of('next', '2026-12-05'))).toEqual({ text: 'Estás al día.', next: '' })
})

test('beside old figures it says which payments they lack (§12.2282)', () => {
  const asOf = '2026-11-10T12:00:00Z'
  expect(standing({ asOf, isOutdated: true })?.next).toMatch(
    /^Próxima cuota: .*\. Sin los pagos posteriores al 10-11-2026\.$/,
  )
})

test.each<[string, Partial<Sale>, Partial<AwaitedPayment>?]>([
  ['a balance in favour', { mortgageCommitment: uf('-9999') }],
  ['instalments in doubt', { doubtful: ['plan_amount'] }],
  ['a finished purchase', { completedOn: day('2026-11-15') }],
  [
    'a payment that accounting left on a later instalment',
    { payments: [buildPayment({ depositedOn: day('2026-10-12'), instalments: [3] })] },
    of('overdue', '2026-11-05'),
  ],
])('with %s nothing is said (§12.2282)', (_, sale, paid) => {
  expect(standing(sale, paid)).toBeNull()
})

test('nor while a payment waits of which it is not certain what it pays (§12.2282)', () => {
  const reported = { paidOn: today, pesos: null, part: null, isOwn: true, isReported: true }
  const covered = new Map([[0, reported]])
  expect(standingWith('overdue', owing, { covered, rest: owing }, today)).toBeNull()
})
