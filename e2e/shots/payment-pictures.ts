import type { Page } from '@playwright/test'
import {
  buildCandidate,
  buildPaymentReport,
  buildReportRow,
  buildStaffReport,
} from '../../apps/web/src/testing/build-payment-report.ts'
import { logInAs } from '../support/portal.ts'
import { drawPage, press } from './stage.ts'

const receipt = { name: 'comprobante-de-transferencia-noviembre.pdf', size: 48_211 }
const comment = 'Transferencia desde la cuenta de mi hermana'
const report = buildPaymentReport({ comment, receipt })

const declined = buildPaymentReport({
  id: 30,
  amount: '1099369',
  state: 'declined',
  reason: 'El comprobante es de una transferencia a otra cuenta. Revísalo con tu banco.',
  closed_at: new Date().toISOString(),
  receipt,
})

const maximiliana = {
  id: 5,
  name: 'Maximiliana Bernardita de los Ángeles Undurraga-Etchegaray y Larraín-Vicuña',
  social_security: '11111111-1',
}
const rows = [
  buildReportRow({ has_match: true }),
  buildReportRow({ id: 32, amount: '999999999', member: maximiliana }),
  buildReportRow({ id: 33, amount: '391235', state: 'confirmed' }),
  buildReportRow({ id: 35, amount: '287557', state: 'confirmed', is_payment_gone: true }),
  buildReportRow({ id: 34, amount: '150625', state: 'declined', member: maximiliana }),
]

const { fit, ...payment } = buildCandidate()
const staffReport = buildStaffReport({
  ...{ comment, receipt },
  candidates: [
    buildCandidate(),
    buildCandidate({ key: '36', amount_uf: '3.85', pesos: null, fit: 'near' }),
    buildCandidate({ key: '12', deposited_on: '2026-01-05', fit: 'other' }),
  ],
})

type WireSale = Record<string, unknown> & {
  estado_de_pago: { 'Cuotas mensuales': { cuotas: { monto_uf_saldo: number }[] } }
}

/** Opens Rosa's dashboard with her sale changed. */
async function atRosas(page: Page, change: (sale: WireSale) => void) {
  await page.route('**/api/sales-data/', async (route) => {
    const response = await route.fetch()
    const [sale] = await response.json()
    change(sale)
    await route.fulfill({ response, json: [sale] })
  })
  await logInAs(page, 'rosa')
  await page.getByRole('region', { name: 'Próximo pago' }).waitFor()
}

const cuotasOf = (sale: WireSale) => sale.estado_de_pago['Cuotas mensuales'].cuotas

/** By states and a member's name, as the server does. */
async function answerReports(page: Page) {
  await page.route('**/api/staff/counts/', (route) =>
    route.fulfill({
      json: {
        ...{ payment_reports: { reported: 2 }, payments: { unrecorded: 1 } },
        ...{ loads: { with_rejects: 1 }, setup: { missing: 1 } },
      },
    }),
  )
  await page.route(/\/api\/payment-reports\/\?/, (route) => {
    const asked = new URL(route.request().url()).searchParams
    const name = (asked.get('q') ?? '').toLowerCase()
    const states = asked.get('state') ?? 'reported'
    const named = rows.filter(({ member }) => member.name.toLowerCase().includes(name))
    const results = named.filter(({ state }) => states === 'all' || states.includes(state))
    const counts = Object.fromEntries(
      ['reported', 'confirmed', 'declined', 'cancelled'].map((state) => [
        state,
        named.filter((each) => each.state === state).length,
      ]),
    )
    return route.fulfill({ json: { results, current: 1, lastPage: 1, counts } })
  })
}

async function atList(page: Page, search = '') {
  await answerReports(page)
  await logInAs(page, 'ivan')
  await page.goto(`/payment-reports${search}`)
  await page.getByRole('table').waitFor()
}

async function atReport(page: Page, overrides: Parameters<typeof buildStaffReport>[0] = {}) {
  const drawn = await drawPage(page)
  await answerReports(page)
  await page.route('**/api/payment-reports/31/', (route) =>
    route.fulfill({ json: { ...staffReport, ...overrides } }),
  )
  await page.route('**/api/payment-reports/31/receipt/pages/1/', (route) =>
    route.fulfill({ body: drawn, contentType: 'image/png', headers: { 'x-page-count': '2' } }),
  )
  await logInAs(page, 'ivan')
  await page.goto('/payment-reports/31')
  await page.getByRole('img', { name: 'Página 1 de 2' }).waitFor()
}

/** What to pay and how, reported payments, and the screen of staff. */
export const paymentPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'next-payment-how': async (page) => {
    await logInAs(page, 'rosa')
    const how = page.getByRole('button', { name: 'Cómo pagar' })
    if ((await how.getAttribute('aria-expanded')) === 'false') await how.click()
    await page.getByText('Transfiere a esta cuenta').waitFor()
  },
  'next-payment-how-several': async (page) => {
    await logInAs(page, 'hernan')
    await page
      .getByRole('button', { name: /^Cómo pagar/ })
      .first()
      .click()
    await page.getByText('Transfiere a esta cuenta').waitFor()
  },
  'next-payment-no-uf': (page) =>
    atRosas(page, (sale) => Object.assign(sale, { uf_del_dia: null })),
  'next-payment-many-overdue': (page) =>
    atRosas(page, (sale) => {
      for (const cuota of cuotasOf(sale)) cuota.monto_uf_saldo = 12345.6789
    }),
  'next-payment-instalments-paid': (page) =>
    atRosas(page, (sale) => {
      for (const cuota of cuotasOf(sale)) cuota.monto_uf_saldo = 0
    }),
  'next-payment-no-plan': (page) =>
    atRosas(page, (sale) => {
      sale.estado_de_pago['Cuotas mensuales'].cuotas = []
    }),
  'next-payment-no-account': async (page) => {
    await page.route('**/api/payment-account/', (route) =>
      route.fulfill({ json: { account: null } }),
    )
    await logInAs(page, 'rosa')
    const how = page.getByRole('button', { name: 'Cómo pagar' })
    if ((await how.getAttribute('aria-expanded')) === 'false') await how.click()
    await page.getByText('Para saber a qué cuenta transferir').waitFor()
  },
  'payment-reported': async (page) => {
    await page.route('**/api/payment-reports/own/', (route) =>
      route.fulfill({ json: { results: [report, declined] } }),
    )
    await logInAs(page, 'rosa')
    await page.getByText('Pagos que informaste').first().waitFor()
  },
  'payment-report-form': async (page) => {
    await logInAs(page, 'rosa')
    await press(page, 'Ya pagué: informar un pago')
    await page.getByRole('dialog').waitFor()
  },
  'payment-report-form-errors': async (page) => {
    await logInAs(page, 'rosa')
    await press(page, 'Ya pagué: informar un pago')
    await page.getByLabel('Fecha del pago').fill('2019-02-03')
    await press(page, 'Informar')
    await page.getByText('Falta el comprobante del pago').waitFor()
  },
  'payment-reports': (page) => atList(page),
  'payment-reports-filtered': (page) => atList(page, '?state=reported&q=rosa'),
  'payment-report-pending': async (page) => {
    await atReport(page)
    await page.getByText('Otros 2 pagos de la venta').click()
  },
  'payment-report-several': async (page) => {
    const part = (key: string, amount_uf: string, pesos: string) =>
      buildCandidate({ ...{ key, amount_uf, pesos }, fit: 'near' })
    await atReport(page, {
      candidates: [part('36', '3.85', '150626'), part('38', '3.5', '136931')],
    })
    await page.getByRole('checkbox', { name: 'Sumar el pago 36' }).check()
    await page.getByText(/^Suman/).waitFor()
  },
  'payment-report-doubt': async (page) => {
    await atReport(page)
    await page.getByText('Otros 2 pagos de la venta').click()
    await press(page, 'Usar este pago…, el pago 12')
    await page.getByRole('dialog').waitFor()
  },
  'payment-report-confirmed': (page) =>
    atReport(page, {
      state: 'confirmed',
      closed_at: '2026-11-20T15:30:00Z',
      handler: { id: 7, name: 'Mario Fuentes Alarcón' },
      payment,
      candidates: [],
    }),
  'payment-report-unmatch': async (page) => {
    const handler = { id: 7, name: 'Mario Fuentes Alarcón' }
    const closed_at = '2026-11-20T15:30:00Z'
    await atReport(page, { state: 'confirmed', closed_at, handler, payment, candidates: [] })
    await press(page, 'No es ese pago')
    await page.getByText('El pago de contabilidad queda libre').waitFor()
  },
  'payment-report-withdrawn': (page) =>
    atReport(page, {
      phone: '+56 9 5555 0142',
      state: 'confirmed',
      closed_at: '2026-11-20T15:30:00Z',
      handler: { id: 7, name: 'Mario Fuentes Alarcón' },
      candidates: [],
    }),
  'payment-report-conflict': async (page) => {
    await atReport(page)
    const conflict =
      'Este informe de pago ya cambió de estado. Actualiza la página para ver cómo está.'
    await page.route('**/api/payment-reports/31/confirm/', (route) =>
      route.fulfill({ status: 409, json: conflict }),
    )
    await press(page, 'Confirmar con el pago 37')
    await page.getByRole('button', { name: 'Ver cómo quedó' }).waitFor()
  },
}
