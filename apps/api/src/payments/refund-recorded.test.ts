import { expect, test } from 'vitest'
import { openPaymentsPortal } from '../../test/payments-portal.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json } from '../../test/visitor.ts'

// Apart from the other refunds: Mario's hour stays full.

const p = openPaymentsPortal()

test('Mario is told of a refund that Webpay made, however much he did in the hour before (security 13.811)', async () => {
  const { body } = await p.pay()
  await p.portal.pool.query(
    `insert into audit_entries (actor_id, action)
     select $1, 'member.read' from generate_series(1, 1000)`,
    [await userIdOf(p.portal.db, 'mario')],
  )
  const form = json({ reason: 'Pagó dos veces' })
  const answer = await p.mario.post(`/api/payments/${body.id}/refund/`, form)
  expect([answer.status, answer.body.state]).toEqual([200, 'refunded'])
  expect(p.webpay.carriedOut.refund).toBe(1)
})
