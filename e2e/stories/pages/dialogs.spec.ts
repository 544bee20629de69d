import { pictures, settle } from '../../shots/pictures.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

const LONG = [
  'login-forgot',
  'payment-report-form-errors',
  'pay-online-other-amount',
  'sale-access-give-errors',
  'my-request-cancel',
]

const SIZES = {
  'on a phone that lies on its side': { width: 740, height: 360, fontSize: '100%' },
  'with text of twice the size': { width: 360, height: 740, fontSize: '200%' },
}

for (const [where, { width, height, fontSize }] of Object.entries(SIZES)) {
  test(`${where} the buttons of every dialog stay in view, also below its errors (§12.1331)`, async ({
    page,
  }) => {
    await page.addInitScript(
      (size) =>
        document.addEventListener('DOMContentLoaded', () =>
          document.documentElement.style.setProperty('font-size', size),
        ),
      fontSize,
    )
    await page.setViewportSize({ width, height })
    for (const name of LONG) {
      await test.step(name, async () => {
        // Ends what the dialog before does and answered itself.
        await page.goto('about:blank')
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await pictures[name]?.(page)
        await settle(page, name)
        const dialog = page.getByRole('dialog')
        for (const end of [0, 1e5]) {
          await dialog.evaluate((element, top) => element.scrollTo({ top }), end)
          const buttons = await dialog.locator('[data-foot] button').all()
          expect(buttons.length).toBeGreaterThan(1)
          for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 })
        }
      })
    }
  })
}

test("the phone's Back closes the dialog that Rosa opened, asks before it loses what she typed, and then leads to the page before (§12.1332)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logInAs(page, 'rosa', '/help')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('link', { name: 'Mi carpeta' }).click()
  const part = page.getByRole('region', { name: 'Próximo pago' })
  const dialog = page.getByRole('dialog')

  await part.getByRole('button', { name: 'Ya pagué: informar un pago' }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/dashboard$/)

  await part.getByRole('button', { name: 'Ya pagué: informar un pago' }).click()
  await dialog.getByLabel('Monto en pesos').fill('150000')
  await page.goBack()
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click()
  await expect(dialog.getByLabel('Monto en pesos')).toHaveValue('150000')
  await page.goBack()
  await page.getByRole('button', { name: 'Cerrar sin guardar' }).click()
  await expect(dialog).toHaveCount(0)

  await part.getByRole('button', { name: 'Ya pagué: informar un pago' }).click()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/help$/)
})

test.describe('in a browser that speaks English', () => {
  test.use({ locale: 'en-US' })

  test('Rosa types the date of her payment as dd-mm-aaaa, or takes it from the calendar (§12.1333)', async ({
    page,
  }) => {
    await logInAs(page, 'rosa')
    await page.getByRole('button', { name: 'Ya pagué: informar un pago' }).first().click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Fecha del pago')
    await expect(field).toHaveValue('')
    await field.pressSequentially('05112026')
    await expect(field).toHaveValue('05-11-2026')
    await expect(dialog.getByRole('button', { name: 'Abrir calendario' })).toBeEnabled()
    await dialog.locator('input[type="date"]').fill('2026-11-06')
    await expect(field).toHaveValue('06-11-2026')
  })
})
