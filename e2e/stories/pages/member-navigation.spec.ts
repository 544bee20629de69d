import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../../support/checks.ts'
import { crampedTexts } from '../../support/in-page.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('on a wide screen Rosa has her pages and her account in sight, and reaches them by keys (§12.1420, §12.1421)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, 'rosa')
  const pages = page.getByRole('navigation', { name: 'Secciones' })
  const open = pages.locator('[aria-current="page"]')
  await expect(open).toHaveText('Mi carpeta')
  await expect(page.getByRole('button', { name: 'Abrir menú' })).toBeVisible()
  await pages.getByRole('link', { name: 'Trámites' }).click()
  await expect(
    page.getByRole('tab', { name: 'Solicitar Trámites', selected: true }),
  ).toBeInViewport()
  await expect(open).toHaveText('Trámites')
  await pages.getByRole('link', { name: /^Avisos/ }).click()
  await expect(page.getByRole('region', { name: 'Avisos' })).toBeFocused()
  await pages.getByRole('link', { name: 'Documentos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis documentos' })).toBeVisible()
  await expect(open).toHaveText('Documentos')

  await page.getByRole('link', { name: 'Hola, Rosa' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Abrir tu cuenta' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Mi perfil' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/accesses')
  await expect(open).toHaveCount(0)
})

test('with text of twice the size nothing of it is cut, on paper it is left out, and a tablet has the burger (§12.1420)', async ({
  page,
}) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('font-size', '200%'),
    ),
  )
  await page.setViewportSize({ width: 1024, height: 900 })
  await logInAs(page, 'losRobles', '/help')
  const pages = page.getByRole('navigation', { name: 'Secciones' })
  await expect(pages).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrir tu cuenta' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect(await page.evaluate(crampedTexts)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(pages).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(pages).toBeHidden()
})

/** In one step: a button that the page replaces meanwhile would have no height. */
const heightsOf = (page: Page) =>
  page.evaluate(() => {
    const buttons = document.querySelectorAll(':is(a, button)[data-variant][data-size]')
    const shown = [...buttons].filter((button) => button.checkVisibility())
    return [...new Set(shown.map((button) => Math.round(button.getBoundingClientRect().height)))]
  })

test('buttons are 36 or 44 px high, under a finger 44, and every way back stands above the title (§12.1422)', async ({
  page,
  browser,
}) => {
  const phone = await browser.newPage({ hasTouch: true, viewport: { width: 360, height: 740 } })
  for (const [device, heights] of [
    [page, [36, 44]],
    [phone, [44]],
  ] as const) {
    await logInAs(device, 'rosa', '/profile#sesiones')
    await expect(device.getByText('Esta sesión')).toBeVisible()
    const found = await heightsOf(device)
    expect(found).not.toEqual([])
    for (const height of found) expect(heights).toContain(height)
    // In one step too: the page scrolls to the sessions meanwhile.
    const gap = await device.getByRole('link', { name: 'Volver', exact: true }).evaluate((back) => {
      const title = document.querySelector('h1') as HTMLElement
      return title.getBoundingClientRect().top - back.getBoundingClientRect().bottom
    })
    expect(gap).toBeGreaterThanOrEqual(0)
  }
  await phone.close()
})
