import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'
import { press } from './stage.ts'

const pages = [
  {
    id: 1,
    topic: 'other',
    title: 'Cómo llegar a la oficina de atención de Talcahuano y estacionar cerca',
    body: 'Estamos en Colón 123, frente a la plaza.\n\nEl estacionamiento es por Bulnes.',
    version: 0,
  },
  {
    id: 2,
    topic: 'payment',
    title: 'Horario de caja',
    body: 'Lunes a viernes, de 9 a 14.\n\nEl mapa está en https://mapas.example/colon-123',
    version: 3,
  },
]

async function openHelp(page: Page, person: 'rosa' | 'ivan', address = '/help') {
  await page.route('**/api/help-pages/', (route) => route.fulfill({ json: { results: pages } }))
  await logInAs(page, person)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The help, as members and staff see it. */
export const helpPictures: Record<string, (page: Page) => Promise<unknown>> = {
  help: (page) => openHelp(page, 'rosa'),
  'help-payment': (page) => openHelp(page, 'rosa', '/help/pagar'),
  'help-statement': (page) => openHelp(page, 'rosa', '/help/estado-de-cuenta'),
  'help-deed': (page) => openHelp(page, 'rosa', '/help/escritura'),
  'help-requests': (page) => openHelp(page, 'rosa', '/help/tramites'),
  'help-device': (page) => openHelp(page, 'rosa', '/help/telefono'),
  'help-own-page': (page) => openHelp(page, 'rosa', '/help/pages/1'),
  'help-deleted-page': (page) => openHelp(page, 'rosa', '/help/pages/9'),
  'help-editor': async (page) => {
    await openHelp(page, 'ivan')
    await press(page, 'Editar Horario de caja')
  },
  manual: (page) => logInAs(page, 'carla', '/manual'),
  'manual-part': (page) => logInAs(page, 'carla', '/manual#cambiar-una-cuenta'),
  'manual-search': async (page) => {
    await logInAs(page, 'carla', '/manual')
    await page.getByRole('searchbox', { name: 'Buscar en el manual' }).fill('contraseña temporal')
    await page.getByText(/^\d+ partes$/).waitFor()
  },
  'manual-nothing-found': async (page) => {
    await logInAs(page, 'carla', '/manual')
    await page.getByRole('searchbox', { name: 'Buscar en el manual' }).fill('jirafa')
  },
}
