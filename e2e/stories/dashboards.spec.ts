import type { PersonaName } from '../../apps/api/seeds/personas.ts'
import {
  expectAccessible,
  expectLoaded,
  expectNoSidewaysScroll,
  expectToFit,
} from '../support/checks.ts'
import { expect, logInAs, test } from '../support/portal.ts'

// Every member of the sample cooperative on a phone, a tablet and a desktop, through every tab.

const tabs = [
  'Antecedentes Personales',
  'Estado de Cuenta',
  'Escrituración',
  'Solicitar Trámites',
  'Mis Trámites',
]

const members: [name: PersonaName, sale: string][] = [
  ['rosa', 'V-1001'],
  ['hernan', 'V-2001'],
  ['hernan', 'V-2002'],
  ['pia', 'V-5001'],
  ['bruno', 'V-6001'],
  ['losRobles', 'V-7001'],
]

for (const [name, sale] of members) {
  test(`${name}, ${sale}: every tab fits (§12.45)`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 900 })
    await logInAs(page, name, `/dashboard?venta=${sale}`)
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      await expectLoaded(page)
      // The other members have the same elements.
      await expectToFit(page, { isAccessible: name === 'rosa' })
    }
  })
}

test('elena and carla: what they see instead fits', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  const seen = {
    elena: page.getByText('Todavía no hay ventas en tu carpeta'),
    carla: page.getByText('Te damos la bienvenida, Carla'),
  } as const
  for (const name of ['elena', 'carla'] as const) {
    await logInAs(page, name)
    await expect(seen[name]).toBeVisible()
    await expectLoaded(page)
    await expectToFit(page)
  }
})

for (const timezoneId of ['America/Santiago', 'Asia/Tokyo', 'Pacific/Auckland']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('every date is the same (§10.49, §12.46, security 12.10)', async ({ page }) => {
      await logInAs(page, 'rosa')
      const panel = page.getByRole('tabpanel')
      await expect(page.getByText('Datos actualizados al 20-11-2026 06:00').first()).toBeVisible()
      await expect(page.getByRole('article')).toContainText('05-12-2026')
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

test('Rosa’s phone shows what is due and the balance first; the drawing only once, the property folded (§2.41, §12.260)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logInAs(page, 'rosa')
  const picture = page.locator('[class*="splash"]')
  const payment = page.getByRole('region', { name: 'Próximo pago' })
  async function expectAboveTheFold() {
    for (const text of ['1 cuota atrasada', 'Próxima cuota', /^Saldo UF/]) {
      const box = await payment.getByText(text).boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(600)
    }
  }
  await expectLoaded(page)
  await expect(picture).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expectAboveTheFold()

  await page.reload()
  await expectLoaded(page)
  await expect(picture).toBeHidden()
  await expectAboveTheFold()
  const lot = page.getByRole('article').getByText('Lote')
  await expect(lot).toBeHidden()
  await page.getByText('Datos de la propiedad').click()
  await expect(lot).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(picture).toBeVisible()
  await expect(lot).toBeVisible()
  await expect(page.getByText('Datos de la propiedad')).toBeHidden()
})

test('the tabs work by keyboard', async ({ page }) => {
  await logInAs(page, 'rosa')
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

test('pending instalments are red and pending steps blue; both are green when done (§2.47, §2.71)', async ({
  page,
}) => {
  const [red, green, blue] = ['rgb(179, 38, 30)', 'rgb(46, 125, 79)', 'rgb(29, 95, 168)'] as const
  const icon = page
    .getByRole('article')
    .getByRole('paragraph')
    .filter({ hasText: /cuotas? pendiente/ })
    .locator('svg')
  await logInAs(page, 'pia')
  await expect(icon).toHaveCSS('color', green)
  await logInAs(page, 'rosa', '/dashboard?tab=escrituracion')
  await expect(icon).toHaveCSS('color', red)
  const steps = page.getByRole('tabpanel').getByRole('listitem')
  await expect(steps.getByText(/^Borrador \d/)).toHaveCSS('color', green)
  await expect(steps.getByText(/\(PENDIENTE\)$/).first()).toHaveCSS('color', blue)
})

test('data that are too old get a quiet warning', async ({ page }) => {
  await page.route('**/api/sales-data/', async (route) => {
    const response = await route.fetch()
    const sales = await response.json()
    await route.fulfill({ response, json: [{ ...sales[0], desactualizado: true }] })
  })
  await logInAs(page, 'rosa')
  await expect(page.getByText(/Los datos tienen más de tres días hábiles/)).toHaveCount(2)
  await expectAccessible(page)
})
