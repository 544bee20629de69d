import type { Page } from '@playwright/test'
import { openFront } from '../../support/front.ts'
import { logIn, NOTHING, ON, offlineTitle, stored, switchOn } from '../../support/offline.ts'
import { expect, test } from '../../support/portal.ts'

/** As if the device had last been online that long ago. */
async function age(page: Page, days: number) {
  await page.evaluate(async (ms) => {
    const cache = await caches.open('offline-copy')
    const copy = await (await cache.match('/offline/copy'))?.json()
    await cache.put('/offline/copy', Response.json({ ...copy, savedAt: copy.savedAt - ms }))
  }, days * 86_400_000)
}

test('thirty days, a session that ended elsewhere and another person end the copy; inactivity keeps it; whom to call is told still (§12.485, §12.2063, security 3.21, security 3.22)', async ({
  page,
}) => {
  const front = await openFront()
  await logIn(page, front.url)
  await switchOn(page, front.url)
  await test.step('thirty days later, with a network and without one', async () => {
    await age(page, 31)
    await page.goto(`${front.url}/privacy`)
    await expect.poll(() => stored(page)).toEqual(NOTHING)
    await switchOn(page, front.url)
    await age(page, 31)
    await front.stop()
    await page.goto(`${front.url}/dashboard`)
    await expect(
      page.getByText('No hay un estado de cuenta guardado en este dispositivo.'),
    ).toBeVisible()
    await expect(page.getByText(/^Para tenerlo la próxima vez, /)).toBeVisible()
    await expect(page.locator('[href^="tel:"]')).toBeVisible()
    await expect.poll(() => stored(page)).toEqual(NOTHING)
    await front.start()
  })
  await test.step('after inactivity, until another person logs in', async () => {
    await switchOn(page, front.url)
    await page.evaluate(() => localStorage.setItem('last_action', '1'))
    await page.goto(`${front.url}/dashboard`)
    await expect(page.getByText('Se ha cerrado la sesión por inactividad.')).toBeVisible()
    expect(await stored(page)).toEqual(ON)
    await front.stop()
    await page.goto(`${front.url}/`)
    await expect(offlineTitle(page)).toBeVisible()
    await front.start()
    await logIn(page, front.url, 'elena')
    await expect(page.getByText('Hola, Elena')).toBeVisible()
    await expect.poll(() => stored(page)).toEqual(NOTHING)
  })
  await test.step('at the next start after the session was ended elsewhere', async () => {
    await switchOn(page, front.url)
    await page.context().clearCookies()
    await page.goto(`${front.url}/dashboard`)
    await expect(page.getByText('Tu sesión ha terminado.').first()).toBeVisible()
    await expect.poll(() => stored(page)).toEqual(NOTHING)
  })
  await front.stop()
})

test('a new release replaces the worker and the page, and an operator can remove both (§12.486, security 8.12)', async ({
  page,
}) => {
  const front = await openFront()
  await logIn(page, front.url)
  await switchOn(page, front.url)
  const scripts = () =>
    page.locator('script[src]').evaluateAll((all) => all.map((each) => each.getAttribute('src')))
  const shells = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')))

  front.upgrade()
  await page.goto(`${front.url}/dashboard`)
  await expect(page.getByText('Hola, Rosa')).toBeVisible()
  await expect.poll(shells).toEqual(['offline-shell-nextnextnext'])
  await front.stop()
  await page.goto(`${front.url}/dashboard`)
  await expect(offlineTitle(page)).toBeVisible()
  await expect(page.getByText('Próxima cuota')).toBeVisible()
  expect(await scripts()).toEqual([expect.stringContaining('/offline/assets/next-')])

  await front.start()
  front.switchOff()
  await page.goto(`${front.url}/profile#sesiones`)
  await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible()
  await expect.poll(() => stored(page)).toEqual(NOTHING)
  await page.reload()
  await expect(page.getByText('Esta sesión', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toHaveCount(0)
  await front.stop()
})
