import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('Iván sees how the portal is, and goes from what is wrong to its part; Carla, who is no superuser, has no such page (§12.1490)', async ({
  page,
}) => {
  await logInAs(page, 'ivan')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Sistema' }).click()
  await expect(page).toHaveURL('/system')
  await expectLoaded(page)
  await expect(page.getByRole('region', { name: 'Base de datos' })).toContainText('PostgreSQL')
  await expectAccessible(page)

  // The sample has no mail server and no place for backups.
  await page.getByRole('link', { name: 'Respaldo', exact: true }).click()
  const backups = page.getByRole('region', { name: 'Respaldos' })
  await expect(backups).toBeInViewport()
  await expect(backups).toContainText('sin BACKUP_URL')

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await logInAs(page, 'carla')
  await expect(menu.getByRole('link', { name: 'Usuarios' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Sistema' })).toHaveCount(0)
  await page.goto('/system')
  await expect(page).not.toHaveURL('/system')
})
