import { expect, test } from 'vitest'
import { type Attempt, isPaidSince } from './repeated-attempts.ts'

const rejected: Attempt = {
  saleCode: 'V-1001',
  state: 'rejected',
  createdAt: new Date('2026-11-20T15:00:00Z'),
  authorizedAt: null,
}
const paid: Attempt = {
  ...rejected,
  state: 'authorized',
  createdAt: new Date('2026-11-20T15:04:00Z'),
  authorizedAt: new Date('2026-11-20T15:06:00Z'),
}

test.each<[told: string, isSince: boolean, attempt: Partial<Attempt>, payment: Partial<Attempt>]>([
  ['is paid since', true, {}, {}],
  ['was cancelled, and is paid', true, { state: 'aborted' }, {}],
  ['is of another purchase', false, {}, { saleCode: 'V-2001' }],
  ['came after the payment', false, { createdAt: new Date('2026-11-21T15:00:00Z') }, {}],
  ['was followed by another refusal', false, {}, { state: 'rejected', authorizedAt: null }],
  ['was paid, and that was given back', false, {}, { state: 'refunded' }],
  ['is still open', false, { state: 'unknown' }, {}],
])('an attempt that %s: %s (§12.2384, §12.2425)', (_, isSince, attempt, payment) => {
  const attempted = { ...rejected, ...attempt }
  expect(isPaidSince(attempted, [attempted, { ...paid, ...payment }])).toBe(isSince)
})
