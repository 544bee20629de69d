import { expectAccessible, expectStoredKeys } from '../support/checks.ts'
import { asStaff, expect, guest, logInAs, logOut, openAccount, test } from '../support/portal.ts'

test('Amanda sees her open sessions and ends the others (§12.57)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const amanda = guest('13131313-6', 'Amanda', 'Bravo')
  await openAccount(request, amanda)
  const elsewhere = await otherBrowser()
  await logInAs(elsewhere, amanda)
  await expect(elsewhere.getByText('Hola, Amanda')).toBeVisible()
  await logInAs(page, amanda)
  await page.getByRole('link', { name: /^Hola/ }).click()
  await expect(page.getByText('Esta sesión', { exact: true })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cerrar las otras sesiones' }).click()
  await page
    .getByRole('dialog', { name: '¿Cerrar las otras sesiones?' })
    .getByRole('button', { name: 'Cerrar sesiones' })
    .click()
  await expect(page.getByText('Se cerraron las otras sesiones')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cerrar las otras sesiones' })).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere.getByText('Tu sesión ha terminado. Ingresa nuevamente.')).toBeVisible()
})

test('a logout in one of three tabs ends the others too (security 3.17)', async ({
  page,
  context,
}) => {
  await logInAs(page, 'elena')
  const others = [await context.newPage(), await context.newPage()]
  for (const other of others) {
    await other.goto('/profile')
    await expect(other.getByText('Hola, Elena')).toBeVisible()
  }
  await logOut(page)
  for (const other of others) {
    await expect(other.getByText('Hola, Elena')).toHaveCount(0)
    await expect(other).toHaveURL(/\/(login)?$/)
  }
})

test('logging out empties the browser’s storage even when the portal is down (security 3.16)', async ({
  page,
}) => {
  await logInAs(page, 'elena')
  await expect(page.getByText('Hola, Elena')).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await logOut(page)
  await expectStoredKeys(page, [])
})

test('after an hour without a call the session is closed, a minute after a warning', async ({
  page,
}) => {
  await page.clock.install()
  await page.route('**/environments.json', async (route) => {
    const response = await route.fetch()
    const table = await response.json()
    for (const host of Object.values<Record<string, unknown>>(table))
      host.max_inactivity = 3_600_000
    await route.fulfill({ response, json: table })
  })
  await logInAs(page, 'elena')
  await expect(page.getByText('Hola, Elena')).toBeVisible()
  // A call that is answered after the jump would count as activity.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward('59:00')
  const warning = page.getByRole('dialog')
  await expect(warning).toBeVisible()
  await warning.getByRole('button', { name: 'Seguir aquí' }).click()
  await expect(warning).toHaveCount(0)

  await page.waitForLoadState('networkidle')
  await page.clock.fastForward('01:01:00')
  await expect(page).toHaveURL(/^[^?]*\/(\?message=.*)?$/)
  await expect(
    page.getByText(
      'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión',
    ),
  ).toBeVisible()
  await expectStoredKeys(page, [])
})

test('a permission that Iván gives or takes applies from the next page on (§12.55)', async ({
  page,
  request,
}) => {
  const form = { name: 'Turno de tarde', permissions: [] }
  const group = await (await asStaff(request, 'ivan'))('POST', '/api/groups/', form)
  const nora = guest('18345671-7', 'Nora', 'Pinto Vera')
  await openAccount(request, nora, { by: 'ivan', groupIds: [group.id] })
  const ivan = await asStaff(request, 'ivan')
  // A read of the user that began before the change would answer for the next page too.
  const userIsRead = () => page.waitForResponse(/\/api\/auth\/user\//)
  const atFirst = userIsRead()
  await logInAs(page, nora)
  await atFirst
  await expect(page.getByText('Tu cuenta todavía no tiene permisos.')).toBeVisible()

  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await ivan('PATCH', `/api/groups/${group.id}/`, { permissions: ['requests.answer_requests'] })
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await menu.getByRole('link', { name: 'Mi perfil' }).click()
  await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible()
  const onceMore = userIsRead()
  // Staff have the menu at the side.
  await menu.getByRole('link', { name: 'Solicitudes' }).click()
  await onceMore
  await expect(page.getByRole('heading', { name: 'Solicitudes' })).toBeVisible()

  await ivan('PATCH', `/api/groups/${group.id}/`, { permissions: [] })
  await page.getByRole('link', { name: /^Hola/ }).click()
  await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Tu cuenta todavía no tiene permisos.')).toBeVisible()
})
