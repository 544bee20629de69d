import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'

// News of a member: the sample is a first load, which tells nothing, so the answers are made here.

const news = (id: number, overrides: object = {}) => ({
  id,
  kind: 'payment',
  subject: '37',
  date: '2026-11-20',
  sale: 'V-1001',
  sale_name: 'Altos de Tumbes · Casa 24',
  told_at: '2026-11-21T09:12:00Z',
  read_at: null,
  ...overrides,
})

const read = { read_at: '2026-11-10T12:00:00Z', told_at: '2026-11-08T09:12:00Z' }

const some = [
  news(9),
  news(8, { kind: 'deed', subject: 'sellerSignedOn', date: '2026-10-14' }),
  news(7, {
    kind: 'overdue',
    date: '2026-11-05',
    sale_name:
      'Condominio Residencial Altos de la Bahía de San Vicente, Etapa III · Casa pareada 24',
  }),
  news(6, { kind: 'due_soon', date: '2026-11-05', ...read }),
  news(5, { date: '', ...read }),
]

async function openNews(page: Page, answer: object | null): Promise<void> {
  await page.route('**/api/client/news/*', (route) =>
    answer === null ? route.abort() : route.fulfill({ json: answer }),
  )
  await logInAs(page, 'rosa')
  await page.getByRole('button', { name: /^Novedades/ }).click()
}

/** The news on the dashboard: unread, none, and not loaded. */
export const newsPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'news-folded': async (page) => {
    await openNews(page, { results: some, unread: 3, current: 1, lastPage: 4 })
    await page.getByRole('button', { name: /^Novedades/ }).click()
  },
  'news-open': async (page) => {
    await openNews(page, { results: some, unread: 3, current: 1, lastPage: 4 })
    await page.getByRole('button', { name: 'Marcar como leídas' }).waitFor()
  },
  'news-none': async (page) => {
    await openNews(page, { results: [], unread: 0, current: 1, lastPage: 1 })
    await page.getByText('No hay novedades.').waitFor()
  },
  'news-failed': async (page) => {
    await openNews(page, null)
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
}
