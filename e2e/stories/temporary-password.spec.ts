import { expectAccessible } from '../support/checks.ts'
import {
  expect,
  fillLogin,
  GUEST_PASSWORD,
  guest,
  openTemporaryAccount,
  TEMPORARY_PASSWORD,
  test,
} from '../support/portal.ts'

test('Berta must change the password that Carla gave her before she sees anything (§10.24)', async ({
  page,
  request,
}) => {
  const berta = guest('14141414-3', 'Berta', 'Campos')
  await openTemporaryAccount(request, berta)
  await page.goto('/')
  await fillLogin(page, berta.rut, TEMPORARY_PASSWORD)
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByText(/^Tu contraseña es temporal/)).toBeVisible()
  await expectAccessible(page)

  // Neither a reload nor an address leads past it.
  await page.reload()
  await expect(page.getByText(/^Tu contraseña es temporal/)).toBeVisible()
  for (const path of ['/dashboard', '/profile', '/']) {
    await page.goto(path)
    await expect(page).toHaveURL('/change-password')
  }

  await page.getByLabel('Ingresa tu contraseña actual').fill(TEMPORARY_PASSWORD)
  const choose = async (password: string) => {
    await page.getByLabel('Ingresa una nueva contraseña').fill(password)
    await page.getByLabel('Repite la contraseña').fill(password)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).last().click()
  }
  await choose(TEMPORARY_PASSWORD)
  await expect(page.getByText('Elige una contraseña distinta de la temporal')).toBeVisible()
  await choose(GUEST_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Hola, Berta')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible()
})
