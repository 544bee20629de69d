import type { Page } from '@playwright/test'
import { logInAs, openPage } from '../support/portal.ts'
import { press } from './stage.ts'

const access = {
  id: 1,
  kind: 'co_holder',
  name: 'Luis Alberto Parra Inostroza',
  social_security: '13456789-9',
  given_at: '2026-11-03T12:00:00Z',
  given_by: 'holder',
  last_day: '2027-03-31',
  state: 'valid',
  entry: 'no_account',
}

const sale = {
  code: 'V-1001',
  project: 'Altos de Tumbes',
  property: { type: 'Casa', lot: '24' },
  co_holder: 'Luis Alberto Parra Inostroza',
  representative: '',
  kinds: ['co_holder'],
  accesses: [access],
}

const company = {
  ...sale,
  code: 'V-3001',
  project: 'Parque Industrial Las Industrias de la Octava Región',
  property: { type: 'Departamento', lot: '1204-B' },
  representative: 'Marcela Andrea Contreras Villablanca',
  kinds: ['co_holder', 'representative'],
  accesses: [
    {
      ...access,
      kind: 'representative',
      entry: null,
      name: '',
      social_security: '14222333-3',
      last_day: '',
    },
    {
      ...{ ...access, id: 2, given_by: 'cooperative', state: 'over' },
      ...{ given_at: '2026-03-02T12:00:00Z', last_day: '2026-10-31' },
    },
    { ...access, id: 3, state: 'void', name: '' },
  ],
}

const alone = { ...sale, code: 'V-2001', co_holder: '', kinds: [], accesses: [] }

async function openCard(page: Page, results: object[]): Promise<void> {
  await page.route('**/api/sale-accesses/', (route) => route.fulfill({ json: { results } }))
  await openProfile(page)
}

async function openProfile(page: Page): Promise<void> {
  await logInAs(page, 'rosa', '/profile#quien-ve')
  await page.getByRole('region', { name: 'Quién ve mi compra' }).waitFor()
}

/** Rosa's sales, as somebody who only reads them sees them. */
async function openShared(page: Page, path: string): Promise<void> {
  await page.route('**/api/sales-data/', async (route) => {
    const [own] = await (await route.fetch()).json()
    const venta = Object.entries(own.venta).map(([name, value]) =>
      /^cliente_(?!rut|nombre_completo)/.test(name) ? [name, ''] : [name, value],
    )
    const compartida = { como: 'co_holder', hasta: '2027-03-31' }
    const shared = { ...own, venta: Object.fromEntries(venta), requerimientos: [], compartida }
    await route.fulfill({ json: [shared] })
  })
  await logInAs(page, 'rosa', path)
  await page
    .getByText(/puedes ver y pagar/)
    .first()
    .waitFor()
}

/** Who else reads a sale: the holder's profile, the reader's dashboard and the file of staff. */
export const saleAccessPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'sale-accesses': async (page) => {
    await openCard(page, [sale, company, alone])
    await page.getByText('Suspendido').waitFor()
  },
  'sale-accesses-none': async (page) => {
    await openCard(page, [])
    await page.getByText(/Cuando tengas una compra a tu nombre/).waitFor()
  },
  'sale-accesses-loading': async (page) => {
    await page.route('**/api/sale-accesses/', () => {})
    await openProfile(page)
  },
  'sale-accesses-down': async (page) => {
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route('**/api/sale-accesses/', (route) => route.fulfill(down))
    await openProfile(page)
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'sale-access-give': async (page) => {
    await openCard(page, [{ ...sale, accesses: [] }])
    await press(page, 'Dar acceso a la compra Altos de Tumbes · Casa 24')
    await page.getByRole('dialog').waitFor()
  },
  'sale-access-give-errors': async (page) => {
    await openCard(page, [company])
    await page.getByRole('button', { name: /^Dar acceso a / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('A quién').selectOption('representative')
    await dialog.getByLabel('Último día').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Dar acceso' }).click()
    await dialog.getByText('La fecha no puede ser anterior a hoy').waitFor()
  },
  'sale-access-revoke': async (page) => {
    await openCard(page, [sale])
    await press(page, 'Quitar el acceso de Luis Alberto Parra Inostroza')
    await page.getByRole('dialog').waitFor()
  },
  'shared-sale': (page) => openShared(page, '/dashboard'),
  'shared-sale-parties': (page) =>
    openShared(page, '/dashboard?venta=V-1001&tab=antecedentes-personales'),
  'member-file-accesses': async (page) => {
    await logInAs(page, 'ivan')
    await page.route('**/api/staff/members/*/', async (route) => {
      const file = await (await route.fetch()).json()
      const accounts = [null, 3, 4]
      const ofStaff = company.accesses.map((each, i) => ({ ...each, account_id: accounts[i] }))
      const read = { id: 9, code: 'V-2001', kind: 'co_holder', given_at: access.given_at }
      const read_sales = [
        { ...read, last_day: '', state: 'valid', holder: 'Hernán Soto Aguayo', holder_id: 2 },
      ]
      await route.fulfill({
        json: { ...file, own_sales: [{ ...company, accesses: ofStaff }], read_sales },
      })
    })
    await openPage(page, '/users?fullname=Rosa')
    await page.getByRole('link', { name: /^Rosa/ }).click()
    await page.getByRole('button', { name: 'Crear su cuenta' }).waitFor()
  },
}
