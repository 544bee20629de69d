import { addDays, type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { beforeEach, expect, test } from 'vitest'
import { rosa, type Sale } from '../../test/imports.ts'
import { openPaymentsPortal } from '../../test/payments-portal.ts'
import { json } from '../../test/visitor.ts'

// Accounting numbers the payments of a sale: once it annuls one, the next one gets its number.

const p = openPaymentsPortal()
const today = todayInSantiago(new Date())
const KEY = String(rosa().pagos.length + 1)

interface Recorded {
  key?: string
  uf?: string
  day?: CalendarDate
  document?: string
}

const load = async (...payments: Recorded[]) => {
  await p.load(
    rosa((sale: Sale) => {
      for (const { key = KEY, uf = '7.35', day = today, document = 'Webpay' } of payments) {
        sale.pagos.push({
          ...{ key, monto_uf: uf, fecha_deposito: day },
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

const read = async (id: number) => (await p.rosa.get(`/api/payments/${id}/`)).body
const late = async () => (await p.mario.get('/api/payments/?unrecorded=true')).body
const waitWeeks = () =>
  p.portal.pool.query(
    "update payment_orders set authorized_at = authorized_at - interval '20 days'",
  )
const cash = { uf: '1.5', day: addDays(today, -9), document: 'Efectivo' }

beforeEach(() => load())

/** Rosa paid what is overdue, and a load brought it. @returns the id */
const payRecorded = async (): Promise<number> => {
  const { body } = await p.pay()
  await load({})
  await p.follow()
  expect((await read(body.id)).payment_key).toBe(KEY)
  return body.id
}

test('the number of Rosa’s payment names another one: hers is not recorded any more, and staff are told (security 5.722)', async () => {
  const id = await payRecorded()
  await load(cash)
  await p.follow()
  expect(await read(id)).toMatchObject({ recorded_on: '', payment_key: '' })
  expect((await p.rosa.get('/api/payments/own/')).body.unrecorded).toHaveLength(1)
  // She cannot pay the same again.
  expect((await p.start()).status).toBe(400)
  await waitWeeks()
  expect((await late()).results).toMatchObject([{ id, is_late: true }])
})

test('accounting enters it again under a number of its own, and it is recognised (security 5.722)', async () => {
  const id = await payRecorded()
  await load(cash)
  await p.follow()
  await load(cash, { key: 'W-9' })
  await p.follow()
  expect((await read(id)).payment_key).toBe('W-9')
})

test('the number belongs to Rosa’s next payment, until the undo of the load gives it back (security 5.722)', async () => {
  const id = await payRecorded()
  const { body: other } = await p.pay('approve', { choice: 'other', amount: '1.5', unit: 'uf' })
  await load({ uf: '1.5', document: 'Webpay 1213' })
  await p.follow()
  expect([(await read(id)).payment_key, (await read(other.id)).payment_key]).toEqual(['', KEY])
  await load({})
  expect([(await read(id)).payment_key, (await read(other.id)).payment_key]).toEqual([KEY, ''])
})

test('accounting corrects the amount from UF 7,35 to 7,36: Rosa’s payment stays recorded, at once (§12.1800)', async () => {
  const id = await payRecorded()
  await load({ uf: '7.36' })
  expect(await read(id)).toMatchObject({ recorded_on: today, payment_key: KEY })
  const free = await p.mario.get(`/api/payments/${id}/candidates/`)
  expect(free.body.results.map(({ key }: { key: string }) => key)).not.toContain(KEY)
})

test('accounting corrects the date: the job finds it again by itself (§12.1800)', async () => {
  const id = await payRecorded()
  const tomorrow = addDays(today, 1)
  await p.portal.pool.query(
    `insert into uf_values (date, value, source) values ($1, 40000, 'file') on conflict do nothing`,
    [tomorrow],
  )
  await load({ day: tomorrow })
  await p.follow()
  expect(await read(id)).toMatchObject({ recorded_on: tomorrow, payment_key: KEY })
})

test('Mario says of an undated payment that it is hers: it stays hers, and he undoes it once (§12.1800)', async () => {
  const { body } = await p.pay()
  await p.portal.pool.query(
    `insert into payments (sale_id, position, key, amount, document_type)
     select id, 900, 'T-1', 7.35, 'Transferencia' from sales where code = 'V-1001'`,
  )
  const match = json({ payment_key: 'T-1' })
  const said = await p.mario.post(`/api/payments/${body.id}/match/`, match)
  expect(said.body.recorded_on).toBe(today)
  const undo = () => p.mario.post(`/api/payments/${body.id}/unmatch/`, json({ reason: 'Es otro' }))
  expect([(await undo()).status, (await undo()).status]).toEqual([200, 409])
})
