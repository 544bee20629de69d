import { personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { expectStoredKeys, expectToFit } from '../support/checks.ts'
import { expect, fillLogin, logOut, openPage, test } from '../support/portal.ts'

test('Rosa is led to the login, logs in with her rut, is greeted by her name and logs out; then with her email (§2.4, §2.5, §2.10, §2.17, §2.19, §2.20, §2.22, §2.24, §2.27, security 3.15, security 11.10, security 16.24)', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) elsewhere.push(request.url())
  })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  const rut = page.getByLabel('Rut', { exact: true })
  await rut.pressSequentially('123456785')
  await expect(rut).toHaveValue('12.345.678-5')
  // Not while a login is loading.
  const forgot = page.getByRole('button', { name: 'Olvidé mi contraseña' })
  await expect(forgot).toBeVisible()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/login/', async (route) => {
    await answered
    await route.continue()
  })
  await fillLogin(page, personas.rosa.rut, 'Otra#2026')
  await expect(forgot).toHaveCount(0)
  answer()
  await expect(page.getByText('Los datos ingresados no son correctos')).toBeVisible()
  await expect(forgot).toBeVisible()
  await fillLogin(page, personas.rosa.rut, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('link', { name: 'Hola, Rosa' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Estado de Cuenta' })).toBeVisible()
  await expectStoredKeys(page, ['last_action', 'user'])

  await logOut(page)
  await expectStoredKeys(page, [])
  await page.goBack()
  await expect(page).not.toHaveURL(/dashboard/)
  await expect(page.getByText('Hola, Rosa')).toHaveCount(0)

  await page.goto('/')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Ingresar con correo' }).click()
  await expect(page).toHaveURL('/login-email')
  await expect(menu).toBeHidden()
  await expect(page.getByText('Ingresa con tu correo')).toBeVisible()
  await fillLogin(page, ` ${personas.rosa.email} `, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  expect(elsewhere).toEqual([])
})

test('the footer has the legal notice, the contact and the hours; embedded in a frame it is hidden (§1.13, §1.14, §1.18, §9.15, §10.72, security 8.3, security 11.11)', async ({
  page,
  baseURL,
}) => {
  await openPage(page, '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('prevalecen los valores registrados en la contabilidad')
  await expect(footer).toContainText('contacto@vistaalbiobio.example')
  await expect(footer).toContainText('Talcahuano')
  await expect(footer).toContainText('Lunes a jueves 10:00 a 13:30 y 15:00 a 18:00')
  await expect(footer).toContainText('Viernes 10:00 a 13:30')
  await expect(footer.getByRole('link', { name: 'Privacidad' })).toHaveAttribute('href', '/privacy')

  await page.evaluate((url) => {
    document.body.innerHTML = `<iframe src="${url}/login" width="800" height="600"></iframe>`
  }, baseURL)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
  await expect(frame.getByRole('contentinfo')).toBeHidden()
  await expect(frame.getByRole('banner')).toBeHidden()
})
