import { personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { expectStoredKeys, expectToFit } from '../support/checks.ts'
import {
  expect,
  fillLogin,
  logInAs,
  logInOnScreen,
  logOut,
  openPage,
  test,
} from '../support/portal.ts'

const WRONG = 'Los datos ingresados no son correctos'

test('Rosa logs in with her rut, is greeted by her name, and logs out (§2.19, §2.20, §2.22, security 3.15, security 16.24)', async ({
  page,
}) => {
  await logInOnScreen(page, 'rosa')
  await expect(page.getByRole('link', { name: 'Hola, Rosa' })).toBeVisible()
  await expectStoredKeys(page, ['last_action', 'user'])

  await logOut(page)
  await expectStoredKeys(page, [])
  await page.goBack()
  await expect(page).not.toHaveURL(/dashboard/)
  await expect(page.getByText('Hola, Rosa')).toHaveCount(0)
})

test('the rut is formatted as it is typed (§2.24)', async ({ page }) => {
  await openPage(page, '/')
  const rut = page.getByLabel('Rut', { exact: true })
  await rut.pressSequentially('123456785')
  await expect(rut).toHaveValue('12.345.678-5')
  await rut.press('Home')
  await rut.press('ArrowRight')
  await rut.press('Delete')
  await expect(rut).toHaveValue('1.345.678-5')
  await rut.pressSequentially('2')
  await expect(rut).toHaveValue('12.345.678-5')
})

test('Olvidé mi contraseña is hidden while a login is loading (§2.27)', async ({ page }) => {
  let answer = () => {}
  await page.route('**/api/auth/login/', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.fulfill({ status: 400, json: [WRONG] })
  })
  await openPage(page, '/')
  const forgot = page.getByRole('button', { name: 'Olvidé mi contraseña' })
  await expect(forgot).toBeVisible()
  await fillLogin(page, personas.rosa.rut, SAMPLE_PASSWORD)
  await expect(forgot).toHaveCount(0)
  answer()
  await expect(page.getByText(WRONG)).toBeVisible()
  await expect(forgot).toBeVisible()
})

test('the password can be shown (§2.25)', async ({ page }) => {
  await page.goto('/')
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.fill('secreto')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('empty and malformed fields get a message beside them', async ({ page }) => {
  await page.goto('/')
  const logIn = page.getByRole('button', { name: 'Ingresar', exact: true })
  await logIn.click()
  await expect(page.getByText('Ingresa tu rut', { exact: true })).toBeVisible()
  await expect(page.getByText('Ingresa tu contraseña', { exact: true })).toBeVisible()
  await page.getByLabel('Rut', { exact: true }).fill('12345678-4')
  await logIn.click()
  await expect(page.getByText('Rut no válido')).toBeVisible()

  await page.goto('/login-email')
  await logIn.click()
  await expect(page.getByText('Ingresa tu correo', { exact: true }).last()).toBeVisible()
  await page.getByLabel('Correo', { exact: true }).fill('rosa@')
  await logIn.click()
  await expect(page.getByText('Correo no válido')).toBeVisible()
})

test('a wrong password and an unknown rut get the same answer', async ({ page }) => {
  await page.goto('/login')
  await fillLogin(page, personas.pia.rut, 'Otra#2026')
  await expect(page.getByText(WRONG)).toBeVisible()
  await page.reload()
  await expect(page.getByText(WRONG)).toHaveCount(0)
  await fillLogin(page, '1-9', SAMPLE_PASSWORD)
  await expect(page.getByText(WRONG)).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('after ten failures the screen says how long to wait', async ({ page }) => {
  await page.goto('/')
  let refusals = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/auth/login/') && answer.status() === 400) refusals += 1
  })
  for (let count = 1; count <= 10; count += 1) {
    await fillLogin(page, '72041-0', `Otra#${count}`)
    await expect.poll(() => refusals).toBe(count)
    await expect(page.getByText(WRONG)).toBeVisible()
  }
  await fillLogin(page, '72041-0', 'Otra#2026')
  await expect(
    page.getByText(/Demasiados intentos. Inténtalo de nuevo en \d+ segundos./),
  ).toBeVisible()
})

test('Rosa logs in with her email (§2.5)', async ({ page }) => {
  await page.goto('/login-email')
  await expect(page.getByText('Ingresa con tu correo')).toBeVisible()
  await fillLogin(page, ` ${personas.rosa.email} `, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a logged-in user goes straight to the dashboard', async ({ page }) => {
  await logInAs(page, 'rosa', '/')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('an anonymous visitor is led from the dashboard to the login (§2.4, §2.10)', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
})

test('a message in the address is shown as text, cut, and never runs (§2.3, security 8.8)', async ({
  page,
}) => {
  await page.goto(`/?message=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await page.goto(`/?message=${'a'.repeat(2000)}`)
  await expect(page.getByText(/^a{100,}/)).toHaveText(/^.{100,301}$/)
})

test('an unknown page says so and leads home (§2.16)', async ({ page }) => {
  const response = await page.goto('/nada/de/nada')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await expect(page).toHaveURL('/')
})

test('the menu opens, and closes when the page changes (§2.17)', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Ingresar con correo' }).click()
  await expect(page).toHaveURL('/login-email')
  await expect(menu).toBeHidden()
})

test('the footer has the legal notice, the contact and the hours (§1.13, §1.14, §9.15, security 11.11)', async ({
  page,
}) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('prevalecen los valores registrados en la contabilidad')
  await expect(footer).toContainText('contacto@vistaalbiobio.example')
  await expect(footer).toContainText('Talcahuano')
  await expect(footer).toContainText('Lunes a jueves 10:00 a 13:30 y 15:00 a 18:00')
  await expect(footer).toContainText('Viernes 10:00 a 13:30')
  await expect(footer.getByRole('link', { name: 'Privacidad' })).toHaveAttribute('href', '/privacy')
})

test('embedded in a frame the layout is hidden (§1.18, §10.72, security 8.3)', async ({
  page,
  baseURL,
}) => {
  await openPage(page, '/')
  await page.evaluate((url) => {
    document.body.innerHTML = `<iframe src="${url}/login" width="800" height="600"></iframe>`
  }, baseURL)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
  await expect(frame.getByRole('contentinfo')).toBeHidden()
  await expect(frame.getByRole('banner')).toBeHidden()
})

test('nothing is requested from any other host (security 11.10)', async ({ page, baseURL }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) elsewhere.push(request.url())
  })
  await logInOnScreen(page, 'rosa')
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Estado de Cuenta' })).toBeVisible()
  expect(elsewhere).toEqual([])
})

test('the login is accessible and nothing scrolls sideways', async ({ page }) => {
  for (const path of ['/', '/login-email', '/not-found']) {
    await openPage(page, path)
    await expectToFit(page)
  }
})
