import type { Locator, Page } from '@playwright/test'
import type { PersonaName } from '../../apps/api/seeds/personas.ts'
import {
  expectCells,
  expectLoaded,
  expectNoSidewaysScroll,
  expectToFit,
} from '../support/checks.ts'
import { hasPaidNothing } from '../support/nothing-paid.ts'
import { expect, logInAs, test } from '../support/portal.ts'

// Members whose sales differ most, on a phone, a tablet and a desktop, through every tab.

const tabs = [
  'Antecedentes Personales',
  'Estado de Cuenta',
  'Escrituración',
  'Solicitar Trámites',
  'Mis Trámites',
]

/** The first has every kind of element; of the others the tabs in which they differ. */
const members: [name: PersonaName, sale: string, tabs: string[]][] = [
  ['rosa', 'V-1001', tabs],
  ['pia', 'V-5001', ['Estado de Cuenta', 'Escrituración']],
  ['bruno', 'V-6001', ['Antecedentes Personales', 'Estado de Cuenta']],
  ['losRobles', 'V-7001', ['Antecedentes Personales', 'Estado de Cuenta', 'Mis Trámites']],
]

const GREEN = 'rgb(46, 125, 79)'
const RED = 'rgb(179, 38, 30)'
const BLUE = 'rgb(29, 95, 168)'

/** What is special about a sale, as its member sees it in a tab. */
const special: Record<string, Partial<Record<string, (page: Page) => Promise<void>>>> = {
  'V-1001': {
    async Escrituración(page) {
      await expect(pendingIcon(page)).toHaveCSS('color', RED)
      const steps = page.getByRole('tabpanel').getByRole('listitem')
      await expect(steps.getByText(/^Borrador \d/)).toHaveCSS('color', GREEN)
      await expect(steps.getByText(/\(PENDIENTE\)$/).first()).toHaveCSS('color', BLUE)
    },
  },
  'V-5001': {
    async 'Estado de Cuenta'(page) {
      await expect(page.getByRole('article')).toContainText('Pagado')
      await expect(page.getByRole('article')).toContainText('Sin cuotas pendientes')
      await expect(pendingIcon(page)).toHaveCSS('color', GREEN)
    },
  },
  'V-6001': {
    async 'Estado de Cuenta'(page) {
      const properties = [
        ['Departamento', '1801'],
        ['Estacionamiento', 'E-12'],
        ['Estacionamiento', 'E-13'],
        ['Bodega', 'B-40'],
        ['Bodega', 'B-41'],
      ]
      await expectCells(page, 'Propiedades', properties, 2)
      await expect(page.getByText('Todavía no hay pagos registrados.')).toBeVisible()
    },
  },
  'V-7001': {
    async 'Estado de Cuenta'(page) {
      const panel = page.getByRole('tabpanel')
      await expect(panel).toContainText('Marcela Andrea Contreras Villablanca')
      await expect(panel).toContainText('76.192.083-9')
    },
  },
}

const pendingIcon = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('paragraph')
    .filter({ hasText: /cuotas? pendiente/ })
    .locator('svg')

test('the tabs of these members fit; what is pending is red or blue, what is done green (§2.47, §2.59, §2.71, §12.45)', async ({
  page,
}) => {
  for (const [name, sale, tabs] of members) {
    await test.step(`${name}, ${sale}`, async () => {
      await logInAs(page, name, `/dashboard?venta=${sale}`)
      for (const tab of tabs) {
        await page.getByRole('tab', { name: tab }).click()
        await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
        await expectLoaded(page)
        // A phone shows the tab without the card.
        await page.setViewportSize({ width: 1440, height: 900 })
        await special[sale]?.[tab]?.(page)
        await expectToFit(page, { isAccessible: name === 'rosa' })
      }
    })
  }
})

test('Elena, whose sale is not approved, reads why she has no card; Carla, of staff, asks for no sales; both fit', async ({
  page,
}) => {
  await logInAs(page, 'elena')
  await expect(page.getByText('Todavía no hay compras en tu carpeta')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expectLoaded(page)
  await expectToFit(page)

  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await logInAs(page, 'carla')
  await expect(page.getByRole('heading', { name: 'Tu trabajo' })).toBeVisible()
  await expectLoaded(page)
  await expectToFit(page)
  expect(requested).not.toContain('/api/sales-data/')
})

for (const timezoneId of ['America/Santiago', 'Pacific/Auckland']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('every date is the same (§10.49, §12.46, security 12.10)', async ({ page }) => {
      await logInAs(page, 'rosa')
      const panel = page.getByRole('tabpanel')
      await expect(page.getByText('Datos actualizados al 20-11-2026 06:00').first()).toBeVisible()
      await expect(page.getByRole('region', { name: 'Próximo pago' })).toContainText('05-12-2026')
      await expect(panel.getByRole('cell', { name: '05-01-2024' }).first()).toBeVisible()
      await page.getByRole('tab', { name: 'Escrituración' }).click()
      await expect(panel.getByText('Borrador 18-08-2026')).toBeVisible()
      // Santiago had no midnight on this day.
      await expect(panel.getByText('Firma Socio 06-09-2026')).toBeVisible()
      await page.getByRole('tab', { name: 'Mis Trámites' }).click()
      const answered = page.getByRole('row').filter({
        hasText: 'Actualizamos tu dirección: desde ahora es Pasaje Los Copihues 482',
      })
      await expect(answered).toContainText('22-09-2026')
      await answered.click()
      await expect(panel.getByText(/Enviada el 22-09-2026 16:05/)).toBeVisible()
    })
  })
}

test('Rosa’s phone shows what is due, when, and how to pay it first; the drawing only once; the keyboard moves through the tabs (§2.41, §12.260, §12.1062, §12.2512)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await withFreshData(page)
  await logInAs(page, 'rosa')
  const picture = page.locator('[class*="splash"]')
  const payment = page.getByRole('region', { name: 'Próximo pago' })
  async function expectAboveTheFold() {
    const pay = payment.getByRole('button', { name: /^No: pagar/ })
    await expect(pay).toBeVisible()
    const endOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return (box?.y ?? Infinity) + (box?.height ?? 0)
    }
    const due = ['1 cuota atrasada', 'Venció hace'].map((text) => payment.getByText(text))
    for (const part of [page.getByText('Hola, Rosa'), ...due]) {
      expect(await endOf(part)).toBeLessThan(640)
    }
    for (const part of [payment.getByText(/¿Era para la del/), pay]) {
      expect(await endOf(part)).toBeLessThan(740)
    }
    // The age of the data in one line, and the UF of the day once.
    const age = await page
      .getByText(/^Datos actualizados al/)
      .first()
      .boundingBox()
    expect(age?.height).toBeLessThan(30)
    await expect(page.getByRole('main').getByText(/^UF del/)).toHaveCount(1)
  }
  await expectLoaded(page)
  await expect(picture).toBeVisible()
  expect((await picture.boundingBox())?.height).toBeLessThanOrEqual(48)
  await expect(page.getByRole('banner')).toBeVisible()
  await expectAboveTheFold()
  const topOf = async (part: Locator) => (await part.boundingBox())?.y
  expect(await topOf(payment)).toBeLessThanOrEqual(210)

  await page.reload()
  await expectLoaded(page)
  await expect(picture).toBeHidden()
  expect(await topOf(payment)).toBeLessThanOrEqual(180)
  await expectAboveTheFold()
  const lot = page.getByRole('article').getByText('Lote')
  await expect(lot).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(picture).toBeVisible()
  await expect(lot).toBeVisible()

  await page.getByRole('tab', { name: 'Estado de Cuenta' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Escrituración' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Estado de Cuenta' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=escrituracion/)
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Mis Trámites' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Antecedentes Personales' })).toBeFocused()
})

/** As on the day of the load: the sample's cutoff is fixed, and three business days later a notice is above the card. */
async function withFreshData(page: Page) {
  await page.route('**/api/sales-data/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      '"desactualizado":true',
      '"desactualizado":false',
    )
    await route.fulfill({ response, body })
  })
}

test('Rosa’s five tabs are in sight at once at any width, also with large text, each as high as a finger needs; what she owes is soon below them (§2.54, §12.1700, §12.1710, §12.2231)', async ({
  page,
}) => {
  await hasPaidNothing(page)
  await logInAs(page, 'rosa')
  await expectLoaded(page)
  for (const size of ['100%', '200%']) {
    await page.evaluate(
      (size) => document.documentElement.style.setProperty('font-size', size),
      size,
    )
    for (const width of [320, 360, 640, 768]) {
      await page.setViewportSize({ width, height: 740 })
      for (const name of tabs) {
        const box = await page.getByRole('tab', { name }).boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width)
        expect(box?.height).toBeGreaterThanOrEqual(44)
      }
      if (width <= 360) await expectNoSidewaysScroll(page)
    }
  }

  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('tab', { name: 'Estado de Cuenta' }).click()
  const list = await page.getByRole('tablist').boundingBox()
  const table = await page.getByRole('table', { name: 'Cuotas', exact: true }).boundingBox()
  expect((table?.y ?? Infinity) - (list?.y ?? 0)).toBeLessThanOrEqual(1000)
  await expect(page.getByText(/^Datos actualizados al/)).toHaveCount(1)
  await expect(page.getByText('Representante legal')).toBeHidden()
  await page.getByText('1 a 4. DATOS DE LA COMPRA').click()
  await expect(page.getByText('Representante legal')).toBeVisible()
})

test('below what Rosa owes her phone leads to each tab on a short page, and its menu to the rest; the foot of Hernán’s cards keeps each button in one line (§12.1701, §12.1704, §12.1931, §12.2010, §12.2079, §12.2141, §12.2230)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logInAs(page, 'rosa')
  await expectLoaded(page)
  await page.waitForLoadState('networkidle')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(3.3 * 740)
  await page.getByRole('tab', { name: /^Escrituración paso 4 de 9/ }).click()
  await expect(page.getByRole('tab', { name: 'Escrituración' })).toBeFocused()
  const heading = page.getByRole('heading', { name: 'PROCESO DE ESCRITURACIÓN' })
  await expect(heading).toBeInViewport()
  const down = await heading.evaluate((it) => it.getBoundingClientRect().y + window.scrollY)
  expect(down).toBeLessThanOrEqual(330)
  await expect(page.getByText('Paso 4 de 9: Firma Banco Alzante')).toBeInViewport()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Viernes 10:00 a 13:30')
  expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(340)
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Paso 4 de 9: Firma Banco Alzante')).toBeInViewport()
  const back = page.getByRole('link', { name: 'Mi carpeta' })
  await expect(back).toBeInViewport({ ratio: 1 })
  await back.click()
  await expect(page.getByRole('region', { name: 'Próximo pago' })).toBeInViewport()

  await page.getByRole('link', { name: 'Ayuda' }).first().click()
  // A page that opens closes the menu.
  await expect(page.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
  for (const [name, shown] of [
    ['Certificado para el banco', page.getByRole('button', { name: 'Certificado para el banco' })],
    ['Mis Trámites', page.getByRole('table', { name: 'Mis Trámites' })],
    ['Pagar', page.getByRole('dialog', { name: /^Pagar/ })],
  ] as const) {
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(shown).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Abrir menú' })).toBeVisible()
  }

  await logInAs(page, 'hernan')
  for (const name of [
    'Pagar Mirador de Lenga · Departamento 1107',
    'Ver Departamento 1107, Mirador de Lenga',
  ]) {
    const button = page.getByRole('article').getByRole('button', { name })
    expect((await button.boundingBox())?.height).toBeLessThanOrEqual(48)
  }
})
