import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'

// A new installation, which the sample is not.

const fresh = {
  company: {
    state: 'missing',
    missing: ['COMPANY_NAME', 'CONTACT_EMAIL', 'CONTACT_PHONE', 'OFFICE_ADDRESS'],
  },
  payment_account: {
    state: 'missing',
    is_sample: true,
    missing: [
      'PAYMENT_BANK',
      'PAYMENT_ACCOUNT_TYPE',
      'PAYMENT_ACCOUNT',
      'PAYMENT_HOLDER',
      'PAYMENT_RUT',
      'PAYMENT_EMAIL',
    ],
  },
  online_payments: { state: 'not_applicable', gateway: 'none' },
  mail: {
    state: 'missing',
    server: 'smtp.correo-de-la-cooperativa.example:465',
    test: { at: '2026-11-20T14:05:00Z', outcome: 'login' },
  },
  load: { state: 'done', at: '2026-11-20T14:05:00Z' },
  procedures: { state: 'missing', offered: 0 },
  second_factor: {
    state: 'missing',
    staff: 7,
    without: [
      { id: 15, name: 'Mario Fuentes Alarcón' },
      { id: 16, name: 'María de los Ángeles Etchegaray Vicuña-Mackenna' },
      { id: 17, name: 'Antonia Riffo Canales' },
    ],
  },
  invitations: { state: 'missing', members: 1544, not_invited: 1204, no_email: 18, invited: 322 },
  is_hidden: false,
}

const ready = {
  company: { state: 'done', missing: [] },
  payment_account: { state: 'done', missing: [], is_sample: false },
  online_payments: { state: 'done', gateway: 'production' },
  mail: {
    state: 'done',
    server: 'smtp.andalien.example',
    test: { at: '2026-11-20T14:05:00Z', outcome: 'sent' },
  },
  load: { state: 'done', at: '2026-11-20T14:05:00Z' },
  procedures: { state: 'done', offered: 12 },
  second_factor: { state: 'done', staff: 7, without: [] },
  invitations: { state: 'done', members: 1544, not_invited: 0, no_email: 0, invited: 12 },
  is_hidden: false,
}

async function openWith(page: Page, answer: { status?: number; json: unknown }) {
  await page.route('**/api/setup/', (route) => route.fulfill(answer))
  await logInAs(page, 'ivan', '/setup')
}

export const setupPictures: Record<string, (page: Page) => Promise<unknown>> = {
  setup: (page) => openWith(page, { json: fresh }),
  'setup-ready': (page) => openWith(page, { json: ready }),
  'setup-procedures': async (page) => {
    await openWith(page, { json: fresh })
    await page.getByRole('button', { name: 'Elegir de una lista' }).click()
    await page.getByLabel('Reclamo o sugerencia').check()
  },
  'setup-down': async (page) => {
    await openWith(page, { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' })
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'setup-loading': async (page) => {
    await page.route('**/api/setup/', () => {})
    await logInAs(page, 'ivan', '/setup')
  },
}
