import type { Page } from '@playwright/test'
import { personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { expect, fillLogin } from './portal.ts'

export const SWITCH = 'Ver mi estado de cuenta sin conexión en este dispositivo'
export const offlineTitle = (page: Page) =>
  page.getByRole('heading', {
    name: /^Sin conexión: así estaba tu cuenta el \d\d-\d\d-\d{4} a las \d\d:\d\d$/,
  })

/** What this browser stores for use offline. */
export function stored(page: Page) {
  return page.evaluate(async () => ({
    caches: (await caches.keys()).toSorted().map((name) => name.replace(/shell-\w+/, 'shell')),
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
}

export const NOTHING = { caches: [], databases: 0, workers: 0 }
export const ON = { caches: ['offline-copy', 'offline-shell'], databases: 0, workers: 1 }

export async function logIn(page: Page, url: string, who: 'rosa' | 'elena' = 'rosa') {
  await page.goto(`${url}/`)
  await fillLogin(page, personas[who].rut, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
}

export async function switchOn(page: Page, url: string) {
  await page.goto(`${url}/profile#sin-conexion`)
  const choice = page.getByRole('switch', { name: SWITCH })
  await expect(choice).toBeEnabled()
  await expect(choice).not.toBeChecked()
  // A forced click would miss it while the sections above arrive.
  await choice.press('Space')
  await expect(page.getByText(/^Guardado el /)).toBeVisible()
  await expect(choice).toBeChecked()
  expect(await stored(page)).toEqual(ON)
}
