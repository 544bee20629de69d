import type { Page } from '@playwright/test'
import { expect, logInAs, test } from '../support/portal.ts'
import { beginButton, COPY, openForm } from '../support/request-form.ts'

const draftIsSaved = (page: Page) =>
  page.waitForResponse(
    (answer) =>
      /\/api\/request(\/create|s\/\d+\/draft)\/$/.test(answer.url()) &&
      answer.request().method() !== 'GET' &&
      answer.ok(),
  )

test('what Los Robles wrote without a network is restored, in the browser and then on the server (§12.7, §12.303)', async ({
  page,
  otherBrowser,
}) => {
  await logInAs(page, 'losRobles')
  await openForm(page, COPY)
  await page.context().setOffline(true)
  await page.getByLabel('Comentarios').fill('La escritura, por favor.')
  await expect(page.getByRole('alert')).toHaveText(
    /^No hay conexión. Lo que escribiste sigue en la página./,
  )
  await page.getByRole('button', { name: 'Volver' }).click()
  // Either the form that is left or the one that is opened saves it.
  const saved = draftIsSaved(page)
  await page.context().setOffline(false)
  await beginButton(page, COPY).click()
  await expect(page.getByLabel('Comentarios')).toHaveValue('La escritura, por favor.')
  await saved

  const phone = await otherBrowser()
  await logInAs(phone, 'losRobles')
  await openForm(phone, COPY)
  await expect(phone.getByLabel('Comentarios')).toHaveValue('La escritura, por favor.')
})
