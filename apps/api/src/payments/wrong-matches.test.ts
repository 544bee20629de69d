import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { onlinePaymentMessages } from '@carpeta/domain/payments/online-payment-rules'
import { expect, test } from 'vitest'
import { rosa, type Sale } from '../../test/imports.ts'
import { openPaymentsPortal } from '../../test/payments-portal.ts'
import { json } from '../../test/visitor.ts'

const p = openPaymentsPortal()
const today = todayInSantiago(new Date())

interface Recorded {
  key: string
  uf?: string
  document?: string
  /** The instalments that accounting says it pays, counted from Rosa's next one: -1 is the overdue one. */
  pays?: number[]
}

const planOf = (sale: Sale) => sale.estado_de_pago['Cuotas mensuales'].cuotas
const next = planOf(rosa()).findIndex(
  (each: { fecha_vencimiento: string; monto_uf_saldo: unknown }) =>
    each.fecha_vencimiento >= today && Number(each.monto_uf_saldo) > 0,
)

/** A load with these payments; what they pay is paid in it. */
const loadWith = async (...payments: Recorded[]) => {
  await p.load(
    rosa((sale) => {
      for (const { key, uf = '7.35', document = 'Webpay', pays = [] } of payments) {
        for (const place of pays) {
          Object.assign(planOf(sale)[next + place] ?? {}, { estado: 'Pagada', monto_uf_saldo: 0 })
        }
        const cuotas = pays.map((place) => next + place + 1)
        sale.pagos.push({
          ...{ key, monto_uf: uf, fecha_deposito: today, ficha_pago: '', cuotas },
          tipo_doc_descripcion: document,
        } as never)
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
const keyOf = async (id: number) => (await read(id)).payment_key
/** Webpay gives each payment a code of its own. */
const setCode = (id: number, code: string) =>
  p.portal.pool.query('update payment_orders set authorization_code = $2 where id = $1', [id, code])
/** Rosa pays online, and Webpay gives it this code. @returns the id */
const pay = async (code: string, fields?: object): Promise<number> => {
  const { body } = await p.pay('approve', fields)
  expect(body.state).toBe('authorized')
  await setCode(body.id, code)
  return body.id
}

test('a payment called Webpay that names the code of Rosa’s other payment is not taken for this one (security 5.720)', async () => {
  await loadWith()
  const overdue = await pay('111111')
  const other = await pay('222222', { choice: 'other', amount: '7.35', unit: 'uf' })
  await loadWith({ key: 'W-2', document: 'Webpay 222222' })
  await p.follow()
  expect([await keyOf(overdue), await keyOf(other)]).toEqual(['', 'W-2'])
  // Nor is another one of that code, while accounting has both.
  await loadWith(
    { key: 'W-2', document: 'Webpay 222222' },
    { key: 'W-3', document: 'Webpay 222222' },
  )
  await p.follow()
  expect(await keyOf(overdue)).toBe('')
})

test('a payment called Webpay that pays other instalments waits for Mario; of the same ones it is Rosa’s (security 5.720)', async () => {
  await loadWith()
  const id = await pay('111111')
  await loadWith({ key: 'W-1', pays: [0] })
  await p.follow()
  expect(await keyOf(id)).toBe('')
  // What she paid is still not paid twice.
  expect((await p.start()).status).toBe(400)
  await loadWith({ key: 'W-1', pays: [0] }, { key: 'W-2', pays: [-1] })
  await p.follow()
  expect(await keyOf(id)).toBe('W-2')
})

test('a payment that pays a little of the next instalment too is hers, and one of a number that the plan lacks is not (security 5.720)', async () => {
  await loadWith()
  const id = await pay('111111')
  await loadWith({ key: 'W-1', pays: [900] })
  await p.follow()
  expect(await keyOf(id)).toBe('')
  await loadWith({ key: 'W-2', pays: [-1, 0] })
  await p.follow()
  expect(await keyOf(id)).toBe('W-2')
})

test('the payment with Rosa’s own code comes later: it takes the place of the other one, and the events say so (security 5.721)', async () => {
  await loadWith()
  const id = await pay('111111')
  await loadWith({ key: 'W-1' })
  await p.follow()
  expect(await keyOf(id)).toBe('W-1')
  await loadWith({ key: 'W-1' }, { key: 'W-2', document: 'Webpay 111111' })
  await p.follow()
  expect(await keyOf(id)).toBe('W-2')
  const ivan = await p.portal.as('ivan')
  const { results } = (await ivan.get('/api/audit/?action=payment.unmatched')).body
  expect(results).toMatchObject([{ reason: onlinePaymentMessages.codeElsewhere }])
  // The former one is free for another payment.
  const other = await pay('222222', { choice: 'other', amount: '7.35', unit: 'uf' })
  const match = json({ payment_key: 'W-1' })
  expect((await p.mario.post(`/api/payments/${other}/match/`, match)).status).toBe(200)
  expect(p.logged).toEqual([])
})

test('what Mario said stays when a payment with the code comes later (security 5.721)', async () => {
  await loadWith()
  const id = await pay('111111')
  await loadWith({ key: 'T-1', document: 'Transferencia' })
  const match = json({ payment_key: 'T-1' })
  expect((await p.mario.post(`/api/payments/${id}/match/`, match)).status).toBe(200)
  await loadWith(
    { key: 'T-1', document: 'Transferencia' },
    { key: 'W-2', document: 'Webpay 111111' },
  )
  await p.follow()
  expect(await keyOf(id)).toBe('T-1')
})

test('of a code that two payments have, the match stays (security 5.721)', async () => {
  await loadWith()
  const id = await pay('111111')
  await loadWith({ key: 'W-1' })
  await p.follow()
  await pay('111111', { choice: 'other', amount: '7.35', unit: 'uf' })
  await loadWith({ key: 'W-1' }, { key: 'W-2', document: 'Webpay 111111' })
  await p.follow()
  expect(await keyOf(id)).toBe('W-1')
})
