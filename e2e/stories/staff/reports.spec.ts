import { readFile } from 'node:fs/promises'
import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('Mario reads the reports as charts and tables, and downloads one (§12.465)', async ({
  page,
}) => {
  await logInAs(page, 'mario')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Informes' }).click()
  await expect(page).toHaveURL('/reports')
  await page.getByRole('button', { name: 'Últimos 12 meses' }).click()
  const answers = page.getByRole('region', { name: 'Respuestas en plazo' })
  await answers.getByText('Ver el detalle').click()
  // Rosa’s requests of the sample were answered in time.
  const procedures = page.getByRole('table', { name: 'Respuestas por trámite' })
  await expect(procedures).toContainText('Copia de contrato o de otro documento')
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
  await expectLoaded(page)
  await expectAccessible(page)

  await page.getByLabel('Trámite').selectOption('Copia de contrato o de otro documento')
  await expect(page).toHaveURL(/tramite=/)
  await expect(procedures).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Respuestas por mes' })).toBeVisible()
  await expect(procedures).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar respuestas (CSV)' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n')[0]).toContain('Mes;Trámite;Respondidas')
  expect(file).not.toContain('Rosa')

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Descargar respuestas (CSV)' })).toBeHidden()
})
