import { onlinePaymentMessages, orderOutcomes } from '@carpeta/domain/payments/online-payment-rules'
import { describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { createAccount, give, logIn, luis, toLuis } from '../../test/sales/shared-sales.ts'
import { waitForBlockedStatement } from '../../test/users/concurrent-call.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { endOrder } from './order-outcome.ts'

const p = openPaymentsPortal()
const DAY = 24 * 60

const stateOf = async (id: number, person: Visitor = p.rosa) =>
  (await person.get(`/api/payments/${id}/`)).body.state
const storedState = async (id: number) => {
  const text = 'select state from payment_orders where id = $1'
  return (await p.portal.pool.query(text, [id])).rows[0].state
}
/** Rosa lets Luis see her purchase, as its co-holder. */
const comeAsCoHolder = async () => {
  if (!(await p.portal.pool.query('select from users where rut = $1', [luis.rut])).rowCount) {
    await createAccount(p.portal, luis)
    await give(p.rosa, toLuis)
  }
  return logIn(p.portal, luis)
}
const other = { choice: 'other', amount: '60000', unit: 'clp' }

describe('a commit that does not reach Webpay', () => {
  test('is sent again by the job, and what Rosa approved is paid (§12.930)', async () => {
    p.webpay.behave('commit', 'error')
    const { body } = await p.pay()
    expect(body.state).toBe('unknown')
    p.webpay.behave('commit', null)
    await p.pass(2)
    await p.follow()
    expect(await storedState(body.id)).toBe('authorized')
    expect(p.webpay.carriedOut.commit).toBe(1)
  })

  test('is sent again when the process ended before it (§12.930)', async () => {
    const { body } = await p.start()
    p.webpay.decide(body.redirect.token, 'approve')
    // Its return was stored, and nothing else.
    await p.portal.pool.query(`update payment_orders set state = 'unknown'`)
    await p.pass(2)
    await p.follow()
    expect(await storedState(body.id)).toBe('authorized')
  })

  test('is not given up for twenty minutes after the last one without an answer, and then Webpay’s word counts (§12.930)', async () => {
    const { body } = await p.start()
    // She has not paid: Webpay would refuse the commit, if it got there.
    p.webpay.behave('commit', 'error')
    await p.rosa.post(`/api/payments/${body.id}/return/`, json({ token_ws: body.redirect.token }))
    await p.pass(30)
    await p.follow()
    expect(await storedState(body.id)).toBe('unknown')
    p.webpay.behave('commit', null)
    await p.pass(5)
    await p.follow()
    expect(await storedState(body.id)).toBe('unknown')
    await p.pass(20)
    await p.follow()
    expect(await storedState(body.id)).toBe('expired')
  })
})

describe('after a clock that ran ahead by a year was set back (security 12.951)', () => {
  test('what Rosa approved meanwhile is paid', async () => {
    p.webpay.behave('commit', 'error')
    const { body } = await p.pay()
    p.webpay.behave('commit', null)
    await p.pass(-365 * DAY)
    await p.follow()
    expect(await storedState(body.id)).toBe('authorized')
  })

  test('the order that she did not pay expires meanwhile, and she begins another one', async () => {
    const { body } = await p.start()
    await p.pass(-365 * DAY)
    expect((await p.rosa.get(`/api/payments/${body.id}/`)).body.redirect).toBeNull()
    await p.follow()
    expect(await storedState(body.id)).toBe('expired')
    const { body: again } = await p.start()
    expect(again).toMatchObject({ state: 'sent', redirect: { url: expect.any(String) } })
  })
})

describe('what Webpay says of a payment besides its amount', () => {
  test.each([
    ['instalments', { installments_number: 99_999 }, { instalments: 0 }],
    ['a code with a NUL', { authorization_code: '12\u000013' }, { authorization_code: '' }],
    ['a long code', { authorization_code: '1'.repeat(80) }, { authorization_code: '' }],
    ['a kind of payment', { payment_type_code: { is: 'VD' } }, { card_type: '' }],
    ['a card', { card_detail: 'XXXX6623' }, { card_digits: '' }],
    ['a date', { transaction_date: '-200000-01-01T00:00:00Z' }, { state: 'authorized' }],
  ])(
    'is left out where it is impossible (%s): the payment is stored, and its page shown (security 10.130)',
    async (_what, odd, shown) => {
      p.webpay.answerWith(odd)
      const { body } = await p.pay()
      const read = await p.rosa.get(`/api/payments/${body.id}/`)
      expect([read.status, read.body]).toEqual([
        200,
        expect.objectContaining({ state: 'authorized', ...shown }),
      ])
    },
  )

  test('never makes another one of it: without its order or amount it is no answer (security 10.130)', async () => {
    p.webpay.answerWith({ amount: 1 })
    const { body } = await p.pay()
    expect(body.state).toBe('unknown')
    p.webpay.answerWith({ amount: 'mucho' })
    await p.pass(0.1)
    expect(await stateOf(body.id)).toBe('unknown')
    p.webpay.answerWith({})
    await p.pass(0.1)
    expect(await stateOf(body.id)).toBe('authorized')
  })
})

test.each([
  ['PROCESSING', null],
  ['AUTHORIZED', null],
])(
  'a state of Webpay’s that refuses nothing (%s without a code) leaves the payment in verification (security 10.801)',
  async (status, response_code) => {
    p.webpay.answerWith({ status, response_code })
    const { body } = await p.pay()
    expect(body.state).toBe('unknown')
    p.webpay.answerWith({})
    await p.pass(2)
    await p.follow()
    expect(await storedState(body.id)).toBe('authorized')
  },
)

test('a payment of the day to whose earlier hours the database was recovered has another folio than what was lost (security 10.802)', async () => {
  const again = async () => {
    await p.portal.pool.query('delete from payment_orders')
    await p.portal.pool.query('alter sequence payment_orders_id_seq restart with 1000')
    const { body } = await p.start()
    expect([body.id, body.folio]).toEqual([1000, expect.stringMatching(/^P\d{6}-\w+$/)])
    return body.folio
  }
  expect(await again()).not.toBe(await again())
})

describe('the job', () => {
  test('asks about those it asked about least recently first, so that old ones hold up no new one (security 10.131)', async () => {
    // Webpay does not know them, and may have taken each.
    await p.portal.pool.query(
      `insert into payment_orders
         (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date, folio, session_id, token,
          created_at, changed_at, commit_started_at)
       select users.id, sales.id, 'other', 'unknown', 1000, 0.03, 40000, current_date,
         'F' || row_number() over (), 'x', 'lost' || row_number() over (),
         now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour'
       from users, sales where sales.code <> $1 limit 60`,
      [ROSAS_SALE],
    )
    p.webpay.behave('commit', 'error')
    const { body } = await p.pay()
    p.webpay.behave('commit', null)
    await p.pass(2)
    await p.follow()
    await p.follow()
    expect(await storedState(body.id)).toBe('authorized')
  })

  test('goes on after an order that cannot be stored, and says which it was (security 10.131)', async () => {
    const coHolder = await comeAsCoHolder()
    p.webpay.behave('commit', 'error')
    const { body: first } = await p.pay('approve', other)
    const { body: second } = await p.start(other, coHolder)
    await p.comeBack(p.webpay.decide(second.redirect.token, 'approve'), coHolder)
    p.webpay.behave('commit', null)
    await p.portal.pool.query(
      `alter table payment_orders add constraint odd check (id <> ${first.id} or state <> 'authorized')`,
    )
    await p.pass(2)
    await p.follow()
    await p.portal.pool.query('alter table payment_orders drop constraint odd')
    expect([await storedState(first.id), await storedState(second.id)]).toEqual([
      'unknown',
      'authorized',
    ])
    expect(p.logged).toEqual([expect.stringContaining(`payment ${first.id}: `)])
    await p.pass(2)
    await p.follow()
    expect(await storedState(first.id)).toBe('authorized')
  })
})

describe('Rosa left Webpay’s page', () => {
  test('and can open it for five minutes, and begin anew after six; what she left is never charged (§12.931)', async () => {
    const { body: first } = await p.start()
    await p.pass(4)
    expect((await p.start(other)).body).toMatchObject({ id: first.id, redirect: first.redirect })
    await p.pass(1.5)
    expect((await p.start(other)).body).toMatchObject({ id: first.id, redirect: null })
    await p.pass(1)
    const { body: second } = await p.start(other)
    expect([second.state, second.id === first.id]).toEqual(['sent', false])
    expect(await stateOf(first.id)).toBe('aborted')

    // She pays on the page that was still open.
    const back = await p.comeBack(p.webpay.decide(first.redirect.token, 'approve'))
    expect([back.body.state, p.webpay.carriedOut.commit]).toEqual(['aborted', 0])
    await p.comeBack(p.webpay.decide(second.redirect.token, 'approve'))
    expect(await stateOf(second.id)).toBe('authorized')
    expect(p.webpay.carriedOut.commit).toBe(1)
  })

  test('and comes back while she begins anew: what she left is charged or replaced, not both (§12.931)', async () => {
    const { body: first } = await p.start()
    await p.pass(7)
    const address = p.webpay.decide(first.redirect.token, 'approve')
    const [, began] = await Promise.all([p.comeBack(address), p.start()])
    await p.pass(2)
    await p.follow()
    const isReplaced = began.status === 201 && began.body.id !== first.id
    // Already charged when she began: she is refused the same instalments.
    if (began.status !== 201) expect(began.status).toBe(400)
    expect(await storedState(first.id)).toBe(isReplaced ? 'aborted' : 'authorized')
    expect(p.webpay.carriedOut.commit).toBe(isReplaced ? 0 : 1)
  })

  test('and what she left is taken while she begins anew: she reads that, and nothing else begins (§12.931)', async () => {
    const { body: first } = await p.start(other)
    await p.pass(7)
    const changer = await p.portal.pool.connect()
    onTestFinished(() => changer.release(true))
    await changer.query('begin')
    const hers = `where rut = '${personas.rosa.rut}'`
    await changer.query(`select from users ${hers} for no key update`)
    // Webpay has said that nothing was paid; the new order waits for her account.
    const beginning = p.start(other)
    await waitForBlockedStatement(p.portal.db)
    // She comes back with what she approved, and the job takes it.
    p.webpay.decide(first.redirect.token, 'approve')
    await endOrder(p.portal.db, first.id, 'unknown')
    await p.pass(2)
    await p.follow()
    expect(await storedState(first.id)).toBe('authorized')
    await changer.query('commit')
    const { status, body } = await beginning
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ id: first.id, state: 'authorized', redirect: null }),
    ])
    expect([p.webpay.carriedOut.create, p.webpay.carriedOut.commit]).toEqual([1, 1])
  })

  test('and does not begin anew while a commit may have taken it, or Webpay does not answer (§12.931)', async () => {
    const { body: first } = await p.start()
    p.webpay.behave('status', 'error')
    await p.pass(7)
    expect((await p.start(other)).body).toMatchObject({ id: first.id, redirect: null })
    p.webpay.behave('status', null)
    p.webpay.behave('commit', 'error')
    await p.comeBack(p.webpay.decide(first.redirect.token, 'approve'))
    expect((await p.start(other)).body).toMatchObject({ id: first.id, state: 'unknown' })
  })

  test('and calls its return before she pays: Webpay refuses that commit, and what she approves is taken (§12.930)', async () => {
    const { body } = await p.start()
    const early = json({ token_ws: body.redirect.token })
    expect((await p.rosa.post(`/api/payments/${body.id}/return/`, early)).body.state).toBe(
      'unknown',
    )
    p.webpay.decide(body.redirect.token, 'approve')
    await p.pass(2)
    await p.follow()
    expect(await stateOf(body.id)).toBe('authorized')
  })
})

describe('Luis, the co-holder, began to pay the same', () => {
  test('Rosa reads so, and pays all the same; he pays nothing, and reads that too (§12.932, security 5.130)', async () => {
    const coHolder = await comeAsCoHolder()
    const { body: his } = await p.start({ choice: 'overdue' }, coHolder)
    const { body: read } = await p.rosa.get('/api/payments/own/')
    expect([read.results, read.begun_by_others]).toEqual([
      [],
      [{ sale_code: ROSAS_SALE, created_at: his.created_at }],
    ])
    const { body: hers } = await p.pay()
    expect(hers.state).toBe('authorized')
    const address = p.webpay.decide(his.redirect.token, 'approve')
    const { body: told } = await p.comeBack(address, coHolder)
    expect([told.state, p.webpay.carriedOut.commit]).toEqual(['aborted', 1])
    expect(orderOutcomes.aborted.next).toContain('lo mismo ya se pagó en línea')
    expect((await p.rosa.get('/api/payments/own/')).body.begun_by_others).toEqual([])
  })

  test('and comes back at the same instant: one of them is charged (§12.932, security 5.130)', async () => {
    const coHolder = await comeAsCoHolder()
    const { body: his } = await p.start({ choice: 'overdue' }, coHolder)
    const { body: hers } = await p.start()
    await Promise.all([
      p.comeBack(p.webpay.decide(his.redirect.token, 'approve'), coHolder),
      p.comeBack(p.webpay.decide(hers.redirect.token, 'approve')),
    ])
    await p.pass(2)
    await p.follow()
    await p.follow()
    const states = [await storedState(his.id), await storedState(hers.id)]
    expect(states.toSorted()).toEqual(['aborted', 'authorized'])
    expect(p.webpay.carriedOut.commit).toBe(1)
  })

  test('and nobody knows whether he paid: hers waits, and one is charged in the end (§12.932)', async () => {
    const coHolder = await comeAsCoHolder()
    const { body: his } = await p.start({ choice: 'overdue' }, coHolder)
    p.webpay.behave('commit', 'lost')
    p.webpay.behave('status', 'error')
    await p.comeBack(p.webpay.decide(his.redirect.token, 'approve'), coHolder)
    const { body: hers } = await p.pay()
    expect(hers.state).toBe('unknown')
    expect(p.webpay.carriedOut.commit).toBe(1)
    p.webpay.reset()
    await p.pass(2)
    await p.follow()
    await p.pass(2)
    await p.follow()
    const states = [await storedState(his.id), await storedState(hers.id)]
    expect(states).toEqual(['authorized', 'aborted'])
    expect(p.webpay.carriedOut.commit).toBe(0)
  })

  test('and calls his return again and again without paying: that holds up nothing of hers (security 5.130)', async () => {
    const coHolder = await comeAsCoHolder()
    const { body: his } = await p.start({ choice: 'overdue' }, coHolder)
    const early = json({ token_ws: his.redirect.token })
    await coHolder.post(`/api/payments/${his.id}/return/`, early)
    expect((await p.pay()).body.state).toBe('authorized')
  })

  test('and asks again and again what became of it: Webpay is asked once in a while (security 5.280)', async () => {
    const coHolder = await comeAsCoHolder()
    const { body: his } = await p.start({ choice: 'overdue' }, coHolder)
    const early = json({ token_ws: his.redirect.token })
    const path = `/api/payments/${his.id}/`
    await coHolder.post(`${path}return/`, early)
    p.webpay.reset()
    await Promise.all(Array.from({ length: 20 }, () => coHolder.get(path)))
    for (let again = 0; again < 5; again += 1) await coHolder.post(`${path}return/`, early)
    expect(p.webpay.carriedOut.status).toBeLessThanOrEqual(1)
    expect((await p.pay()).body.state).toBe('authorized')
  })
})

describe('Mario ends a payment', () => {
  const end = async (id: number) => {
    const form = json({ reason: 'No aparece en Transbank' })
    const { status, body } = await p.mario.post(`/api/payments/${id}/expire/`, form)
    return [status, body]
  }
  const tooSoon = [409, onlinePaymentMessages.notExpirable.text]
  const ended = [200, expect.objectContaining({ state: 'expired', may_expire: false })]

  test('that nobody made, once Webpay’s page no longer opens; it is never charged (§12.933)', async () => {
    const { body } = await p.start()
    expect(await end(body.id)).toEqual(tooSoon)
    await p.pass(5.5)
    p.webpay.behave('status', 'error')
    expect(await end(body.id)).toEqual([503, onlinePaymentMessages.expireFailed.text])
    p.webpay.behave('status', null)
    expect(await end(body.id)).toEqual(ended)
    await p.comeBack(p.webpay.decide(body.redirect.token, 'approve'))
    expect([await stateOf(body.id), p.webpay.carriedOut.commit]).toEqual(['expired', 0])
  })

  test('not one that was approved after all: that is stored (§12.933)', async () => {
    p.webpay.behave('commit', 'lost')
    p.webpay.behave('status', 'error')
    const { body } = await p.pay()
    p.webpay.reset()
    await p.pass(7 * DAY + 5)
    expect(await end(body.id)).toEqual(tooSoon)
    expect(await stateOf(body.id)).toBe('authorized')
  })

  test.each(['unauthorized', 'error', 'refused'] as const)(
    'that Webpay may have forgotten, whatever it answers (%s), and Rosa pays again (§12.933)',
    async (how) => {
      p.webpay.behave('commit', 'error')
      p.webpay.behave('status', how)
      const { body } = await p.pay()
      await p.pass(7 * DAY - 5)
      expect(await end(body.id)).toEqual(tooSoon)
      await p.pass(10)
      await p.follow()
      expect(await storedState(body.id)).toBe('unknown')
      expect(await end(body.id)).toEqual(ended)
      p.webpay.reset()
      expect((await p.start()).body.state).toBe('sent')
    },
  )
})

test('a payment that was never committed ends by itself also while Webpay refuses our credentials (§12.933)', async () => {
  const { body } = await p.start()
  p.webpay.behave('status', 'unauthorized')
  await p.pass(21)
  await p.follow()
  expect(await storedState(body.id)).toBe('expired')
})
