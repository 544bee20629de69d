import { expect, logInAs, test } from '../../support/portal.ts'

const TABS = {
  'Antecedentes Personales': '1. TITULAR',
  'Estado de Cuenta': '5. CUOTAS',
  Escrituración: 'Borrador',
  'Solicitar Trámites': 'Cesión de derechos a un familiar',
  'Mis Trámites': 'Nº',
}

test('each tab prints itself, without the drawing and without the rest of the page', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  for (const [tab, text] of Object.entries(TABS)) {
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('tab', { name: tab }).click()
    const panel = page.getByRole('tabpanel', { name: tab })
    await expect(panel.getByText(text).first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(panel.getByText(text).first()).toBeVisible()
    const others = page.locator('body *:visible').filter({
      hasNot: page.getByRole('tabpanel', { includeHidden: true }),
    })
    const printed = await others.evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest('[role="tabpanel"]'))
        .map((element) => element.textContent?.trim())
        .filter(Boolean),
    )
    expect(printed).toEqual(['Parcela 12 · Altos de Tumbes'])
  }
})
