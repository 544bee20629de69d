import { expect, test } from 'vitest'
import { type PersonaName, personas } from '../../seeds/personas.ts'
import { openPaymentsPortal } from '../../test/payments-portal.ts'
import { applyRetention } from './apply-retention.ts'
import { eraseMember } from './erase-member.ts'

// The tests follow each other: a person is erased once.
const payments = openPaymentsPortal()

const query = async (text: string, values: unknown[] = []) =>
  (await payments.portal.pool.query(text, values)).rows
const erase = (name: PersonaName, force: boolean) =>
  eraseMember(payments.portal, { rut: personas[name].rut }, { dryRun: false, force })
const orders = () => query('select state, card_digits from payment_orders order by id')

test('Rosa is not erased in the middle of a payment, and the operator reads which it is (security 15.143)', async () => {
  const { body } = await payments.start()
  await query(`update sales set completed_on = '2026-10-01' where code = 'V-1001'`)
  const refusal = `Tiene un pago en línea en curso (${body.folio}): primero hay que saber cómo termina, lo que toma unos minutos.`
  expect(await erase('rosa', false)).toEqual({ result: 'refused', reasons: [refusal] })
  const mark = (at: string) =>
    query(`update users set deleted_at = ${at} where rut = $1`, [personas.rosa.rut])
  await mark(`now() - interval '3 years'`)
  expect((await applyRetention(payments.portal)).accounts).toBe(0)
  await mark('null')
  await query('update sales set completed_on = null')
})

test('by force her payment that Webpay has not answered is followed: no digit of the card is stored, and accounting’s staff are told (security 15.143)', async () => {
  payments.webpay.behave('commit', 'error')
  const { body } = await payments.pay()
  expect(await erase('rosa', true)).toMatchObject({ result: 'erased' })
  expect(await orders()).toEqual([{ state: 'unknown', card_digits: '' }])
  payments.webpay.behave('commit', null)
  await payments.pass(2)
  await payments.follow()
  expect(await orders()).toEqual([{ state: 'authorized', card_digits: '' }])
  const told = (await payments.portal.sentEmails()).filter(({ subject }) =>
    subject.includes(body.folio),
  )
  expect(told.map(({ to }) => to).toSorted()).toEqual([personas.ivan.email, personas.mario.email])
  expect(told[0]).toMatchObject({
    subject: `Se aprobó el pago ${body.folio} de una cuenta anonimizada`,
    text: expect.stringContaining('ya no puede enviarle el comprobante'),
  })
  // It is not about their own account: it waits for those that are, and is dropped with the account (security 12.850).
  expect(told.map(({ isUrgent }) => isUrgent)).toEqual([undefined, undefined])
})

test('what Hernán had not approved ends with him, and nothing is charged when he approves it (security 15.143)', async () => {
  const { body } = await payments.start({ sale_code: 'V-2001', choice: 'next' }, payments.hernan)
  expect(body.state).toBe('sent')
  expect(await erase('hernan', true)).toMatchObject({ result: 'erased' })
  expect(await orders()).toEqual([{ state: 'aborted', card_digits: '' }])
  const address = payments.webpay.decide(body.redirect.token, 'approve')
  expect((await payments.comeBack(address, payments.hernan)).status).toBe(401)
  await payments.pass(2)
  await payments.follow()
  expect(await orders()).toEqual([{ state: 'aborted', card_digits: '' }])
  expect(payments.webpay.carriedOut.commit).toBe(0)
})
