import { endpoints } from '@carpeta/contract/payments'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { addBusinessDays } from '@carpeta/domain/dates/business-days'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { onlinePaymentMessages } from '@carpeta/domain/payments/online-payment-rules'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { rosa } from '../../test/imports.ts'
import { openPortal } from '../../test/open-portal.ts'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { createAccount, give, logIn, luis, toLuis } from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { waitForBlockedStatement } from '../../test/users/concurrent-call.ts'
import { ViewAsCalls } from '../../test/users/view-as-calls.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { closedDaysFrom } from '../calendar/closed-days.ts'
import type { Transaction } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { undoLastLoad } from '../imports/loads.ts'
import { webpayLimits } from './webpay.ts'

const p = openPaymentsPortal()

const { follow } = p
const read = async (id: number, person: Visitor = p.rosa) =>
  (await person.get(`/api/payments/${id}/`)).body
const idOf = async (firstName: string) => {
  const text = 'select id from users where first_name = $1'
  return (await p.portal.pool.query(text, [firstName])).rows[0].id
}
/** Rosa lets Luis see her purchase. */
const comeAsCoHolder = async () => {
  if (!(await p.portal.pool.query('select from users where rut = $1', [luis.rut])).rowCount) {
    await createAccount(p.portal, luis)
  }
  await give(p.rosa, toLuis)
  return logIn(p.portal, luis)
}
const count = async (state: string) => {
  const { rows } = await p.portal.pool.query(
    'select count(*)::int as count from payment_orders where state = $1',
    [state],
  )
  return rows[0].count
}

describe('Rosa pays online', () => {
  test('what is overdue: the server fixes UF, pesos and the value of the day; approved, she reads what the bank said and gets an email (§12.800, security 5.91)', async () => {
    const started = await p.start()
    expect([started.status, started.body.state]).toEqual([201, 'sent'])
    const { id, uf, pesos, uf_value, uf_date, redirect } = started.body
    expect({ uf, uf_date }).toEqual({ uf: '7.35', uf_date: todayInSantiago(new Date()) })
    expect(Number(pesos)).toBe(Math.round(7.35 * Number(uf_value)))
    expect(p.webpay.transactions.get(redirect.token)?.amount).toBe(Number(pesos))

    const back = await p.comeBack(p.webpay.decide(redirect.token, 'approve'))
    expect(back.body).toMatchObject({
      ...{ id, state: 'authorized', pesos, uf, redirect: null, recorded_on: '' },
      ...{ authorization_code: '1213', card_type: 'VD', card_digits: '6623', instalments: 0 },
    })
    expect(await read(id)).toEqual(back.body)
    const { rows } = await p.portal.pool.query('select * from payment_orders where id = $1', [id])
    expect(JSON.stringify(rows)).toMatch(/"card_digits":"6623"/)
    expect(JSON.stringify(back.body)).not.toContain(redirect.token)
    const emails = await p.portal.sentEmails()
    expect(emails.map(({ subject }) => subject)).toContain(`Recibimos tu pago ${back.body.folio}`)
    const receipt = await p.rosa.get(`/api/payments/${id}/receipt/`)
    expect([receipt.status, receipt.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const { body: documents } = await p.rosa.get('/api/member-documents/')
    expect(documents.results).toContainEqual(
      expect.objectContaining({ id: `payment-${id}`, category: 'payments', source: 'payment' }),
    )
    const file = await p.rosa.get(`/api/member-documents/payment-${id}/file/`)
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await p.hernan.get(`/api/member-documents/payment-${id}/file/`)).status).toBe(404)
  })

  test.each([
    ['reject', 'rejected'],
    ['cancel', 'aborted'],
    ['timeout', 'expired'],
  ] as const)(
    '%s: the payment is %s, nothing was charged, and she may begin again (§12.804)',
    async (decision, state) => {
      const { body } = await p.pay(decision)
      expect([body.state, body.redirect, body.authorized_at]).toEqual([state, null, null])
      expect((await p.rosa.get(`/api/payments/${body.id}/receipt/`)).status).toBe(404)
      const again = await p.pay()
      expect(again.body.state).toBe('authorized')
      expect(again.body.id).not.toBe(body.id)
    },
  )

  test('gets up to date at once, and pays nothing of it again; the answer says by when accounting has it (§12.1063, §12.2320)', async () => {
    const { body } = await p.pay('approve', { choice: 'all_due' })
    expect(body).toMatchObject({ state: 'authorized', uf: '11.2', choice: 'all_due' })
    expect(body.due_on < body.last_due_on).toBe(true)
    const today = todayInSantiago(new Date())
    const refusal = { choice: [onlinePaymentMessages.paidAlready(today).text] }
    for (const choice of ['all_due', 'overdue', 'next']) {
      expect((await p.start({ choice })).body).toEqual(refusal)
    }
    const { unrecorded } = (await p.rosa.get('/api/payments/own/')).body
    const record_by = addBusinessDays(today, 3, await closedDaysFrom(p.portal.db, today))
    expect(unrecorded).toMatchObject([{ pesos: body.pesos, is_own: true, id: body.id, record_by }])
  })

  test('the next instalment, or an amount of her own in UF or pesos', async () => {
    const next = await p.start({ choice: 'next' })
    expect(next.body).toMatchObject({ uf: '3.85', choice: 'next' })
    await p.comeBack(p.webpay.decide(next.body.redirect.token, 'cancel'))
    const uf = await p.start({ choice: 'other', amount: '1.5', unit: 'uf' })
    expect(uf.body).toMatchObject({ uf: '1.5', choice: 'other' })
    await p.comeBack(p.webpay.decide(uf.body.redirect.token, 'cancel'))
    const pesos = await p.start({ choice: 'other', amount: '100000', unit: 'clp' })
    expect(pesos.body).toMatchObject({ pesos: '100000' })
  })

  test.each([
    ['', 'clp', onlinePaymentMessages.amountRequired.text],
    ['-5', 'uf', onlinePaymentMessages.ufInvalid.text],
    ['1.23456', 'uf', onlinePaymentMessages.ufInvalid.text],
    ['1000.5', 'clp', onlinePaymentMessages.pesosInvalid.text],
    ['0.0001', 'uf', 'El monto mínimo es UF\u00a00,07'],
    ['100', 'clp', 'El monto mínimo es $\u00a02.800'],
    ['99999999', 'uf', onlinePaymentMessages.amountTooLarge.text],
  ])(
    'an amount of %j in %s is refused beside its field (§12.801)',
    async (amount, unit, sentence) => {
      const { status, body } = await p.start({ choice: 'other', amount, unit })
      expect([status, body]).toEqual([400, { amount: [sentence] }])
      expect(p.webpay.carriedOut.create).toBe(0)
    },
  )

  test('a second click, also at the same time, returns the first order (§12.802)', async () => {
    const answers = await Promise.all([p.start(), p.start(), p.start({ choice: 'next' })])
    const later = await p.start({ choice: 'next' })
    const ids = [...answers, later]
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    expect(later.body.redirect).not.toBeNull()
    expect(p.webpay.carriedOut.create).toBe(1)
  })

  test('reload, back button and two tabs give one payment, which no tab says is still to be made (§12.803)', async () => {
    const { body } = await p.start()
    const address = p.webpay.decide(body.redirect.token, 'approve')
    const answers = await Promise.all(Array.from({ length: 5 }, () => p.comeBack(address)))
    for (const { body: told } of answers) {
      expect([told.redirect, ['authorized', 'unknown'].includes(told.state)]).toEqual([null, true])
    }
    await p.comeBack(address)
    expect((await read(body.id)).state).toBe('authorized')
    expect(p.webpay.carriedOut.commit).toBe(1)
    const emails = (await p.portal.sentEmails()).filter(({ subject }) =>
      subject.endsWith(body.folio),
    )
    expect(emails).toHaveLength(1)
  })

  test('what is paid and not in accounting yet is not paid again, by whomever; another amount is (§12.810)', async () => {
    const coHolder = await comeAsCoHolder()
    const { body: first } = await p.start({ choice: 'overdue' }, coHolder)
    await p.comeBack(p.webpay.decide(first.redirect.token, 'approve'), coHolder)
    const today = todayInSantiago(new Date())
    const refusal = { choice: [onlinePaymentMessages.paidAlready(today).text] }
    const again = await p.start()
    expect([again.status, again.body]).toEqual([400, refusal])
    const { results, unrecorded } = (await p.rosa.get('/api/payments/own/')).body
    expect([results, unrecorded]).toEqual([
      [],
      [
        {
          ...{ sale_code: ROSAS_SALE, choice: 'overdue', chosen_on: today, paid_on: today },
          due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          last_due_on: unrecorded[0].due_on,
          ...{ pesos: first.pesos, uf: first.uf, is_own: false, id: null },
          record_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    ])
    expect((await p.pay('approve', { choice: 'next' })).body.state).toBe('authorized')
    expect((await p.start({ choice: 'next' })).body).toEqual(refusal)
    const other = { choice: 'other', amount: '1.5', unit: 'uf' }
    expect((await p.start(other)).status).toBe(201)
    await p.portal.pool.query('update sale_accesses set revoked_at = now()')
  })

  test('without the UF of today nothing begins', async () => {
    await p.portal.pool.query('delete from uf_values where date = $1', [
      todayInSantiago(new Date()),
    ])
    const { status, body } = await p.start()
    expect([status, body]).toEqual([400, { __all__: [onlinePaymentMessages.ufUnknown.text] }])
  })

  test('a sale without what was chosen says so beside the choice', async () => {
    const pia = await p.portal.as('pia')
    const { status, body } = await p.start({ sale_code: 'V-5001', choice: 'overdue' }, pia)
    expect([status, body]).toEqual([400, { choice: [onlinePaymentMessages.nothingOverdue.text] }])
  })
})

describe('when Webpay does not answer', () => {
  test('the beginning, nothing is charged, and the next click begins another order', async () => {
    p.webpay.behave('create', 'error')
    const { status, body } = await p.start()
    expect([status, body]).toEqual([503, onlinePaymentMessages.gatewayDown.text])
    p.webpay.behave('create', null)
    expect((await p.start()).status).toBe(201)
    expect(await count('aborted')).toBe(1)
  })

  test.each(['lost', 'error'] as const)(
    'the commit (%s), the payment is in verification until the job is certain (§12.805)',
    async (how) => {
      p.webpay.behave('commit', how)
      p.webpay.behave('status', 'error')
      const { body } = await p.pay()
      expect(body.state).toBe('unknown')
      p.webpay.behave('status', null)
      await p.pass(2)
      await follow()
      // Webpay still fails to commit; a call whose answer was lost had taken the payment.
      expect((await read(body.id)).state).toBe(how === 'lost' ? 'authorized' : 'unknown')
      p.webpay.behave('commit', null)
      await p.pass(2)
      await follow()
      expect((await read(body.id)).state).toBe('authorized')
    },
  )

  test('and it was paid after all, the next click shows that payment and begins none (§12.806)', async () => {
    p.webpay.behave('commit', 'lost')
    p.webpay.behave('status', 'error')
    const { body } = await p.pay('approve', { choice: 'other', amount: '1.5', unit: 'uf' })
    expect(body.state).toBe('unknown')
    p.webpay.reset()
    const { body: next } = await p.start({ choice: 'other', amount: '2', unit: 'uf' })
    expect([next.id, next.state, next.redirect]).toEqual([body.id, 'authorized', null])
    expect(p.webpay.carriedOut.create).toBe(0)
  })

  test('a cancellation in another tab ends no payment that was begun to be taken', async () => {
    const { body } = await p.start()
    p.webpay.behave('commit', 'lost')
    p.webpay.behave('status', 'error')
    await p.comeBack(p.webpay.decide(body.redirect.token, 'approve'))
    const back = await p.comeBack(p.webpay.decide(body.redirect.token, 'cancel'))
    expect(back.body.state).toBe('unknown')
    p.webpay.reset()
    expect((await read(body.id)).state).toBe('authorized')
  })

  test('at all, the call ends in time', async () => {
    const former = webpayLimits.timeoutMs
    webpayLimits.timeoutMs = 200
    p.webpay.behave('commit', 'silent')
    p.webpay.behave('status', 'silent')
    const { body } = await p.pay()
    webpayLimits.timeoutMs = former
    expect(body.state).toBe('unknown')
  })

  test('a repeated commit (422) is what the status says', async () => {
    const { body } = await p.start()
    const address = p.webpay.decide(body.redirect.token, 'approve')
    p.webpay.behave('commit', 'lost')
    await p.comeBack(address)
    expect((await read(body.id)).state).toBe('authorized')
  })
})

describe('when nobody comes back', () => {
  test('an order expires after the time to pay, not before', async () => {
    const { body } = await p.start()
    await p.pass(5)
    await follow()
    expect((await read(body.id)).state).toBe('sent')
    await p.pass(20)
    await follow()
    expect((await read(body.id)).state).toBe('expired')
    // She comes back after all: nothing is taken.
    const back = await p.comeBack(p.webpay.decide(body.redirect.token, 'approve'))
    expect([back.body.state, p.webpay.carriedOut.commit]).toEqual(['expired', 0])
  })

  test('an order whose process ended before it was sent expires too', async () => {
    const { body } = await p.start()
    await p.portal.pool.query(`update payment_orders set state = 'created', token = null`)
    await p.pass(2)
    await follow()
    expect((await read(body.id)).state).toBe('expired')
  })

  test('one that was committed by a process that ended is found', async () => {
    const { body } = await p.start()
    p.webpay.decide(body.redirect.token, 'approve')
    // The other process committed, and was killed before it wrote that down.
    await fetch(
      `${p.webpay.url}/rswebpaytransaction/api/webpay/v1.2/transactions/${body.redirect.token}`,
      {
        method: 'PUT',
        headers: {
          'Tbk-Api-Key-Id': p.portal.config.webpay?.commerceCode ?? '',
          'Tbk-Api-Key-Secret': p.portal.config.webpay?.apiKey ?? '',
        },
      },
    )
    await p.pass(2)
    await follow()
    expect((await read(body.id)).state).toBe('authorized')
  })
})

describe('Webpay sends Rosa back with a form', () => {
  const post = async (path: string, body: string, type = 'application/x-www-form-urlencoded') => {
    const answer = await p.portal.app.inject({
      ...{ method: 'POST', url: path, payload: body, headers: { 'content-type': type } },
    })
    return [answer.statusCode, answer.headers.location]
  }

  test('and its fields reach the page, as by an address (§12.937)', async () => {
    const fields = 'TBK_TOKEN=a%26b&TBK_ORDEN_COMPRA=P261120-41&TBK_ID_SESION=x'
    expect(await post('/payments/41', fields)).toEqual([303, `/payments/41?${fields}`])
    expect(await post('/payments/41/', 'token_ws=x')).toEqual([303, '/payments/41?token_ws=x'])
  })

  test.each([
    ['others are left out', 'token_ws=x&next=https%3A%2F%2Fevil.example', 'token_ws=x'],
    ['long ones too', `token_ws=${'x'.repeat(101)}&TBK_TOKEN=y`, 'TBK_TOKEN=y'],
    ['none', '', ''],
  ])('with four fields only: %s (security 10.133)', async (_what, given, taken) => {
    expect(await post('/payments/41', given)).toEqual([303, `/payments/41?${taken}`])
  })

  test('to the page of a payment only (security 10.133)', async () => {
    const form = 'token_ws=x'
    for (const path of ['/payments/x', '/payments/%2F%2Fevil.example', '/payments/123456789012']) {
      expect((await post(path, form))[0]).toBe(404)
    }
    expect(await post('/payments/41', '{"token_ws":["x"]}', 'application/json')).toEqual([
      303,
      '/payments/41?',
    ])
  })
})

describe('only its member', () => {
  test('reads a payment, comes back to it and gets its receipt; others find nothing (security 5.90)', async () => {
    const { body } = await p.start()
    const address = p.webpay.decide(body.redirect.token, 'approve')
    const { hernan, mario } = p
    const nobody = p.portal.visitor()
    await nobody.fetchToken()
    expect((await p.comeBack(address, hernan)).status).toBe(404)
    expect((await p.comeBack(address, mario)).status).toBe(403)
    expect((await p.comeBack(address, nobody)).status).toBe(401)
    expect((await hernan.get(`/api/payments/${body.id}/`)).status).toBe(404)
    expect((await hernan.get(`/api/payments/${body.id}/receipt/`)).status).toBe(404)
    expect(p.webpay.carriedOut.commit).toBe(0)
    const nothing = { available: true, results: [], begun_by_others: [], unrecorded: [] }
    expect((await hernan.get('/api/payments/own/')).body).toEqual(nothing)
  })

  test('and only with its own token', async () => {
    const { body } = await p.start()
    p.webpay.decide(body.redirect.token, 'approve')
    for (const fields of [
      {},
      { token_ws: 'x' },
      { TBK_ORDEN_COMPRA: body.folio },
      { TBK_TOKEN: 'x' },
    ]) {
      expect((await p.rosa.post(`/api/payments/${body.id}/return/`, json(fields))).status).toBe(404)
    }
    expect((await read(body.id)).state).toBe('sent')
  })

  test('of a sale: another member’s is not there to be paid', async () => {
    expect((await p.start({ choice: 'overdue' }, p.hernan)).status).toBe(404)
  })

  test('and a co-holder, in their own name; a representative only reads (security 5.90)', async () => {
    const coHolder = await comeAsCoHolder()
    const { status, body } = await p.start({ choice: 'overdue' }, coHolder)
    expect([status, body.sale_code, body.uf]).toEqual([201, ROSAS_SALE, '7.35'])
    const back = await p.comeBack(p.webpay.decide(body.redirect.token, 'approve'), coHolder)
    expect(back.body.state).toBe('authorized')
    expect((await p.rosa.get(`/api/payments/${body.id}/`)).status).toBe(404)
    await p.portal.pool.query(`update sale_accesses set kind = 'representative'`)
    const refused = await p.start({ choice: 'next' }, coHolder)
    expect([refused.status, refused.body]).toEqual([403, onlinePaymentMessages.onlyParties.text])
    await p.portal.pool.query('update sale_accesses set revoked_at = now()')
    expect((await p.start({ choice: 'next' }, coHolder)).status).toBe(404)
  })

  test('not staff who view as her', async () => {
    const carla = await p.portal.as('carla')
    expect((await new ViewAsCalls(p.portal).viewAs(carla, 'rosa')).status).toBe(200)
    const refused = await p.start({ choice: 'overdue' }, carla)
    expect([refused.status, refused.body]).toEqual([403, viewAsMessages.readOnly.text])
    const { body } = await p.start()
    expect(body.redirect).not.toBeNull()
    // The address to pay is in her own payment, and in no list (security 5.91).
    expect((await read(body.id)).redirect).toEqual(body.redirect)
    expect((await read(body.id, carla)).redirect).toBeNull()
    expect((await p.rosa.get('/api/payments/own/')).body.results[0].redirect).toBeNull()
  })
})

describe('staff', () => {
  const list = async (query = '') =>
    endpoints['GET /api/payments/'].answer.parse((await p.mario.get(`/api/payments/${query}`)).body)

  test('see every payment with totals by day, find one by name, rut, whole email, sale or folio, and download them (§12.807, §12.1882, security 5.703)', async () => {
    const { body } = await p.pay()
    await p.pay('reject', { choice: 'next' })
    const { results, totals, unrecorded, counts } = await list()
    expect(results.map(({ state }) => state)).toEqual(['rejected', 'authorized'])
    expect(results[1]).toMatchObject({
      folio: body.folio,
      member: { social_security: '12345678-5' },
      is_late: false,
    })
    expect(totals).toEqual([{ date: todayInSantiago(new Date()), count: 1, pesos: body.pesos }])
    expect(unrecorded).toBe(0)
    expect(counts).toEqual({ authorized: 1, rejected: 1 })
    expect((await list('?state=rejected')).results).toHaveLength(1)
    const email = personas.rosa.email.toUpperCase()
    for (const found of ['rosa', '12.345', email, ROSAS_SALE, body.folio]) {
      expect((await list(`?q=${found}`)).results.length, found).toBeGreaterThan(0)
    }
    for (const unknown of ['hern%C3%A1n', email.slice(0, -3)]) {
      expect((await list(`?q=${unknown}`)).results, unknown).toHaveLength(0)
    }
    expect((await list(`?q=${ROSAS_SALE}&from=2020-01-01&to=2020-01-02`)).results).toEqual([])
    const csv = (await p.mario.get('/api/payments/csv/')).bytes.toString()
    expect(csv).toContain(`;${body.folio};${ROSAS_SALE};12.345.678-5;`)
    expect(csv).toContain(`;${body.pesos};7,35;`)
  })

  test('an order that is uncertain for half an hour is late, as none is that the job still ends; so is what no load brought (§12.1953)', async () => {
    p.webpay.behave('commit', 'error')
    p.webpay.behave('status', 'error')
    const { body } = await p.pay()
    await p.pass(25)
    expect((await list()).results[0]).toMatchObject({ id: body.id, is_late: false })
    expect((await list('?unrecorded=true')).unrecorded).toBe(0)
    await p.pass(6)
    expect((await list('?unrecorded=true')).results[0]).toMatchObject({
      id: body.id,
      is_late: true,
    })
    p.webpay.behave('status', null)
    await p.portal.pool.query(
      `update payment_orders set state = 'authorized', authorized_at = now() - interval '9 days'`,
    )
    const late = await list('?unrecorded=true')
    expect([late.unrecorded, late.results[0]?.is_late]).toEqual([1, true])
    expect((await p.mario.get('/api/staff/counts/')).body).toMatchObject({
      payments: { unrecorded: 1 },
    })
  })

  test('end a payment that Webpay no longer knows after seven days, with a reason and a recent login, and Rosa may pay again (§12.811, security 5.92)', async () => {
    const DAY = 24 * 60
    p.webpay.behave('commit', 'error')
    p.webpay.behave('status', 'error')
    const { body } = await p.pay()
    const expire = async (reason = 'Transbank no lo muestra') => {
      const answer = await p.mario.post(`/api/payments/${body.id}/expire/`, json({ reason }))
      return [answer.status, answer.body]
    }
    const mayExpire = async () => (await list()).results[0]?.may_expire
    const tooSoon = [409, onlinePaymentMessages.notExpirable.text]
    await p.pass(7 * DAY - 5)
    expect([await mayExpire(), await expire()]).toEqual([false, tooSoon])
    await p.pass(10)
    await follow()
    expect((await read(body.id)).state).toBe('unknown')
    expect(await mayExpire()).toBe(true)
    expect((await expire('  '))[0]).toBe(400)
    await p.portal.pool.query(`update sessions set authenticated_at = now() - interval '1 day'`)
    expect((await expire())[0]).toBe(403)
    await p.portal.pool.query('update sessions set authenticated_at = now()')
    await p.portal.pool.query(`update payment_orders set user_id = $1`, [await idOf('Mario')])
    expect(await expire()).toEqual([403, onlinePaymentMessages.ownPayment.text])
    await p.portal.pool.query(`update payment_orders set user_id = $1`, [await idOf('Rosa')])
    expect((await p.start({ choice: 'next' })).body.id).toBe(body.id)

    expect(await expire()).toMatchObject([200, { state: 'expired', may_expire: false }])
    expect(await expire()).toEqual(tooSoon)
    expect((await p.start()).body).toMatchObject({ state: 'sent' })
  })
})

describe('the undo of a load that brought the payment', () => {
  const real = openPaymentsPortal()
  const paid = (amount: string) =>
    rosa((sale) =>
      sale.pagos.push({
        ...{ key: '', monto_uf: amount, fecha_deposito: todayInSantiago(new Date()) },
        ...{ tipo_doc_descripcion: 'Webpay', ficha_pago: '' },
      }),
    )
  const { load } = real
  // A load takes the payments of the sample with it.
  beforeAll(async () => void (await load(rosa())))

  test('leaves it approved and not recorded: Rosa does not pay it twice, Mario finds it, and the corrected load has it again (§12.810)', async () => {
    const { body } = await real.pay()
    const recorded = async () => (await read(body.id, real.rosa)).recorded_on
    const unrecorded = async () => (await real.rosa.get('/api/payments/own/')).body.unrecorded
    const loadId = await load(paid('7.35'))
    await real.follow()
    const today = todayInSantiago(new Date())
    expect([await recorded(), await unrecorded()]).toEqual([today, []])

    const undo = (tx: Transaction) => undoLastLoad(tx, operator, loadId)
    expect(await real.portal.db.transaction(undo)).toMatchObject({ result: 'undone' })
    expect(await recorded()).toBe('')
    expect(await unrecorded()).toHaveLength(1)
    const again = await real.start()
    const refusal = { choice: [onlinePaymentMessages.paidAlready(today).text] }
    expect([again.status, again.body]).toEqual([400, refusal])
    await real.portal.pool.query(
      `update payment_orders set authorized_at = authorized_at - interval '9 days'`,
    )
    const late = (await real.mario.get('/api/payments/?unrecorded=true')).body
    expect([late.unrecorded, late.results[0]]).toMatchObject([1, { id: body.id, is_late: true }])

    // Without a key of accounting's, another amount is another key.
    await load(paid('7.36'))
    expect(await recorded()).toBe('')
    await real.follow()
    expect([await recorded(), await unrecorded()]).toEqual([today, []])
  })

  test('is not paid again by Rosa, whose click waits while a load records it (§12.1640)', async () => {
    const changer = await real.portal.pool.connect()
    onTestFinished(() => changer.release(true))
    await changer.query('begin')
    await changer.query(`select from users where rut = '${personas.rosa.rut}' for no key update`)
    const beginning = real.start()
    await waitForBlockedStatement(real.portal.db)
    await load(
      rosa(({ estado_de_pago }) => {
        for (const instalment of estado_de_pago['Cuotas mensuales'].cuotas) {
          if (instalment.estado !== 'Atrasada') continue
          Object.assign(instalment, { estado: 'Pagada', monto_uf_saldo: 0 })
        }
      }),
    )
    await changer.query('commit')
    expect((await beginning).status).toBe(400)
    expect((await real.rosa.get('/api/payments/own/')).body.results).toEqual([])
    await load(rosa())
  })

  test('confirms no report with it meanwhile: Mario, whose click waits, hears that it is gone (§12.2171)', async () => {
    const today = todayInSantiago(new Date())
    const loadId = await load(paid('7.35'))
    const report = { sale_code: ROSAS_SALE, paid_on: today, amount: '294.000', comment: '' }
    const sent = await real.rosa.post('/api/payment-reports/', upload(pdf('pago.pdf'), report))
    const path = `/api/payment-reports/${sent.body.id}/`
    const [{ key: payment_key }] = (await real.mario.get(path)).body.candidates
    let confirming: Promise<{ status: number; body: unknown }> | undefined
    await real.portal.db.transaction(async (tx) => {
      await undoLastLoad(tx, operator, loadId)
      confirming = real.mario.post(`${path}confirm/`, json({ payment_key, differs: true }))
      await waitForBlockedStatement(real.portal.db)
    })
    const refused = { status: 409, body: paymentReportMessages.unknownPayment.text }
    expect(await confirming).toMatchObject(refused)
    expect((await real.mario.get(path)).body.state).toBe('reported')
    await real.rosa.post(`${path}cancel/`)
    await load(rosa())
  })

  test('leaves a report of a sale that it hides no payment to be confirmed with (§12.2362)', async () => {
    const sale_code = 'V-8'
    const today = todayInSantiago(new Date())
    const loadId = await load(rosa(), { ...paid('7.35'), code: sale_code })
    const report = { sale_code, paid_on: today, amount: '294.000', comment: '' }
    const sent = await real.rosa.post('/api/payment-reports/', upload(pdf('pago.pdf'), report))
    const path = `/api/payment-reports/${sent.body.id}/`
    const [{ key: payment_key }] = (await real.mario.get(path)).body.candidates
    const confirm = () => real.mario.post(`${path}confirm/`, json({ payment_key, differs: true }))
    expect((await confirm()).status).toBe(200)
    await real.portal.db.transaction((tx) => undoLastLoad(tx, operator, loadId))
    expect((await real.mario.get(path)).body).toMatchObject({ state: 'reported', candidates: [] })
    const refused = { status: 409, body: paymentReportMessages.unknownPayment.text }
    expect(await confirm()).toMatchObject(refused)
    await load(rosa())
  })

  test('nor one that Rosa sends while it ends (§12.2270)', async () => {
    const today = todayInSantiago(new Date())
    const loadId = await load(paid('7.35'))
    const report = { sale_code: ROSAS_SALE, paid_on: today, amount: '294.000', comment: '' }
    let path = ''
    let confirming: Promise<{ status: number; body: unknown }> | undefined
    await real.portal.db.transaction(async (tx) => {
      await undoLastLoad(tx, operator, loadId)
      const sent = await real.rosa.post('/api/payment-reports/', upload(pdf('pago.pdf'), report))
      path = `/api/payment-reports/${sent.body.id}/`
      const [{ key: payment_key }] = (await real.mario.get(path)).body.candidates
      confirming = real.mario.post(`${path}confirm/`, json({ payment_key, differs: true }))
      await waitForBlockedStatement(real.portal.db)
    })
    const refused = { status: 409, body: paymentReportMessages.unknownPayment.text }
    expect(await confirming).toMatchObject(refused)
    expect((await real.mario.get(path)).body.state).toBe('reported')
    await real.rosa.post(`${path}cancel/`)
    await load(rosa())
  })

  test('answers Rosa 404 for a sale that it is deleting, whatever she begins with it (security 10.132)', async () => {
    const sale_code = 'V-9'
    const today = todayInSantiago(new Date())
    const text = `select id from procedures where is_active and cardinality(documents) = 0 limit 1`
    const [procedure] = (await real.portal.pool.query(text)).rows
    const report = { sale_code, paid_on: today, amount: '294.000', comment: '' }
    const request = { sale_code, procedure_id: procedure.id, comment: 'Hola' }
    for (const begin of [
      () => real.start({ sale_code, choice: 'overdue' }),
      () => real.rosa.post('/api/payment-reports/', upload(pdf('pago.pdf'), report)),
      () => real.rosa.post('/api/request/create/', json(request)),
    ]) {
      const loadId = await load(
        rosa(),
        rosa((sale) => (sale.code = sale_code)),
      )
      let call: Promise<{ status: number }> | undefined
      await real.portal.db.transaction(async (tx) => {
        expect(await undoLastLoad(tx, operator, loadId)).toMatchObject({ result: 'undone' })
        call = begin()
        await waitForBlockedStatement(real.portal.db)
      })
      expect((await call)?.status).toBe(404)
    }
    expect(real.webpay.carriedOut.create).toBe(0)
  })
})

test('a portal that takes no payments has none', async () => {
  const portal = await openPortal()
  const rosa = await portal.as('rosa')
  const nothing = { available: false, results: [], begun_by_others: [], unrecorded: [] }
  expect((await rosa.get('/api/payments/own/')).body).toEqual(nothing)
  const form = json({ sale_code: ROSAS_SALE, choice: 'overdue' })
  expect((await rosa.post('/api/payments/', form)).status).toBe(404)
  await portal.close()
})
