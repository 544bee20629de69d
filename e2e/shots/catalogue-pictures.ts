import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'
import { pressOther } from './stage.ts'

async function atCatalogue(page: Page, search = '') {
  await logInAs(page, 'mario')
  await page.goto(`/procedures${search}`)
  await page.getByRole('tab', { name: 'Ver todos' }).waitFor()
}

/** Opens a list of deleted procedures with one in it. */
async function atDeleted(page: Page) {
  const deleted = {
    id: 7,
    title: 'Certificado de deuda',
    description: 'Lo reemplaza el estado de cuenta.',
    document_amount: 0,
    documents: [],
    answer_hours: 12,
    is_active: true,
    deleted_at: '2026-11-20T15:30:00Z',
  }
  await page.route('**/api/procedures/trashed/*', (route) =>
    route.fulfill({ json: { results: [deleted], current: 1, lastPage: 1 } }),
  )
  await atCatalogue(page, '?ver=eliminados')
  await page.getByText('Certificado de deuda').waitFor()
}

export const cataloguePictures: Record<string, (page: Page) => Promise<unknown>> = {
  procedures: async (page) => {
    await atCatalogue(page)
    await page.getByRole('table').waitFor()
  },
  'procedures-filtered': async (page) => {
    await atCatalogue(page, '?title=nada de eso')
    await page.getByText('No hay resultados').waitFor()
  },
  'procedures-deleted': atDeleted,
  'procedures-deleted-empty': async (page) => {
    await page.route('**/api/procedures/trashed/*', (route) =>
      route.fulfill({ json: { results: [], current: 1, lastPage: 1 } }),
    )
    await atCatalogue(page, '?ver=eliminados')
    await page.getByText('No hay resultados').waitFor()
  },
  'procedures-delete': async (page) => {
    await atCatalogue(page)
    await page.getByRole('button', { name: /^Eliminar Copia/ }).click()
    await page.getByRole('dialog').waitFor()
  },
  'procedures-restore-refused': async (page) => {
    await page.route('**/api/procedures/*/restore/', (route) =>
      route.fulfill({
        status: 400,
        json: {
          title: ['Ya existe un trámite con este título'],
          __all__: ['Cambia uno de los dos'],
        },
      }),
    )
    await atDeleted(page)
    await page.getByRole('button', { name: /^Restaurar/ }).click()
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('dialog', { name: 'Ocurrió un error' }).waitFor()
  },
  'procedure-new-empty': async (page) => {
    await atCatalogue(page)
    await page.getByRole('button', { name: 'Añadir trámite' }).click()
    await page.getByRole('button', { name: 'Añadir documento' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
  },
  'procedure-edit': async (page) => {
    await atCatalogue(page)
    await page.getByRole('button', { name: /^Editar Cesión/ }).click()
    await page.getByRole('dialog').waitFor()
  },
  'procedures-order': async (page) => {
    await atCatalogue(page)
    await pressOther(page, 'Ordenar')
    await page.getByRole('button', { name: /^Bajar Copia/ }).click()
  },
  holidays: async (page) => {
    await logInAs(page, 'mario')
    await page.goto('/procedures/holidays?ano=2026')
    await page.getByRole('table').waitFor()
  },
}
