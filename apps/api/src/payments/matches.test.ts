import type { OnlinePayment } from '@carpeta/contract/payments'
import { addDays, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  nextStep,
  onlinePaymentMessages,
  orderOutcomes,
} from '@carpeta/domain/payments/online-payment-rules'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { describe, expect, test } from 'vitest'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { readPdf } from '../../test/statements/read-statement.ts'
import { waitForBlockedStatement } from '../../test/users/concurrent-call.ts'
import { json, upload } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

const p = openPaymentsPortal()
const { follow } = p
const read = async (id: number) => (await p.rosa.get(`/api/payments/${id}/`)).body

describe('a load that brings the payment', () => {
  const addPayment = (
    key: string,
    amount: string,
    documentType = 'Webpay',
    day: string | null = todayInSantiago(new Date()),
  ) =>
    p.portal.pool.query(
      `insert into payments (sale_id, position, key, amount, deposited_on, document_type)
       select id, 900 + (select count(*) from payments), $1, $2, $3, $4 from sales where code = $5`,
      [key, amount, day, documentType, ROSAS_SALE],
    )

  /** Rosa reports what she paid online. @returns the id */
  const report = async (): Promise<number> => {
    const paid_on = todayInSantiago(new Date())
    const form = { sale_code: ROSAS_SALE, paid_on, amount: '294.000', comment: '' }
    const file = upload(pdf('transferencia.pdf'), form)
    return (await p.rosa.post('/api/payment-reports/', file)).body.id
  }
  const confirm = (reportId: number) =>
    p.mario.post(`/api/payment-reports/${reportId}/confirm/`, json({ payment_key: 'K-1' }))

  test('is recognised by itself when one payment fits; the receipt and Mario’s download say so (§12.809)', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35')
    const note = async () => {
      const { bytes } = await p.rosa.get(`/api/payments/${body.id}/receipt/`)
      return (await readPdf(bytes)).rows.flat().join(' ')
    }
    expect(await note()).toContain(orderOutcomes.authorized.next)
    await follow()
    const today = todayInSantiago(new Date())
    expect((await read(body.id)).recorded_on).toBe(today)
    expect(await note()).toContain(nextStep('authorized', today))
    const csv = (await p.mario.get('/api/payments/csv/')).bytes.toString()
    expect(csv).toContain(`;${shortDate(today)}\r\n`)
  })

  test('is not taken for a transfer of the same amount and day, which may be a second payment, until Mario says so (security 5.700)', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35', 'Transferencia')
    await follow()
    expect((await read(body.id)).recorded_on).toBe('')
    const { results } = (await p.mario.get(`/api/payments/${body.id}/candidates/`)).body
    expect(results).toMatchObject([{ key: 'K-1', document_type: 'Transferencia', fit: 'match' }])
    await addPayment('K-2', '7.35', 'WebPay Plus')
    await follow()
    expect((await read(body.id)).payment_key).toBe('K-2')
  })

  test('tells Rosa which payment of accounting hers is, while accounting has it (§12.1441)', async () => {
    const { body } = await p.pay()
    const own = async () =>
      (await p.rosa.get('/api/payments/own/')).body.results.map(
        ({ id, payment_key }: OnlinePayment) => [id, payment_key],
      )
    expect(await own()).toEqual([[body.id, '']])
    await addPayment('K-1', '7.35')
    await follow()
    expect(await own()).toEqual([[body.id, 'K-1']])
    await p.portal.pool.query("delete from payments where key = 'K-1'")
    expect(await own()).toEqual([[body.id, '']])
  })

  test('offers Mario only deposits from the day of the payment on, the best first (§12.1376)', async () => {
    const { body } = await p.pay()
    const today = todayInSantiago(new Date())
    await addPayment('K-1', '30', 'Cheque', addDays(today, 1))
    await addPayment('K-2', '7.35', 'Webpay', today)
    await addPayment('K-3', '7.35', 'Transferencia', addDays(today, -1))
    await addPayment('K-4', '7.35', 'Sin fecha', null)
    const { results } = (await p.mario.get(`/api/payments/${body.id}/candidates/`)).body
    expect(results.map(({ key, fit }: { key: string; fit: string }) => [key, fit])).toEqual([
      ['K-2', 'match'],
      ['K-1', 'near'],
      ['K-4', 'other'],
    ])
  })

  test('counts late payments under the filters that its chip keeps (§12.1378)', async () => {
    const { body } = await p.pay()
    await p.portal.pool.query(
      "update payment_orders set authorized_at = now() - interval '30 days' where id = $1",
      [body.id],
    )
    const counted = async (query: string) => {
      const { counts, unrecorded } = (await p.mario.get(`/api/payments/?${query}`)).body
      return [counts.authorized ?? 0, unrecorded]
    }
    expect(await counted('q=rosa')).toEqual([1, 1])
    expect(await counted('q=rosa&unrecorded=true')).toEqual([1, 1])
    expect(await counted('q=nadie')).toEqual([0, 0])
  })

  test('by the authorisation code among several of the same amount', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35')
    await addPayment('K-2', '7.35', 'Webpay 1213')
    await follow()
    const { rows } = await p.portal.pool.query('select payment_key from payment_orders')
    expect([rows[0].payment_key, (await read(body.id)).state]).toEqual(['K-2', 'authorized'])
  })

  test('of the day on which it was begun, also when Webpay answers only the next day', async () => {
    const { body } = await p.pay()
    await p.pass(24 * 60)
    const yesterday = addDays(todayInSantiago(new Date()), -1)
    await p.portal.pool.query(
      `insert into uf_values (date, value, source) values ($1, 40000, 'file')
       on conflict (date) do update set value = excluded.value`,
      [yesterday],
    )
    await addPayment('K-1', '7.35', 'Webpay 1213', yesterday)
    await follow()
    expect((await read(body.id)).recorded_on).toBe(yesterday)
    // Staff find it by the day that the list shows.
    const list = await p.mario.get(`/api/payments/?from=${todayInSantiago(new Date())}`)
    expect(list.body.results).toHaveLength(1)
  })

  test('is no payment that confirms a reported one, nor one without a date for ever unrecorded', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35', 'Transferencia', null)
    await p.mario.post(`/api/payments/${body.id}/match/`, json({ payment_key: 'K-1' }))
    const today = todayInSantiago(new Date())
    expect((await read(body.id)).recorded_on).toBe(today)
    const reportId = await report()
    const { candidates } = (await p.mario.get(`/api/payment-reports/${reportId}/`)).body
    expect(candidates.map(({ key }: { key: string }) => key)).not.toContain('K-1')
    const confirmed = await confirm(reportId)
    expect([confirmed.status, confirmed.body]).toEqual([
      409,
      paymentReportMessages.paymentOnline.text,
    ])
  })

  test('confirms what Rosa reported or is what she paid online, also when Mario and Iván say so at once (security 5.46)', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35')
    const reportId = await report()
    const ivan = await p.portal.as('ivan')
    const gate = await p.portal.pool.connect()
    // The first of them stops before its end, the second with it or because of it.
    await gate.query('begin; lock table audit_entries in share mode')
    const calls = [
      confirm(reportId),
      ivan.post(`/api/payments/${body.id}/match/`, json({ payment_key: 'K-1' })),
    ]
    await waitForBlockedStatement(p.portal.db, 2)
    await gate.query('rollback')
    gate.release()
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is not matched by itself once Mario confirmed a report with it (security 5.46)', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35', 'Webpay 1213')
    const reportId = await report()
    let matching: Promise<void> | undefined
    await p.portal.db.transaction(async (tx) => {
      await exec(tx, sql`select from payment_orders for update`)
      matching = follow()
      // It has chosen the payment.
      await waitForBlockedStatement(p.portal.db)
      expect((await confirm(reportId)).status).toBe(200)
    })
    await matching
    expect((await read(body.id)).recorded_on).toBe('')
  })

  test('is left to staff while a report that waits may be it as well (security 5.664)', async () => {
    const { body } = await p.pay()
    const reportId = await report()
    await addPayment('K-1', '7.35')
    await follow()
    expect((await read(body.id)).recorded_on).toBe('')
    expect((await confirm(reportId)).status).toBe(200)
    await addPayment('K-2', '7.35')
    await follow()
    expect((await read(body.id)).payment_key).toBe('K-2')
  })

  test('is none that accounting had when Webpay approved hers (security 5.664)', async () => {
    await addPayment('K-1', '7.35')
    const { body } = await p.pay()
    await follow()
    expect((await read(body.id)).recorded_on).toBe('')
    await addPayment('K-2', '7.35')
    await follow()
    expect((await read(body.id)).payment_key).toBe('K-2')
  })

  test('of one that was given back confirms no report (security 5.665)', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35')
    await follow()
    await p.mario.post(`/api/payments/${body.id}/refund/`, json({ reason: 'Pagó dos veces' }))
    const reportId = await report()
    const { candidates } = (await p.mario.get(`/api/payment-reports/${reportId}/`)).body
    expect(candidates.map(({ key }: { key: string }) => key)).not.toContain('K-1')
    const { status, body: refusal } = await confirm(reportId)
    expect([status, refusal]).toEqual([409, paymentReportMessages.paymentOnline.text])
  })

  test('otherwise staff say which it is, each payment once', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35')
    await addPayment('K-2', '7.35')
    await follow()
    expect((await read(body.id)).recorded_on).toBe('')
    const match = (key: string) =>
      p.mario.post(`/api/payments/${body.id}/match/`, json({ payment_key: key }))
    expect((await match('nothing')).status).toBe(409)
    expect((await match('K-2')).body).toMatchObject({ recorded_on: todayInSantiago(new Date()) })
    expect((await match('K-1')).status).toBe(409)
  })

  test.each([
    ['another amount', '3.85', 0],
    ['a day long after', '7.35', 40],
  ])(
    'is no payment that only names its authorisation code (%s) (§12.936)',
    async (_why, amount, days) => {
      const { body } = await p.pay()
      const day = addDays(todayInSantiago(new Date()), days)
      await p.portal.pool.query(
        `insert into uf_values (date, value, source) values ($1, 40000, 'file') on conflict do nothing`,
        [day],
      )
      await addPayment('K-1', amount, 'Webpay 1213', day)
      await follow()
      expect((await read(body.id)).recorded_on).toBe('')
    },
  )

  test('is another one after all: Mario undoes the match, with a reason, and it is not made again by itself (§12.935, security 5.131)', async () => {
    const { body } = await p.pay()
    await addPayment('K-1', '7.35')
    await follow()
    const undo = async (reason = 'Era de otro mes') => {
      const answer = await p.mario.post(`/api/payments/${body.id}/unmatch/`, json({ reason }))
      return [answer.status, answer.body]
    }
    expect((await undo('  '))[0]).toBe(400)
    await p.portal.pool.query(
      `update payment_orders set user_id = (select id from users where first_name = 'Mario')`,
    )
    expect(await undo()).toEqual([403, onlinePaymentMessages.ownPayment.text])
    await p.portal.pool.query(
      `update payment_orders set user_id = (select id from users where first_name = 'Rosa')`,
    )
    expect(await undo()).toEqual([200, expect.objectContaining({ recorded_on: '' })])
    expect(await undo()).toEqual([409, onlinePaymentMessages.notMatched.text])
    await follow()
    expect((await read(body.id)).recorded_on).toBe('')
    // What is paid online is still not paid again.
    expect((await p.rosa.get('/api/payments/own/')).body.unrecorded).toHaveLength(1)
    const ivan = await p.portal.as('ivan')
    const { body: log } = await ivan.get('/api/audit/?action=payment.unmatched')
    expect(log.results).toMatchObject([{ reason: 'Era de otro mes' }])

    await addPayment('K-2', '7.35')
    const match = json({ payment_key: 'K-2' })
    expect((await p.mario.post(`/api/payments/${body.id}/match/`, match)).status).toBe(200)
    expect((await read(body.id)).recorded_on).not.toBe('')
  })
})
