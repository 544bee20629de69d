import type { Page } from '@playwright/test'
import type { PersonaName } from '../../apps/api/seeds/personas.ts'
import { logInAs } from '../support/portal.ts'

const order = {
  ...{ id: 41, folio: 'P261120-41', sale_code: 'V-1001', choice: 'all_due', state: 'authorized' },
  ...{ due_on: '2026-10-05', last_due_on: '2026-11-05' },
  ...{ pesos: '287557', uf: '7.35', uf_value: '39123.45', uf_date: '2026-11-20' },
  ...{ created_at: '2026-11-20T15:00:00Z', authorized_at: '2026-11-20T15:02:00Z' as string | null },
  ...{ authorization_code: '1213', card_type: 'VD', card_digits: '6623', instalments: 0 },
  ...{ refunded_at: null, recorded_on: '', payment_key: '', redirect: null },
  is_refund_uncertain: false,
}
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
  await page.locator('table, [class*=empty]').first().waitFor()
}

/** Every payment of a member in one list. */
export const allPaymentsPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'all-payments': (page) =>
    atPayments(
      page,
      'rosa',
      [order, { ...order, id: 40, folio: 'P261119-40', state: 'rejected', authorized_at: null }],
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
