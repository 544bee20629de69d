import { asStaff, expect, guest, logInAs, logOut, openAccount, test } from '../support/portal.ts'

test('Amanda sees her open sessions, ends one and then the others (§12.57, §12.107)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const amanda = guest('13131313-6', 'Amanda', 'Bravo')
  await openAccount(request, amanda)
  const [first, second] = [await otherBrowser(), await otherBrowser()]
  for (const other of [first, second]) {
    await logInAs(other, amanda)
    await expect(other.getByText('Hola, Amanda')).toBeVisible()
  }
  await logInAs(page, amanda)
  await page.getByRole('link', { name: /^Hola/ }).click()
  await page.getByRole('heading', { name: 'Sesiones abiertas' }).click()
  const sessions = page.getByRole('region', { name: 'Sesiones abiertas' })
  await expect(page.getByText('Esta sesión', { exact: true })).toHaveCount(1)
  // The account was opened in a session of its own.
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  // The most recently used one stands first among the others.
  await sessions
    .getByRole('button', { name: /^Cerrar la sesión en/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: '¿Cerrar esta sesión?' })
  await question.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(sessions.getByText(/^Se cerró la sesión en/)).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  const others = [first, second]
  const countEnded = async () => {
    await Promise.all(others.map((other) => other.reload({ waitUntil: 'networkidle' })))
    const ended = others.map((other) => other.getByRole('dialog', { name: 'Ingresar' }).count())
    return (await Promise.all(ended)).reduce((sum, count) => sum + count, 0)
  }
  await expect.poll(countEnded).toBe(1)

  await page.getByRole('button', { name: 'Cerrar las otras sesiones' }).click()
  await page
    .getByRole('dialog', { name: '¿Cerrar las otras sesiones?' })
    .getByRole('button', { name: 'Cerrar sesiones' })
    .click()
  await expect(page.getByText('Se cerraron las otras sesiones')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cerrar las otras sesiones' })).toHaveCount(0)
  await expect.poll(countEnded).toBe(2)
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
