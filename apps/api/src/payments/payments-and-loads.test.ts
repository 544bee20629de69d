import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { onlinePaymentMessages, orderOutcomes } from '@carpeta/domain/payments/online-payment-rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { rosa, type Sale } from '../../test/imports.ts'
import { openPaymentsPortal } from '../../test/payments-portal.ts'
import { createAccount, give, logIn, luis, toLuis } from '../../test/sales/shared-sales.ts'

const p = openPaymentsPortal()
const today = todayInSantiago(new Date())

const planOf = (sale: Sale) => sale.estado_de_pago['Cuotas mensuales'].cuotas
/** Accounting has what was due until this day as paid, by a transfer of today. */
const transferred = (lastDueOn: string, uf: string) =>
  rosa((sale) => {
    for (const instalment of planOf(sale)) {
      if (instalment.fecha_vencimiento > lastDueOn) continue
      Object.assign(instalment, { estado: 'Pagada', monto_uf_saldo: 0 })
    }
    sale.pagos.push({
      ...{ key: 'T-77', monto_uf: uf, fecha_deposito: today },
      ...{ tipo_doc_descripcion: 'Transferencia', ficha_pago: '' },
    })
  })
const ofHernan = () =>
  rosa(({ venta }) => Object.assign(venta, { cliente_rut: personas.hernan.rut }))
const redated = (dueOn: string) =>
  rosa((sale) => {
    for (const instalment of planOf(sale)) {
      if (instalment.fecha_vencimiento !== dueOn) continue
      instalment.fecha_vencimiento = dueOn.replace(/..$/, '15')
    }
  })
const approveAndComeBack = async ({ redirect }: { redirect: { token: string } }) =>
  (await p.comeBack(p.webpay.decide(redirect.token, 'approve'))).body
/** Rosa lets Luis see her purchase. */
const comeAsCoHolder = async () => {
  if (!(await p.portal.pool.query('select from users where rut = $1', [luis.rut])).rowCount) {
    await createAccount(p.portal, luis)
  }
  await give(p.rosa, toLuis)
  return logIn(p.portal, luis)
}
const notCharged = ['aborted', 0]

// A load takes the payments of the sample with it, and each test changes what accounting says.
beforeEach(async () => {
  await p.load(rosa())
  await p.portal.pool.query(
    `insert into uf_values (date, value, source) values ($1, 40000, 'file')
     on conflict (date) do update set value = excluded.value`,
    [today],
  )
})

describe('while Rosa is at Webpay, a load', () => {
  test('records her transfer: nothing is charged, and her payment says why (security 5.660)', async () => {
    const { body } = await p.start({ choice: 'all_due' })
    await p.load(transferred(body.last_due_on, body.uf))
    const { state } = await approveAndComeBack(body)
    expect([state, p.webpay.carriedOut.commit]).toEqual(notCharged)
    expect(orderOutcomes.aborted.next).toContain('mientras pagabas cambió lo que se debe')
    await p.follow()
    expect((await p.rosa.get(`/api/payments/${body.id}/`)).body.recorded_on).toBe('')
  })

  test('records a part of it: nothing is charged (security 5.660)', async () => {
    const { body } = await p.start({ choice: 'all_due' })
    await p.load(transferred(body.due_on, '3.5'))
    expect([(await approveAndComeBack(body)).state, p.webpay.carriedOut.commit]).toEqual(notCharged)
  })

  test('records the next instalment: the one after it is not charged in its place (security 5.660)', async () => {
    const { body } = await p.start({ choice: 'next' })
    await p.load(transferred(body.due_on, '11.2'))
    expect([(await approveAndComeBack(body)).state, p.webpay.carriedOut.commit]).toEqual(notCharged)
  })

  test('names Hernán as the holder: nothing is charged (security 5.660)', async () => {
    const { body } = await p.start()
    await p.load(ofHernan())
    expect([(await approveAndComeBack(body)).state, p.webpay.carriedOut.commit]).toEqual(notCharged)
  })

  test('no longer has the sale: nothing is charged (security 5.660)', async () => {
    const { body } = await p.start()
    await p.load()
    expect([(await approveAndComeBack(body)).state, p.webpay.carriedOut.commit]).toEqual(notCharged)
  })

  test('changes nothing of hers: she pays what she began, by the UF of that day (security 5.660)', async () => {
    const { body } = await p.start()
    await p.load(rosa((sale) => Object.assign(sale.venta, { asesor: 'Otra persona' })))
    await p.portal.pool.query('update uf_values set value = 41000 where date = $1', [today])
    expect(await approveAndComeBack(body)).toMatchObject({ state: 'authorized', pesos: body.pesos })
  })

  test('records her transfer after a commit whose answer was lost: Webpay’s word counts (security 5.660)', async () => {
    p.webpay.behave('commit', 'lost')
    p.webpay.behave('status', 'error')
    const { body } = await p.pay()
    expect(body.state).toBe('unknown')
    await p.load(transferred(body.last_due_on, body.uf))
    p.webpay.reset()
    await p.pass(2)
    await p.follow()
    expect((await p.rosa.get(`/api/payments/${body.id}/`)).body.state).toBe('authorized')
  })
})

test('Luis is charged nothing once Rosa revoked his access (security 5.660)', async () => {
  const coHolder = await comeAsCoHolder()
  const { body } = await p.start({ choice: 'overdue' }, coHolder)
  await p.portal.pool.query('update sale_accesses set revoked_at = now()')
  const back = await p.comeBack(p.webpay.decide(body.redirect.token, 'approve'), coHolder)
  expect([back.body.state, p.webpay.carriedOut.commit]).toEqual(notCharged)
})

test('the next instalment, paid online and then dated another day by a load, is not paid again (security 5.661)', async () => {
  const { body } = await p.pay('approve', { choice: 'next' })
  await p.load(redated(body.due_on))
  const again = await p.start({ choice: 'next' })
  const refusal = { choice: [onlinePaymentMessages.paidAlready(today).text] }
  expect([again.status, again.body]).toEqual([400, refusal])
  expect((await p.start({ choice: 'overdue' })).body.state).toBe('sent')
})

describe('what was paid online and accounting has not recorded', () => {
  const almostAll = { choice: 'other', amount: '2140', unit: 'uf' }
  const tooMuch = onlinePaymentMessages.moreThanUnpaid.text

  test('lowers the amount that can be paid, of whomever (security 5.662)', async () => {
    expect((await p.pay('approve', almostAll)).body.state).toBe('authorized')
    const again = await p.start(almostAll)
    expect([again.status, again.body]).toEqual([400, { amount: [tooMuch] }])
    expect((await p.start({ choice: 'all_due' })).body).toEqual({ choice: [tooMuch] })
    expect((await p.start({ choice: 'other', amount: '5', unit: 'uf' })).body.state).toBe('sent')
    const { unrecorded } = (await p.rosa.get('/api/payments/own/')).body
    expect(unrecorded).toMatchObject([{ uf: '2140' }])
  })

  test('counts also while somebody else is at Webpay: what is too much is not charged (security 5.662)', async () => {
    const coHolder = await comeAsCoHolder()
    const { body: his } = await p.start(almostAll, coHolder)
    expect((await p.pay('approve', almostAll)).body.state).toBe('authorized')
    const back = await p.comeBack(p.webpay.decide(his.redirect.token, 'approve'), coHolder)
    expect([back.body.state, p.webpay.carriedOut.commit]).toEqual(['aborted', 1])
    await p.portal.pool.query('update sale_accesses set revoked_at = now()')
  })
})

test('Hernán, to whom a load gave the sale, reads nothing of what Rosa paid, and does not pay it again (security 5.663)', async () => {
  await p.pay('approve', { choice: 'other', amount: '1234567', unit: 'clp' })
  expect((await p.pay()).body.state).toBe('authorized')
  await p.start({ choice: 'next' })
  await p.load(ofHernan())
  const { unrecorded, begun_by_others } = (await p.hernan.get('/api/payments/own/')).body
  expect([unrecorded, begun_by_others]).toEqual([[], []])
  const again = await p.start({ choice: 'overdue' }, p.hernan)
  const refusal = { choice: [onlinePaymentMessages.paidByAnother.text] }
  expect([again.status, again.body]).toEqual([400, refusal])
  expect((await p.start({ choice: 'next' }, p.hernan)).body.state).toBe('sent')
})

test('HEAD of a payment in verification charges nothing (security 4.9)', async () => {
  const { body } = await p.start()
  p.webpay.behave('commit', 'error')
  await approveAndComeBack(body)
  p.webpay.reset()
  await p.pass(1)
  const { status } = await p.rosa.call('HEAD' as never, `/api/payments/${body.id}/`)
  expect([status, p.webpay.carriedOut.commit]).toEqual([200, 0])
})
