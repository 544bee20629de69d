import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { afterEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { createAccount, give, logIn, luis, toLuis } from '../../test/sales/shared-sales.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const p = openPaymentsPortal()

const sellTo = (rut: string) =>
  p.portal.pool.query('update sales set holder_rut = $1 where code = $2', [rut, ROSAS_SALE])
afterEach(() => sellTo(personas.rosa.rut))

const refused = [403, ownSaleRefusal.text]

async function answersTo(staff: Visitor, id: number): Promise<unknown[]> {
  const calls: [string, object][] = [
    ['refund', { reason: 'x' }],
    ['match', { payment_key: 'K-1' }],
    ['unmatch', { reason: 'x' }],
    ['expire', { reason: 'x' }],
  ]
  const answers = []
  for (const [action, body] of calls) {
    const answer = await staff.post(`/api/payments/${id}/${action}/`, json(body))
    answers.push([answer.status, answer.body])
  }
  return answers
}

describe('Mario, who matches payments and holds a purchase himself,', () => {
  test('neither gives back, matches nor expires what his co-holder paid for it (security 5.583)', async () => {
    await sellTo(personas.mario.rut)
    await createAccount(p.portal, luis)
    const mario = await p.portal.as('mario')
    expect((await give(mario, toLuis)).status).toBe(201)
    const coHolder = await logIn(p.portal, luis)
    const begun = await p.start({ choice: 'overdue' }, coHolder)
    const token = p.webpay.decide(begun.body.redirect.token, 'approve')
    expect((await p.comeBack(token, coHolder)).body.state).toBe('authorized')
    expect(await answersTo(mario, begun.body.id)).toEqual([refused, refused, refused, refused])
    expect(p.webpay.carriedOut.refund).toBe(0)
  })

  test('answers no request about it, which its former holder sent (security 5.583)', async () => {
    const { id } = await storeRequest(p.portal)
    await sellTo(personas.mario.rut)
    const mario = await p.portal.as('mario')
    const review = () => mario.post(`/api/requests/${id}/review/`, json({ version: 0 }))
    const answer = await review()
    expect([answer.status, answer.body]).toEqual(refused)
    await sellTo(personas.rosa.rut)
    expect((await review()).status).toBe(200)
  })
})
