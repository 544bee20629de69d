import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'
import { answerList, press } from './stage.ts'

/** Rosa's, wherever a picture shows it. */
export const payment = {
  ...{ id: 41, folio: 'P261120-41', sale_code: 'V-1001', choice: 'overdue', state: 'authorized' },
  ...{ due_on: '2026-11-05', last_due_on: '2026-11-05' },
  ...{ pesos: '287557', uf: '7.35', uf_value: '39123.45', uf_date: '2026-11-20' },
  ...{ created_at: '2026-11-20T15:00:00Z', authorized_at: '2026-11-20T15:02:00Z' as string | null },
  ...{ authorization_code: '1213', card_type: 'VD', card_digits: '6623', instalments: 0 },
  ...{ refunded_at: null as string | null, recorded_on: '', redirect: null as object | null },
  payment_key: '',
  is_refund_uncertain: false,
}
const unpaid = { ...payment, authorized_at: null, authorization_code: '', card_digits: '' }
const redirect = { url: 'https://webpay.example', token: 'x' }

const member = { id: 4, name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' }
const long = {
  id: 5,
  name: 'Maximiliana Bernardita de los Ángeles Undurraga-Etchegaray y Larraín-Vicuña',
  social_security: '11111111-1',
}
const row = {
  ...{ project: 'Altos de Tumbes', refund_reason: '', is_late: false, may_expire: false },
}
/** Covers whatever was overdue before. */
const paidPart = {
  ...{ sale_code: 'V-1001', choice: 'overdue', due_on: '2024-01-05', last_due_on: '2026-11-05' },
  ...{ pesos: '287557', is_own: true, id: 41, record_by: '2026-11-25' },
  ...{ chosen_on: '2026-11-20', paid_on: '2026-11-20' },
}
const rows = [
  { ...payment, ...row, member, is_late: true },
  {
    ...payment,
    ...row,
    member: long,
    id: 42,
    folio: 'P261119-42',
    pesos: '999999999',
    is_late: true,
    is_refund_uncertain: true,
  },
  {
    ...unpaid,
    ...row,
    member,
    id: 43,
    folio: 'P261118-43',
    state: 'unknown',
    is_late: true,
    may_expire: true,
  },
  { ...unpaid, ...row, member, id: 44, folio: 'P261118-44', state: 'rejected' },
  { ...payment, ...row, member, id: 45, folio: 'P261112-45', recorded_on: '2026-11-13' },
]

async function atPayment(page: Page, overrides: object) {
  await page.route('**/api/payments/41/', (route) =>
    route.fulfill({ json: { ...payment, ...overrides } }),
  )
  await logInAs(page, 'rosa')
  await page.goto('/payments/41')
  await page.getByText('P261120-41', { exact: true }).waitFor()
}

/** Two minutes ago: the page names the hours until which something holds. */
const begun = () => ({ created_at: new Date(Date.now() - 120_000).toISOString() })

async function atPaidDashboard(page: Page, paid: typeof paidPart = paidPart) {
  await page.route('**/api/payments/own/', (route) =>
    route.fulfill({
      json: {
        available: true,
        results: [payment, { ...unpaid, id: 40, state: 'rejected' }],
        begun_by_others: [{ sale_code: 'V-1001', created_at: '2026-11-20T18:04:00Z' }],
        unrecorded: [paid],
      },
    }),
  )
  await logInAs(page, 'rosa')
  await page.getByText('falta que contabilidad').first().waitFor()
}

/** On what is to be cleared up, as the page opens, or on all. */
async function atStaffList(page: Page, isAll = false) {
  const totals = [
    { date: '2026-11-20', count: 2, pesos: '1287556' },
    { date: '2026-11-12', count: 1, pesos: '287557' },
  ]
  const shown = isAll ? rows : rows.filter(({ is_late }) => is_late)
  await answerList(page, '/api/payments/', shown, 1, {
    totals,
    unrecorded: 3,
    counts: { authorized: 3, unknown: 1, rejected: 1 },
  })
  await logInAs(page, 'ivan')
  await page.goto(isAll ? '/payments?state=all' : '/payments')
  await page.getByText('P261118-43').waitFor()
}

/** Paying by Webpay, how it ended, and the screen of staff. */
export const onlinePaymentPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'pay-online': async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('button', { name: /^No: pagar/ }).click()
    await page.getByText('La próxima cuota').waitFor()
  },
  'pay-online-other-amount': async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('button', { name: /^No: pagar/ }).click()
    await page.getByLabel('Otro monto').check()
    await page.getByLabel('Monto', { exact: true }).fill('999.999.999')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pagar/ })
      .click()
    await page.getByText('El monto es mayor').waitFor()
  },
  'paid-online': (page) => atPaidDashboard(page),
  'pay-online-again': async (page) => {
    const all = { choice: 'all_due', last_due_on: '2026-12-05', pesos: '438543' }
    await atPaidDashboard(page, { ...paidPart, ...all })
    await press(page, 'Pagar otro monto')
    await page.getByText('Pagar otro monto', { exact: true }).waitFor()
    await page.getByText('falta que contabilidad').last().waitFor()
  },
  'payment-approved': async (page) => {
    const now = new Date().toISOString()
    const on = todayInSantiago(new Date(now))
    const unrecorded = [{ ...paidPart, due_on: payment.due_on, chosen_on: on, paid_on: on }]
    const own = { available: true, results: [], begun_by_others: [], unrecorded }
    await page.route('**/api/payments/own/', (route) => route.fulfill({ json: own }))
    await atPayment(page, { created_at: now, authorized_at: now })
    await page.getByText('Con este pago quedas al día.').waitFor()
  },
  'payment-rejected': (page) => atPayment(page, { ...unpaid, state: 'rejected' }),
  'payment-unknown': (page) => atPayment(page, { ...unpaid, ...begun(), state: 'unknown' }),
  'payment-unknown-for-long': (page) => atPayment(page, { ...unpaid, state: 'unknown' }),
  'payment-under-way': (page) =>
    atPayment(page, { ...unpaid, ...begun(), state: 'sent', redirect }),
  'payment-left': (page) => atPayment(page, { ...unpaid, state: 'sent' }),
  'payment-unopened': async (page) => {
    await atPayment(page, { ...unpaid, ...begun(), state: 'sent', redirect })
    // Playwright waits for a page that the browser refuses: only the refusal is told.
    await page.evaluate(() => {
      HTMLFormElement.prototype.submit = () => {
        const refusal = new SecurityPolicyViolationEvent('securitypolicyviolation', {
          ...{
            effectiveDirective: 'form-action',
            documentURI: '',
            violatedDirective: 'form-action',
          },
          ...{ originalPolicy: '', statusCode: 0, disposition: 'enforce' },
        })
        document.dispatchEvent(refusal)
      }
    })
    await press(page, 'Seguir en Webpay')
    await page.getByText('Webpay todavía no se abre').waitFor()
  },
  'online-payments': (page) => atStaffList(page),
  'online-payments-all': (page) => atStaffList(page, true),
  'online-payment-expire': async (page) => {
    await atStaffList(page)
    await page.getByRole('button', { name: 'pago P261118-43' }).click()
    await press(page, 'Dar por vencido')
    await page.getByText('Busca antes el folio').waitFor()
  },
  'online-payment-refund': async (page) => {
    await atStaffList(page)
    await page.getByRole('button', { name: 'pago P261120-41' }).click()
    await press(page, 'Devolver el pago')
    await page.getByLabel('Ya se devolvió').waitFor()
  },
  'online-payment-recorded': async (page) => {
    await atStaffList(page, true)
    await page.getByRole('button', { name: 'pago P261112-45' }).click()
    await page.getByText('No es ese pago').waitFor()
  },
  'online-payment-unmatch': async (page) => {
    await atStaffList(page, true)
    await page.getByRole('button', { name: 'pago P261112-45' }).click()
    await press(page, 'No es ese pago')
    await page.getByText('El pago de contabilidad queda libre').waitFor()
  },
  'online-payment-staff': async (page) => {
    await page.route('**/api/payments/41/candidates/', (route) =>
      route.fulfill({
        json: {
          results: [
            {
              key: '37',
              deposited_on: '2026-11-20',
              amount_uf: '7.35',
              document_type: 'Webpay',
              pesos: '287557',
              fit: 'match',
            },
            {
              key: '36',
              deposited_on: '2026-11-23',
              amount_uf: '3.85',
              document_type: 'PAC',
              pesos: null,
              fit: 'other',
            },
          ],
        },
      }),
    )
    await atStaffList(page)
    await page.getByRole('button', { name: 'pago P261120-41' }).click()
    await page.getByText('Registrar con este').first().waitFor()
  },
}
