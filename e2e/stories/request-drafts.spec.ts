import type { Page } from '@playwright/test'
import { expect, logInAs, logOut, test } from '../support/portal.ts'
import { COPY, DATA, openForm } from '../support/request-form.ts'

const draftIsSaved = (page: Page) =>
  page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/request/draft/') &&
      answer.request().method() === 'PUT' &&
      answer.ok(),
  )

test('what Bruno was writing is restored after he logs out and in (§12.7)', async ({ page }) => {
  await logInAs(page, 'bruno')
  await openForm(page, COPY)
  await page.getByLabel('Comentarios').fill('Necesito el anexo')
  await expect(page.getByText('Borrador guardado')).toBeVisible()
  // Logging out saves what the pause after typing has not saved yet.
  const rest = draftIsSaved(page)
  await page.getByLabel('Comentarios').fill('Necesito el anexo de la bodega B-40.')
  await logOut(page)
  await rest

  await logInAs(page, 'bruno')
  await page.getByRole('tab', { name: 'Mis Trámites' }).click()
  await expect(page.getByText('No hay trámites pendientes')).toBeVisible()
  await page.getByRole('link', { name: 'Solicitar un trámite' }).click()
  await page.getByRole('button', { name: `Solicitar trámite: ${COPY}` }).click()
  await expect(page.getByText('Recuperamos lo que habías escrito')).toBeVisible()
  await expect(page.getByLabel('Comentarios')).toHaveValue('Necesito el anexo de la bodega B-40.')
  await page.getByRole('button', { name: 'Volver' }).click()
  await expect(page.getByRole('button', { name: `Solicitar trámite: ${DATA}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Comentarios')).toHaveValue('Necesito el anexo de la bodega B-40.')
})

test('what Los Robles wrote without a network is restored, in the browser and then on the server (§12.7, §12.303)', async ({
  page,
  otherBrowser,
}) => {
  await logInAs(page, 'losRobles')
  await openForm(page, COPY)
  await page.context().setOffline(true)
  await page.getByLabel('Comentarios').fill('La escritura, por favor.')
  await expect(page.getByRole('alert')).toHaveText(
    /^No hay conexión. Lo que escribiste está guardado./,
  )
  await page.getByRole('button', { name: 'Volver' }).click()
  // Either the form that is left or the one that is opened saves it.
  const saved = draftIsSaved(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: `Solicitar trámite: ${COPY}` }).click()
  await expect(page.getByLabel('Comentarios')).toHaveValue('La escritura, por favor.')
  await saved

  const phone = await otherBrowser()
  await logInAs(phone, 'losRobles')
  await openForm(phone, COPY)
  await expect(phone.getByLabel('Comentarios')).toHaveValue('La escritura, por favor.')
})
