import { pictures } from '../../shots/pictures.ts'
import { expectUnbrokenText } from '../../support/appearance.ts'
import { expectLoaded, expectNoSidewaysScroll, expectToFit } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('Hernán opens all his payments from the menu, and those of one home; the statement leads there too (§12.1440, §12.1442)', async ({
  page,
}) => {
  await logInAs(page, 'hernan')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('link', { name: 'Mis pagos', exact: true }).click()
  await expect(page).toHaveTitle('Mis pagos · Carpeta Virtual')
  const table = page.getByRole('table', { name: 'Mis pagos' })
  await expect(table).toBeVisible()
  const days = await table
    .locator('tbody tr td:first-child')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.split('-').toReversed().join('')))
  expect(days).toEqual(days.toSorted().reverse())
  const homes = page.getByLabel('Compra', { exact: true })
  const [, first = ''] = await homes.locator('option').allTextContents()
  await homes.selectOption({ label: first })
  await expect(table.locator('tbody tr').filter({ hasNotText: first })).toHaveCount(0)
  await expect(table.locator('tbody tr').first()).toContainText(first)
  await expectToFit(page)

  await page.goto('/dashboard')
  await page.getByRole('article').getByRole('button', { name: /^Ver / }).first().click()
  await page.getByRole('link', { name: 'Ver todos mis pagos' }).click()
  await expect(page).toHaveURL('/payments/own')
})

test('all payments fit a phone with text of twice the size, and paper, without the filter (§12.1443)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const name of ['all-payments', 'all-payments-several', 'all-payments-empty']) {
    await page.goto('about:blank')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await pictures[name]?.(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectLoaded(page)
    await expectUnbrokenText(page)
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByLabel('Compra', { exact: true })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
})
