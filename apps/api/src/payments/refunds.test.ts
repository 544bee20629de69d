import { todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  onlinePaymentMessages,
  orderOutcomes,
  refundInDoubt,
} from '@carpeta/domain/payments/online-payment-rules'
import { describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPaymentsPortal } from '../../test/payments-portal.ts'
import { luis } from '../../test/sales/shared-sales.ts'
import { readPdf } from '../../test/statements/read-statement.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

const p = openPaymentsPortal()
const DAY = 24 * 60
const read = async (id: number) => (await p.rosa.get(`/api/payments/${id}/`)).body
const idOf = async (firstName: string) => {
  const text = 'select id from users where first_name = $1'
  return (await p.portal.pool.query(text, [firstName])).rows[0].id
}
const listed = async () => (await p.mario.get('/api/payments/')).body.results[0]
const refund = async (id: number, fields: object = {}) => {
  const form = json({ reason: 'Pagó dos veces', ...fields })
  const { status, body } = await p.mario.post(`/api/payments/${id}/refund/`, form)
  return [status, body]
}
const refunded = [200, expect.objectContaining({ state: 'refunded' })]

describe('staff', () => {
  test('refund the whole amount once, with a reason and a recent login (§12.808)', async () => {
    const { body } = await p.pay()
    const refund = (reason: string) =>
      p.mario.post(`/api/payments/${body.id}/refund/`, json({ reason }))
    expect((await refund('  ')).status).toBe(400)
    await p.portal.pool.query(`update sessions set authenticated_at = now() - interval '1 day'`)
    expect((await refund('Pagó dos veces')).headers['x-error-code']).toBe(
      'reauthentication_required',
    )
    await p.portal.pool.query('update sessions set authenticated_at = now()')
    const answers = await Promise.all([refund('Pagó dos veces'), refund('Pagó dos veces')])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect((await read(body.id)).state).toBe('refunded')
    expect(p.webpay.carriedOut.refund).toBe(1)
    expect((await refund('Otra vez')).status).toBe(409)
  })

  test('refund what Webpay tells nothing of any more, and never their own payment (security 5.92)', async () => {
    const { body } = await p.pay()
    p.webpay.behave('status', 'refused')
    const refund = (person: Visitor) =>
      person.post(`/api/payments/${body.id}/refund/`, json({ reason: 'Pagó dos veces' }))
    await p.portal.pool.query(`update payment_orders set user_id = $1`, [await idOf('Mario')])
    const match = await p.mario.post(
      `/api/payments/${body.id}/match/`,
      json({ payment_key: 'K-1' }),
    )
    for (const own of [await refund(p.mario), match]) {
      expect([own.status, own.body]).toEqual([403, onlinePaymentMessages.ownPayment.text])
    }
    await p.portal.pool.query(`update payment_orders set user_id = $1`, [await idOf('Rosa')])
    expect((await refund(p.mario)).body.state).toBe('refunded')
    expect(p.webpay.carriedOut.refund).toBe(1)
  })

  test('a refund that Webpay did not confirm can be tried again, and gives nothing twice', async () => {
    const { body } = await p.pay()
    const refund = () => p.mario.post(`/api/payments/${body.id}/refund/`, json({ reason: 'Error' }))
    p.webpay.behave('refund', 'lost')
    const lost = await refund()
    expect([lost.status, lost.body]).toEqual([503, onlinePaymentMessages.refundFailed.text])
    p.webpay.behave('refund', null)
    expect((await refund()).body.state).toBe('refunded')
    expect(p.webpay.carriedOut.refund).toBe(1)
  })
})

describe('a refund whose answer was lost', () => {
  const begin = async () => {
    const { body } = await p.pay()
    p.webpay.behave('refund', 'lost')
    expect((await refund(body.id))[0]).toBe(503)
    p.webpay.behave('refund', null)
    return body.id
  }

  /** By the list and, in number, by the start page. */
  const toClearUp = async () => {
    const { results, unrecorded } = (await p.mario.get('/api/payments/?unrecorded=1')).body
    const counts = (await p.mario.get('/api/staff/counts/')).body
    expect([unrecorded, counts.payments.unrecorded]).toEqual([results.length, results.length])
    return results.map(({ id }: { id: number }) => id)
  }

  test('is found by the job, with who asked for it and why; until then Mario’s start page and list have it to clear up (§12.934, §12.1953)', async () => {
    const id = await begin()
    expect(await listed()).toMatchObject({ is_refund_uncertain: true, is_late: true })
    // She is not told that it counts (§12.1709).
    expect((await read(id)).is_refund_uncertain).toBe(true)
    expect(await toClearUp()).toEqual([id])
    await p.pass(6)
    await p.follow()
    expect(await toClearUp()).toEqual([])
    expect((await read(id)).state).toBe('refunded')
    expect(await listed()).toMatchObject({
      ...{ refund_reason: 'Pagó dos veces', is_refund_uncertain: false },
    })
    const ivan = await p.portal.as('ivan')
    const { body: log } = await ivan.get('/api/audit/?action=payment.refunded')
    expect(log.results[0]).toMatchObject({
      ...{ actor: { id: await idOf('Mario') }, reason: 'Pagó dos veces', object_id: String(id) },
    })
    expect(p.webpay.carriedOut.refund).toBe(1)
  })

  test('is in the receipt of the payment, which says that nothing is left to do only while it counts (§12.1990)', async () => {
    const receipt = async (id: number) => {
      const { bytes } = await p.rosa.get(`/api/payments/${id}/receipt/`)
      return (await readPdf(bytes)).rows.flat().join(' ')
    }
    const id = await begin()
    const { folio } = await read(id)
    const inDoubt = await receipt(id)
    expect(inDoubt).toContain(`${refundInDoubt} escríbenos e indica el folio ${folio}.`)
    expect(inDoubt).not.toContain('No tienes que hacer nada más')
    expect(await refund(id)).toEqual(refunded)
    const afterwards = await receipt(id)
    expect(afterwards).toContain(orderOutcomes.refunded.next)
    expect(afterwards).toContain('Devuelto')
  })

  test('and that Webpay no longer tells is recorded once Mario saw it in Transbank’s portal (§12.934)', async () => {
    const id = await begin()
    await p.pass(8 * DAY)
    p.webpay.behave('status', 'refused')
    const { refundUntold } = onlinePaymentMessages
    expect(await refund(id)).toEqual([409, refundUntold.text])
    expect((await read(id)).state).toBe('authorized')
    expect(await refund(id, { is_done: true })).toEqual(refunded)
    expect(p.webpay.carriedOut.refund).toBe(1)
  })

  test('is recorded also when Webpay does not answer any more after its seven days (§12.934)', async () => {
    const id = await begin()
    p.webpay.behave('status', 'error')
    expect((await refund(id, { is_done: true }))[0]).toBe(503)
    await p.pass(8 * DAY)
    expect(await refund(id, { is_done: true })).toEqual(refunded)
  })
})

test('a refund that never reached Webpay is forgotten by the job, and Mario asks for it again (§12.934)', async () => {
  const { body } = await p.pay()
  p.webpay.behave('refund', 'error')
  expect((await refund(body.id))[0]).toBe(503)
  p.webpay.behave('refund', null)
  await p.pass(6)
  await p.follow()
  expect(await listed()).toMatchObject({ state: 'authorized', is_refund_uncertain: false })
  expect(await refund(body.id)).toEqual(refunded)
})

test('nobody records a refund that Webpay denies (§12.934)', async () => {
  const { body } = await p.pay()
  const denied = [409, onlinePaymentMessages.notRefunded.text]
  expect(await refund(body.id, { is_done: true })).toEqual(denied)
  expect((await read(body.id)).state).toBe('authorized')
})

test('a refund that Mario made in Transbank’s portal is recorded, and not made twice (§12.934)', async () => {
  const { body } = await p.pay()
  p.webpay.answerWith({ status: 'NULLIFIED' })
  expect(await refund(body.id)).toEqual(refunded)
  expect(p.webpay.carriedOut.refund).toBe(0)
})

test('nobody refunds a payment of a purchase that becomes their own while they wait (security 5.800)', async () => {
  const { body } = await p.pay()
  const { db } = p.portal
  const rutOf = (rut: string) => sql`update users set rut = ${rut} where first_name = 'Mario'`
  const [status] = await callDuring(db, rutOf(luis.rut), () => refund(body.id))
  await exec(db, rutOf(personas.mario.rut))
  expect([status, p.webpay.carriedOut.refund]).toEqual([403, 0])
})

test.each([
  ['NULLIFIED', 'refunded', 0],
  ['REVERSED', 'refunded', 0],
  ['PARTIALLY_NULLIFIED', 'authorized', 1],
])(
  'what was charged while no answer reached the portal, and given back since in Transbank’s portal (%s), is not told as never charged (security 10.800)',
  async (status, state, emails) => {
    p.webpay.behave('commit', 'lost')
    p.webpay.behave('status', 'error')
    const { body } = await p.pay()
    expect(body.state).toBe('unknown')
    const { length: before } = await p.portal.sentEmails()
    p.webpay.behave('commit', null)
    p.webpay.behave('status', null)
    p.webpay.answerWith({ status })
    await p.pass(2)
    await p.follow()
    const read = await p.rosa.get(`/api/payments/${body.id}/`)
    expect(read.body).toMatchObject({ state, authorization_code: expect.stringMatching(/^\w+$/) })
    expect(await p.portal.sentEmails()).toHaveLength(before + emails)
    expect(await listed()).toMatchObject({
      refund_reason: state === 'refunded' ? onlinePaymentMessages.refundedElsewhere : '',
    })
  },
)

test('a refund frees the payment of accounting, which is not matched with the next payment by itself (§12.935)', async () => {
  const { body: first } = await p.pay()
  await p.portal.pool.query(
    `insert into payments (sale_id, position, key, amount, deposited_on, document_type)
     select id, 900, 'K-1', 7.35, $1, 'Webpay' from sales where code = 'V-1001'`,
    [todayInSantiago(new Date())],
  )
  await p.follow()
  expect((await read(first.id)).recorded_on).not.toBe('')
  expect(await refund(first.id)).toEqual(refunded)
  expect((await read(first.id)).recorded_on).toBe('')

  const { body: second } = await p.pay()
  await p.follow()
  expect((await read(second.id)).recorded_on).toBe('')
  const match = json({ payment_key: 'K-1' })
  expect((await p.mario.post(`/api/payments/${second.id}/match/`, match)).status).toBe(200)
})
