import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { beforeEach, expect, test } from 'vitest'
import { rosa, type Sale } from '../../test/imports.ts'
import { openPaymentsPortal } from '../../test/payments-portal.ts'
import { json } from '../../test/visitor.ts'

const p = openPaymentsPortal()
const today = todayInSantiago(new Date())

const load = async (...payments: { key: string; uf?: string; document?: string }[]) => {
  await p.load(
    rosa((sale: Sale) => {
      for (const { key, uf = '7.35', document = 'Webpay' } of payments) {
        sale.pagos.push({
          ...{ key, monto_uf: uf, fecha_deposito: today },
          ...{ tipo_doc_descripcion: document, ficha_pago: '' },
        })
      }
    }),
  )
  await p.portal.pool.query(
    `insert into uf_values (date, value, source) values ($1, 40000, 'file')
     on conflict (date) do update set value = excluded.value`,
    [today],
  )
}

const refund = async (id: number) =>
  (await p.mario.post(`/api/payments/${id}/refund/`, json({ reason: 'Pagó dos veces' }))).body

/** Where staff see a late payment: in the list, on its chip and on the start page. */
const seenByStaff = async () => {
  const { results, unrecorded } = (await p.mario.get('/api/payments/?unrecorded=true')).body
  const { payments } = (await p.mario.get('/api/staff/counts/')).body
  const late = results.map((each: { id: number; state: string; is_late: boolean }) =>
    each.is_late ? `${each.state} ${each.id}` : each,
  )
  return [late, unrecorded, payments.unrecorded]
}
const nothing = [[], 0, 0]

beforeEach(() => load())

test('a payment that Mario gave back and accounting still has counts among the late ones until accounting takes it away (security 5.725)', async () => {
  const { body } = await p.pay()
  await load({ key: 'W-1' })
  await p.follow()
  expect(await seenByStaff()).toEqual(nothing)
  expect(await refund(body.id)).toMatchObject({ state: 'refunded', is_late: true })
  expect(await seenByStaff()).toEqual([[`refunded ${body.id}`], 1, 1])
  // Its number names another payment now.
  await load({ key: 'W-1', uf: '1.5', document: 'Efectivo' })
  expect(await seenByStaff()).toEqual(nothing)
})

test('nor when Mario says that accounting’s payment is another one of hers (security 5.725)', async () => {
  const { body } = await p.pay()
  await load({ key: 'W-1' })
  await p.follow()
  await refund(body.id)
  const { body: other } = await p.pay('approve', { choice: 'other', amount: '7.35', unit: 'uf' })
  const match = json({ payment_key: 'W-1' })
  expect((await p.mario.post(`/api/payments/${other.id}/match/`, match)).status).toBe(200)
  expect(await seenByStaff()).toEqual(nothing)
})

test('one that accounting enters only after it was given back counts as well (security 5.725)', async () => {
  const { body } = await p.pay()
  await refund(body.id)
  await p.follow()
  expect(await seenByStaff()).toEqual(nothing)
  await load({ key: 'W-1' })
  await p.follow()
  expect(await seenByStaff()).toEqual([[`refunded ${body.id}`], 1, 1])
  expect((await p.rosa.get(`/api/payments/${body.id}/`)).body).toMatchObject({
    ...{ state: 'refunded', recorded_on: '', payment_key: '' },
  })
})
