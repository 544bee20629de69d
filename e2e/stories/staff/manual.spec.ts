import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1440, height: 900 }

for (const viewport of [PHONE, DESKTOP]) {
  test(`Carla opens the manual where it tells of her page, and follows it to another part, at ${viewport.width} px (§12.1510, §12.1511, §12.1513, §12.1975)`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await logInAs(page, 'carla', '/users')
    await expectLoaded(page)
    await page.getByRole('link', { name: 'Cómo se usa esta página' }).click()
    await expect(page).toHaveURL(/\/manual#crear-e-invitar$/)
    await expect(page.getByRole('heading', { name: 'Crear e invitar' })).toBeInViewport()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await page
      .getByRole('searchbox', { name: 'Buscar en el manual' })
      .fill('tampoco tienes codigos')
    await page.getByRole('link', { name: 'Si no puedes entrar' }).click()
    await page.getByRole('link', { name: 'sección 5' }).click()
    await expect(page.getByRole('heading', { name: 'Cambiar una cuenta' })).toBeInViewport()
    await page.getByRole('link', { name: 'Partes del manual' }).click()
    await page.getByRole('link', { name: '4. Trámites y feriados' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Feriados', exact: true }).last().click()
    await expect(page.getByRole('heading', { name: 'Feriados', exact: true })).toBeInViewport()

    // A bookmark of a part.
    await page.goto('/manual#sistema')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sistema', exact: true })).toBeInViewport()
  })
}

test('Rosa’s pages load nothing of the manual, and she has none (§12.1510)', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js')) scripts.push(answer.text().catch(() => ''))
  })
  await logInAs(page, 'rosa', '/dashboard')
  await page.waitForLoadState('networkidle')
  const texts = await Promise.all(scripts)
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.filter((text) => text.includes('Para quienes trabajan en la cooperativa'))).toEqual(
    [],
  )
  await page.goto('/manual')
  await expect(page).not.toHaveURL(/manual/)
})
