import type { Page } from '@playwright/test'
import type { PersonaName } from '../../apps/api/seeds/personas.ts'
import { logInAs } from '../support/portal.ts'
import { payment } from './online-payment-pictures.ts'

const report = {
  ...{ id: 31, sale_code: 'V-1001', paid_on: '2026-11-18', amount: '1099369', comment: '' },
  ...{ state: 'reported', reason: '', reported_at: '2026-11-19T13:05:00Z', closed_at: null },
  payment_key: '',
  receipt: { name: 'comprobante-de-transferencia-noviembre.pdf', size: 48_211 },
}

async function atPayments(page: Page, who: PersonaName, online: object[], reports: object[]) {
  await page.route('**/api/payments/own/', (route) =>
    route.fulfill({
      json: { available: true, results: online, begun_by_others: [], unrecorded: [] },
    }),
  )
  await page.route('**/api/payment-reports/own/', (route) =>
    route.fulfill({ json: { results: reports } }),
  )
  await logInAs(page, who, '/payments/own')
  await page.locator('table, [class*=year], [class*=empty]').first().waitFor()
}

/** Every payment of a member in one list. */
export const allPaymentsPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'all-payments': (page) =>
    atPayments(
      page,
      'rosa',
      [
        payment,
        { ...payment, id: 40, folio: 'P261119-40', state: 'rejected', authorized_at: null },
      ],
      [
        report,
        {
          ...report,
          ...{ id: 30, state: 'declined', paid_on: '2026-11-02' },
          reason: 'El comprobante es de una transferencia a otra cuenta. Revísalo con tu banco.',
        },
      ],
    ),
  'all-payments-several': (page) => atPayments(page, 'hernan', [], []),
  'all-payments-empty': (page) => atPayments(page, 'elena', [], []),
}
