import type { Page } from '@playwright/test'
import { portalServer } from '../portal-server.ts'
import { offlineTitle, switchOn } from '../support/offline.ts'
import { expect, logInAs } from '../support/portal.ts'

type Member = 'rosa' | 'hernan' | 'pia'

async function openOffline(page: Page, member: Member) {
  await logInAs(page, member)
  await switchOn(page, portalServer.url)
  await page.context().setOffline(true)
  await page.goto('/dashboard')
  await offlineTitle(page).waitFor()
}

const switchOf = (page: Page) => page.getByRole('switch', { name: /sin conexión/ })

/** The account statement without a network, and its switch. */
export const offlinePictures: Record<string, (page: Page) => Promise<unknown>> = {
  offline: (page) => openOffline(page, 'rosa'),
  'offline-several-sales': (page) => openOffline(page, 'hernan'),
  'offline-nothing-due': (page) => openOffline(page, 'pia'),
  'offline-no-copy': (page) => page.goto('/offline/'),
  'profile-offline-on': async (page) => {
    await logInAs(page, 'rosa')
    await switchOn(page, portalServer.url)
  },
  'profile-offline-failed': async (page) => {
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route('**/api/sales-data/', (route) => route.fulfill(down))
    await logInAs(page, 'rosa', '/profile#sin-conexion')
    await expect(switchOf(page)).toBeEnabled()
    await switchOf(page).press('Space')
    // The card of those who read the sale fails too.
    await page.getByText(down.json).first().waitFor()
  },
}
