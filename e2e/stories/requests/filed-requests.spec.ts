import { expectAccessible } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'
import { COPY } from '../../support/request-form.ts'

/** Mario files a request for Rosa. @returns its number */
async function file(page: import('@playwright/test').Page, text: string): Promise<number> {
  await page.goto('/requests')
  await page.getByRole('link', { name: 'Ingresar por un socio' }).click()
  await page.getByLabel('Nombre, rut o correo del socio').fill('12.345.678-5')
  await page.getByRole('button', { name: 'Buscar', exact: true }).last().click()
  await page.getByRole('button', { name: /^Elegir a Rosa/ }).click()
  await page.getByLabel('Trámite').selectOption(COPY)
  await page.getByLabel('Qué pide').fill(text)
  await expectAccessible(page)
  const sent = page.waitForResponse(/\/api\/request\/send\//)
  await page.getByRole('button', { name: 'Ingresar la solicitud' }).click()
  const { id } = await (await sent).json()
  await expect(
    page.getByText('Ingresada por Mario Fuentes Alarcón de la cooperativa'),
  ).toBeVisible()
  return id
}

test('Mario files two requests for Rosa and merges them, and she finds both in one (§12.425)', async ({
  page,
  otherBrowser,
}) => {
  await logInAs(page, 'mario')
  const first = await file(page, 'Rosa pidió una copia por teléfono.')
  const second = await file(page, 'Rosa vino a pedir la misma copia.')
  await page.getByRole('button', { name: `Unir con Nº ${first}…` }).click()
  await expect(page.getByText('Esto no se puede deshacer.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unir', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/requests/${first}$`))
  const origin = page.getByRole('region', { name: `De la solicitud Nº ${second}` })
  await expect(origin.getByText('Rosa vino a pedir la misma copia.')).toBeVisible()
  await expectAccessible(page)

  const rosa = await otherBrowser()
  await logInAs(rosa, 'rosa')
  await rosa.goto(`/dashboard?venta=V-1001&tab=mis-tramites&solicitud=${second}`)
  await expect(
    rosa.getByText('Ingresada por Mario Fuentes Alarcón de la cooperativa'),
  ).toBeVisible()
  await rosa.getByRole('link', { name: `solicitud Nº ${first}` }).click()
  await expect(rosa.getByText('Rosa vino a pedir la misma copia.')).toBeVisible()
  await expectAccessible(rosa)
  // It is hers to cancel.
  await expect(rosa.getByRole('button', { name: /^Anular/ })).toBeVisible()
})
