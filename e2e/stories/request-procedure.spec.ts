import { personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { addressInEmail } from '../support/mailbox.ts'
import { expect, fillLogin, logInAs, logOut, test } from '../support/portal.ts'
import { COPY, confirmSent, openForm, requestRow, submitButton } from '../support/request-form.ts'

test('Rosa asks for something without documents, gets an email, and cancels it (§2.74)', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  await openForm(page, COPY)
  await expect(page).toHaveURL(/tab=solicitar-tramites&tramite=\d+/)
  await submitButton(page).click()
  await expect(page.getByText('Ingrese un comentario')).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await page.getByLabel('Comentarios').fill('La promesa de compraventa, por favor.')
  await expect(page.getByText('Ingrese un comentario')).toHaveCount(0)
  await expect(page.getByText('Te avisaremos a r***@correo.example')).toBeVisible()

  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await submitButton(page).click()
  const id = await confirmSent(page)
  await expect(page.locator('body[data-before]')).toHaveCount(0)
  const row = requestRow(page, id)
  await expect(row).toContainText('Enviado')

  // The email leads there, also when one has to log in first.
  const address = await addressInEmail(personas.rosa.email, new RegExp(`^Recibimos .* ${id}: `))
  await logOut(page)
  await page.goto(address)
  await expect(page).toHaveURL('/login')
  await fillLogin(page, personas.rosa.rut, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(address)
  await expect(page.getByText(`Solicitud Nº ${id} · Enviada`)).toBeVisible()
  await expect(page.getByText('La promesa de compraventa, por favor.')).toBeVisible()

  const otherTab = await page.context().newPage()
  await otherTab.goto(address)
  await otherTab.getByRole('button', { name: 'Anular', exact: true }).click()
  await expect(otherTab.getByRole('button', { name: 'Sí, anular' })).toBeVisible()
  await page.getByRole('button', { name: 'Anular', exact: true }).click()
  await page.getByRole('button', { name: 'Sí, anular' }).click()
  await expect(page.getByText('Anulaste este trámite.')).toBeVisible()
  await otherTab.getByRole('button', { name: 'Sí, anular' }).click()
  await otherTab.getByRole('button', { name: 'Actualizar' }).click()
  await expect(otherTab.getByText('Anulaste este trámite.')).toBeVisible()
  await expect(otherTab.getByRole('dialog')).toHaveCount(0)
  await otherTab.close()
  await page.getByRole('button', { name: 'Volver a mis trámites' }).click()
  await expect(row).toContainText('Anulado')
})

test('Elena, whose sale is not approved yet, makes a data-subject request and finds it again', async ({
  page,
}) => {
  await logInAs(page, 'elena', '/profile#mis-datos')
  await page.getByText('Rectificación de mis datos').click()
  await page.getByLabel('Qué necesitas: Rectificación de mis datos').fill('Mi fono es otro.')
  await page.getByRole('button', { name: 'Pedir: Rectificación de mis datos' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Mis Trámites' }).click()
  await expect(page.getByText('Mi fono es otro.')).toBeVisible()
  await expect(page.getByText('Enviado', { exact: true })).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByText('Todavía no hay compras en tu carpeta')).toBeVisible()
  await page.getByRole('link', { name: /^Ver mis trámites/ }).click()
  await expect(page.getByRole('row', { name: /Rectificación de mis datos/ })).toContainText(
    'Enviado',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('Rosa reads the cooperative’s answer and sees her own document (§1.11)', async ({ page }) => {
  await logInAs(page, 'rosa')
  await page.getByRole('tab', { name: 'Mis Trámites' }).click()
  const answered = page
    .getByRole('row')
    .filter({ hasText: 'Actualizamos tu dirección: desde ahora es Pasaje Los Copihues 482' })
  await expect(answered).toContainText('22-09-2026')
  await expect(answered).toContainText('24-09-2026')
  await expect(answered).toContainText('Resuelto')
  await answered.click()
  await expect(page).toHaveURL(/solicitud=\d+/)
  await expect(page.getByRole('heading', { name: 'Respuesta de la cooperativa' })).toBeVisible()
  await expect(page.getByText('22-09-2026 16:05').first()).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Descargar certificado-de-residencia.pdf' }),
  ).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Mis Trámites' })).toBeVisible()
})
