import { endpoints } from '@carpeta/contract/payment-reports'
import { addDays } from '@carpeta/domain/dates/dates'
import {
  MAX_PENDING_REPORTS,
  reportPaymentMessages,
} from '@carpeta/domain/payments/payment-report-rules'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { today } from '../../test/one-day.ts'
import { openReportsPortal } from '../../test/payment-reports-portal.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { json } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'
import { rateLimitRules } from '../throttle/limits.ts'

const reports = openReportsPortal()
const own = async (person = reports.rosa) =>
  endpoints['GET /api/payment-reports/own/'].answer.parse(
    (await person.get('/api/payment-reports/own/')).body,
  ).results

describe('Rosa reports a payment', () => {
  test('with its date, amount, comment and receipt, and sees it pending (§12.165)', async () => {
    const before = (await reports.rosa.get('/api/sales-data/')).body
    const { status, body } = await reports.tryReport({ comment: ' Cuota de noviembre ' })
    expect(status).toBe(201)
    expect(endpoints['POST /api/payment-reports/'].answer.parse(body)).toMatchObject({
      sale_code: 'V-1001',
      paid_on: today(),
      amount: '400000',
      comment: 'Cuota de noviembre',
      state: 'reported',
      closed_at: null,
      receipt: { name: 'transferencia.pdf' },
    })
    expect(await own()).toEqual([body])
    expect((await reports.rosa.get('/api/sales-data/')).body).toEqual(before)
  })

  test('and downloads the receipt as she uploaded it', async () => {
    const file = png('voucher.png')
    const id = await reports.report({}, file)
    const { bytes, headers } = await reports.rosa.get(`/api/payment-reports/${id}/receipt/`)
    expect(bytes.equals(file.bytes)).toBe(true)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  test('once, although the answer was lost and she sends it again, and twice at once (§12.166)', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => reports.tryReport({}, pdf('noviembre.pdf'))),
    )
    const again = await reports.tryReport({}, pdf('noviembre.pdf'))
    expect(new Set([...answers, again].map(({ body }) => body.id)).size).toBe(1)
    expect(await reports.count('payment_reports')).toBe(1)
    await reports.portal.sentEmails()
    expect(await reports.count("documents where name = 'noviembre.pdf'")).toBe(1)
  })

  test('of no purchase of the rut that staff take from the account while the receipt is stored (security 5.800)', async () => {
    const { db } = reports.portal
    const rutOf = (rut: string) => sql`update users set rut = ${rut} where first_name = 'Rosa'`
    const answer = await callDuring(db, rutOf('20000000-5'), () => reports.tryReport())
    await exec(db, rutOf(personas.rosa.rut))
    expect(answer.status).toBe(404)
    expect(await reports.count('payment_reports')).toBe(0)
  })

  test('twice on one day where the receipts differ (§12.166)', async () => {
    await reports.report({}, pdf('una.pdf', { text: 'una' }))
    await reports.report({}, pdf('otra.pdf', { text: 'otra' }))
    expect(await own()).toHaveLength(2)
  })

  test.each([
    [
      'in the future',
      { paid_on: addDays(today(), 1) },
      'paid_on',
      reportPaymentMessages.dateInFuture.text,
    ],
    ['years ago', { paid_on: '2001-01-01' }, 'paid_on', reportPaymentMessages.dateTooOld.text],
    ['on no day', { paid_on: '2026-02-30' }, 'paid_on', reportPaymentMessages.dateInvalid.text],
    ['without a date', { paid_on: '' }, 'paid_on', reportPaymentMessages.dateRequired.text],
    ['of nothing', { amount: '0' }, 'amount', reportPaymentMessages.amountInvalid.text],
    ['with decimals', { amount: '10,5' }, 'amount', reportPaymentMessages.amountInvalid.text],
    ['too large', { amount: '9999999999' }, 'amount', reportPaymentMessages.amountTooLarge.text],
    [
      'of much talk',
      { comment: 'x'.repeat(251) },
      'comment',
      reportPaymentMessages.commentTooLong.text,
    ],
  ])('not %s', async (_, form, field, message) => {
    const { status, body } = await reports.tryReport(form)
    expect([status, body]).toEqual([400, { [field]: [message] }])
    expect(await reports.count('payment_reports')).toBe(0)
  })

  test('not without a receipt, nor with another kind of file (§12.165, security 7.30)', async () => {
    expect((await reports.tryReport({}, null)).body).toEqual({
      document: [reportPaymentMessages.receiptRequired.text],
    })
    const text = { name: 'nota.pdf', bytes: Buffer.from('hola') }
    expect((await reports.tryReport({}, text)).body).toEqual([documentMessages.pdfBroken.text])
    expect(await reports.count('payment_reports')).toBe(0)
  })

  test('only for an own sale that is open', async () => {
    for (const sale_code of ['V-2001', 'V-9999', '']) {
      expect((await reports.tryReport({ sale_code })).status).toBe(404)
    }
    const { rows } = await reports.portal.pool.query(
      `select code from sales where holder_rut = '11111111-1' and completed_on is not null`,
    )
    const answer = await reports.tryReport({ sale_code: rows[0].code }, undefined, reports.hernan)
    expect(answer.status).toBe(404)
  })

  test('up to so many that wait, and so many tries a day (security 7.30, security 7.163)', async () => {
    const text = (index: number) => ({ text: String(index) })
    for (let index = 0; index < MAX_PENDING_REPORTS; index++) {
      await reports.report({}, pdf('uno.pdf', text(index)))
    }
    const refused = await reports.tryReport({}, pdf('mas.pdf', text(99)))
    expect([refused.status, refused.body]).toEqual([409, reportPaymentMessages.tooManyPending.text])
    // Those of a withdrawn sale, which Rosa does not see and cannot cancel, do not count (security 7.163).
    const { pool } = reports.portal
    await pool.query(
      `update payment_reports set sale_id = (select id from sales where code = 'V-2001')`,
    )
    await pool.query(`update sales set withdrawn_at = now() where code = 'V-2001'`)
    onTestFinished(async () => {
      await pool.query(`update sales set withdrawn_at = null where code = 'V-2001'`)
    })
    expect((await reports.tryReport({}, pdf('mas.pdf', text(99)))).status).toBe(201)
    const left = rateLimitRules.paymentReports.points - MAX_PENDING_REPORTS - 2
    for (let index = 0; index < left; index++) await reports.tryReport({ amount: '0' })
    expect((await reports.tryReport()).status).toBe(429)
  })
})

describe('a report that waits', () => {
  test('is cancelled by Rosa, once, and can be reported again (§12.167)', async () => {
    const id = await reports.report()
    const cancelled = await reports.rosa.post(`/api/payment-reports/${id}/cancel/`, json({}))
    expect(cancelled.body).toMatchObject({ id, state: 'cancelled' })
    const again = await reports.rosa.post(`/api/payment-reports/${id}/cancel/`, json({}))
    expect([again.status, again.body]).toEqual([409, paymentReportMessages.impossible.text])
    expect(await reports.report()).not.toBe(id)
  })

  test('is Rosa’s alone (security 5.45)', async () => {
    const id = await reports.report()
    const { hernan, carla } = reports
    expect(await own(hernan)).toEqual([])
    expect((await hernan.post(`/api/payment-reports/${id}/cancel/`, json({}))).status).toBe(404)
    for (const other of [hernan, carla]) {
      expect((await other.get(`/api/payment-reports/${id}/receipt/`)).status).toBe(404)
    }
    expect((await reports.portal.visitor().get('/api/payment-reports/own/')).status).toBe(401)
  })

  test('is seen, and not changed, by Carla who views the portal as Rosa', async () => {
    const id = await reports.report()
    const carla = await reports.portal.as('carla')
    const { rows } = await reports.portal.pool.query(
      `select id from users where first_name = 'Rosa'`,
    )
    const view = json({ user_id: rows[0].id, reason: 'Llamó por teléfono' })
    expect((await carla.post('/api/view-as/', view)).status).toBe(200)
    expect((await carla.get('/api/payment-reports/own/')).body.results).toMatchObject([{ id }])
    expect((await carla.get(`/api/payment-reports/${id}/receipt/`)).status).toBe(200)
    expect((await carla.post(`/api/payment-reports/${id}/cancel/`, json({}))).status).toBe(403)
    expect((await reports.tryReport({}, pdf(), carla)).status).toBe(403)
  })
})

test('the account to pay to is told to members only (security 9.25)', async () => {
  const { body } = await reports.rosa.get('/api/payment-account/')
  expect(endpoints['GET /api/payment-account/'].answer.parse(body).account).toMatchObject({
    bank: 'Banco del Biobío',
    account_type: 'Cuenta corriente',
    rut: '65432198-1',
  })
  expect((await reports.portal.visitor().get('/api/payment-account/')).status).toBe(401)
  expect((await reports.carla.get('/api/payment-account/')).status).toBe(403)
})
