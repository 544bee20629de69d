import { readSale } from '@carpeta/contract/read-sale'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import { expect, test } from 'vitest'
import { rosa } from '../../test/imports.ts'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const p = openPaymentsPortal()
const today = todayInSantiago(new Date())

/** What staff read in her file and beside her request, which is the same. */
async function dueOfRosa() {
  const ivan: Visitor = await p.portal.as('ivan')
  const { id } = await storeRequest(p.portal)
  const { body: beside } = await ivan.get(`/api/requests/${id}/member/`)
  const { body: file } = await ivan.get(
    `/api/staff/members/${await userIdOf(p.portal.db, 'rosa')}/`,
  )
  const sale = file.sales.find(({ code }: { code: string }) => code === ROSAS_SALE)
  expect(beside.sale.due).toEqual(sale.due)
  return sale.due
}

async function report(amount: string) {
  const form = { sale_code: ROSAS_SALE, paid_on: today, amount, comment: '' }
  const receipt = pdf('transferencia.pdf', { text: crypto.randomUUID() })
  expect((await p.rosa.post('/api/payment-reports/', upload(receipt, form))).status).toBe(201)
}

test('what Rosa paid online is not overdue for staff on the telephone, who read that it waits (§12.1830)', async () => {
  const before = await dueOfRosa()
  expect(before).toMatchObject({ overdue: { count: expect.any(Number) }, awaited: [] })
  await p.pay()
  expect(await dueOfRosa()).toEqual({
    ...before,
    overdue: null,
    awaited: [{ source: 'online', paid_on: today }],
  })
})

test('what she reported pays the oldest instalments that it covers whole, in pesos of the day (§12.1830)', async () => {
  const before = await dueOfRosa()
  const { body: own } = await p.rosa.get('/api/sales-data/')
  const payment = nextPayment(readSale(own[0]), today)
  const amount = payment.kind === 'due' ? payment.overdue?.amount : null
  await report('1000')
  const waiting = { source: 'reported', paid_on: today }
  expect(await dueOfRosa()).toEqual({ ...before, awaited: [waiting] })
  await report(String(Math.ceil(Number(amount) * 40_000)))
  expect(await dueOfRosa()).toMatchObject({ overdue: null, awaited: [waiting, waiting] })
})

test('what a former holder reported of the purchase is not the next one’s, nor pays it (security 5.790)', async () => {
  const before = await dueOfRosa()
  await report('9000000')
  await p.portal.pool.query('update payment_reports set user_id = $1', [
    await userIdOf(p.portal.db, 'hernan'),
  ])
  expect(await dueOfRosa()).toEqual(before)
})

test('what a former holder paid online is neither told of the next one nor taken from what that one owes, as on their own card (security 5.823)', async () => {
  const before = await dueOfRosa()
  await p.pay()
  await p.portal.pool.query('update payment_orders set user_id = $1', [
    await userIdOf(p.portal.db, 'hernan'),
  ])
  expect(await dueOfRosa()).toEqual(before)
})

test('a second equal report is not the payment that confirms the first one: it waits (§12.2093)', async () => {
  // A load takes the payments and the UF of the sample with it.
  await p.load(rosa())
  await p.portal.pool.query(
    `insert into uf_values (date, value, source) values ($1, 40000, 'file')
     on conflict (date) do update set value = excluded.value`,
    [today],
  )
  const due = (await dueOfRosa()).overdue
  const amount = String(Math.ceil(Number(due.amount) * 40_000))
  const transferred = rosa((sale) => {
    sale.pagos.push({
      ...{ key: 'T-77', monto_uf: due.amount, fecha_deposito: today },
      ...{ tipo_doc_descripcion: 'Transferencia', ficha_pago: '' },
    })
  })
  await p.load(transferred)
  await report(amount)
  const { rows } = await p.portal.pool.query('select id from payment_reports')
  const path = `/api/payment-reports/${rows[0].id}/confirm/`
  const confirmed = await p.mario.post(path, json({ payment_key: 'T-77' }))
  expect(confirmed.status).toBe(200)
  expect(await dueOfRosa()).toMatchObject({ overdue: due, awaited: [] })
  await report(amount)
  const awaited = [{ source: 'reported', paid_on: today }]
  expect(await dueOfRosa()).toMatchObject({ overdue: null, awaited })
})
