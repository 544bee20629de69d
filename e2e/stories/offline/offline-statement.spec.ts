import { expectAccessible, expectNoSidewaysScroll, expectStoredKeys } from '../../support/checks.ts'
import { openFront } from '../../support/front.ts'
import { logIn, NOTHING, offlineTitle, SWITCH, stored, switchOn } from '../../support/offline.ts'
import { expect, logOut, test } from '../../support/portal.ts'

test('Rosa sees her statement and whom to call without a server, and the portal once there is one (§12.481, §12.482, §12.483, §12.1835, §12.2050, §12.2063, §12.2133, §12.2234, §12.2323, security 8.12)', async ({
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
  await expect(page.getByText('no la pagues todavía: con internet')).toBeVisible()
  await expect(page.getByText('¿Era para la del')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /pedir que lo revisen/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Lo que debías' })).toHaveText(
    /atrasada.*Próxima cuota.*Contabilidad dejó tu pago del.*no la pagues todavía.*Saldo de la compra/,
  )
  const account = page.getByRole('region', { name: 'Cómo pagar por transferencia' })
  await expect(account).toContainText('00-123-45678-09')
  await expect(account).toContainText('Compra V-1001')
  await expect(account).toContainText('nunca te pedirá')
  await expect(page.getByText(/^Lo que pagaste en línea o informaste se descuenta/)).toBeVisible()
  await expect(page.getByText(/^Si tienes dudas, /).locator('[href^="tel:"]')).toBeVisible()
  await expect(page.getByText(/^Si encuentras diferencias, /).getByRole('link')).toHaveText(/@/)
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

test('a logout without a server leaves nothing on the device; so does the switch (§12.485, security 3.16)', async ({
  page,
}) => {
  const front = await openFront()
  await logIn(page, front.url)
  await switchOn(page, front.url)
  const choice = page.getByRole('switch', { name: SWITCH })
  await choice.press('Space')
  await expect(choice).not.toBeChecked()
  // The switch moves at once; this line goes when everything is deleted.
  await expect(page.getByText(/^Guardado el /)).toBeHidden()
  expect(await stored(page)).toEqual(NOTHING)
  // On again, in the page that the former worker may still control.
  await switchOn(page, front.url)
  await page.goto(`${front.url}/dashboard?tab=estado-de-cuenta`)
  await page.getByRole('switch', { name: 'Solo pendientes' }).press('Space')

  await page.context().setOffline(true)
  await logOut(page)
  await expect.poll(() => stored(page)).toEqual(NOTHING)
  await expectStoredKeys(page, [])
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await expect(page.goto(`${front.url}/dashboard`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await page.context().setOffline(false)
  await front.stop()
})
