import { shownOutsideTab } from '../../support/in-page.ts'
import { expect, logInAs, test } from '../../support/portal.ts'
import { COPY } from '../../support/request-form.ts'

const TABS = {
  'Antecedentes Personales': '1. TITULAR',
  'Estado de Cuenta': '5. CUOTAS',
  Escrituración: 'Borrador',
  'Solicitar Trámites': COPY,
  'Mis Trámites': 'Trámite',
}

test('each tab prints itself, without the drawing and without the rest of the page (§12.309)', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  const sale = 'Altos de Tumbes · Casa 24'
  await page.getByRole('heading', { name: sale, exact: true }).waitFor()
  expect((await page.evaluate(shownOutsideTab)).drawings).toBe(1)
  for (const [tab, text] of Object.entries(TABS)) {
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('tab', { name: tab }).click()
    const inTab = page.getByRole('tabpanel').getByText(text).first()
    await expect(inTab).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(inTab).toBeVisible()
    expect(await page.evaluate(shownOutsideTab)).toEqual({ texts: [sale], drawings: 0 })
  }
})
