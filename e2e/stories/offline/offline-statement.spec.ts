import type { Page } from '@playwright/test'
import { personas, SAMPLE_PASSWORD } from '../../../apps/api/seeds/personas.ts'
import { expectAccessible, expectNoSidewaysScroll, expectStoredKeys } from '../../support/checks.ts'
import { openFront } from '../../support/front.ts'
import { expect, fillLogin, logOut, test } from '../../support/portal.ts'

const SWITCH = 'Ver mi estado de cuenta sin conexión en este dispositivo'
const offlineTitle = (page: Page) =>
  page.getByRole('heading', {
    name: /^Sin conexión: así estaba tu cuenta el \d\d-\d\d-\d{4} a las \d\d:\d\d$/,
  })

/** What this browser stores for use offline. */
function stored(page: Page) {
  return page.evaluate(async () => ({
    caches: (await caches.keys()).toSorted().map((name) => name.replace(/shell-\w+/, 'shell')),
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
}

const NOTHING = { caches: [], databases: 0, workers: 0 }
const ON = { caches: ['offline-copy', 'offline-shell'], databases: 0, workers: 1 }

async function logIn(page: Page, url: string, who: 'rosa' | 'elena' = 'rosa') {
  await page.goto(`${url}/`)
  await fillLogin(page, personas[who].rut, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
}

async function switchOn(page: Page, url: string) {
  await page.goto(`${url}/profile`)
  const choice = page.getByRole('switch', { name: SWITCH })
  await expect(choice).toBeEnabled()
  await expect(choice).not.toBeChecked()
  await choice.click({ force: true })
  await expect(page.getByText(/^Guardado el /)).toBeVisible()
  await expect(choice).toBeChecked()
  expect(await stored(page)).toEqual(ON)
}

test('Rosa sees her statement without a server, and the portal once there is one', async ({
  page,
}) => {
  const front = await openFront()
  await logIn(page, front.url)
  expect(await stored(page)).toEqual(NOTHING)
  await switchOn(page, front.url)

  await front.stop()
  await page.goto(`${front.url}/dashboard`)
  await expect(offlineTitle(page)).toBeVisible()
  await expect(page.getByText('Próxima cuota')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Pagos', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible()
  await expect(page.locator('form, input:not([role="switch"])')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(offlineTitle(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(offlineTitle(page)).toBeVisible()
  await front.start()
  front.loseServer()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(offlineTitle(page)).toBeVisible()
  front.findServer()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Hola, Rosa')).toBeVisible()

  await page.context().setOffline(true)
  await page.goto(`${front.url}/`)
  await expect(offlineTitle(page)).toBeVisible()
  await page.context().setOffline(false)
  await front.stop()
})

test('a logout without a server leaves nothing on the device; so does the switch', async ({
  page,
}) => {
  const front = await openFront()
  await logIn(page, front.url)
  await switchOn(page, front.url)
  const choice = page.getByRole('switch', { name: SWITCH })
  await choice.click({ force: true })
  await expect(choice).not.toBeChecked()
  expect(await stored(page)).toEqual(NOTHING)
  // On again, in the page that the former worker may still control.
  await switchOn(page, front.url)
  await page.goto(`${front.url}/dashboard?tab=estado-de-cuenta`)
  await page.getByRole('switch', { name: 'Solo pendientes' }).click({ force: true })

  await page.context().setOffline(true)
  await logOut(page)
  expect(await stored(page)).toEqual(NOTHING)
  await expectStoredKeys(page, [])
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await expect(page.goto(`${front.url}/dashboard`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await page.context().setOffline(false)
  await front.stop()
})
