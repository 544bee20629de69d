import { personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillLogin,
  logInAs,
  test,
} from './portal.ts'

const WRONG = 'Los datos ingresados no son correctos'

test('Rosa logs in with her rut, is greeted by her name, and logs out', async ({ page }) => {
  await logInAs(page, 'rosa')
  await expect(page.getByRole('link', { name: 'Hola, Rosa' })).toBeVisible()
  const stored = await page.evaluate(() => Object.keys(localStorage).toSorted())
  expect(stored).toEqual(['last_action', 'user'])

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goBack()
  await expect(page.getByText('Hola, Rosa')).toHaveCount(0)
})

test('the rut is formatted as it is typed', async ({ page }) => {
  await page.goto('/')
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

test('the password can be shown', async ({ page }) => {
  await page.goto('/')
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.fill('secreto')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('empty and malformed fields are told beside them', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page.getByText('Ingresa tu rut', { exact: true })).toBeVisible()
  await expect(page.getByText('Ingresa tu contraseña', { exact: true })).toBeVisible()
  await page.getByLabel('Rut', { exact: true }).fill('12345678-4')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page.getByText('Rut no válido')).toBeVisible()

  await page.goto('/login-email')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page.getByText('Ingresa tu correo', { exact: true }).last()).toBeVisible()
  await page.getByLabel('Correo', { exact: true }).fill('rosa@')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page.getByText('Correo no válido')).toBeVisible()
})

test('a wrong password and an unknown rut get the same answer', async ({ page }) => {
  await page.goto('/login')
  await fillLogin(page, personas.pia.rut, 'Otra#2026')
  await expect(page.getByText(WRONG)).toBeVisible()
  await page.reload()
  await fillLogin(page, '1-9', SAMPLE_PASSWORD)
  await expect(page.getByText(WRONG)).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('Rosa logs in with her e-mail', async ({ page }) => {
  await page.goto('/login-email')
  await expect(page.getByText('Ingresa con tu correo')).toBeVisible()
  await fillLogin(page, ` ${personas.rosa.email} `, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('who is logged in goes straight to the dashboard', async ({ page }) => {
  await logInAs(page, 'rosa')
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a stranger is led from the dashboard to the login', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
})

test('a message in the address is shown as text, cut, and never runs', async ({ page }) => {
  await page.goto(`/?message=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await page.goto(`/?message=${'a'.repeat(2000)}`)
  const shown = await page.getByText(/^a{100,}/).innerText()
  expect(shown.length).toBeLessThanOrEqual(301)
})

test('an unknown page says so and leads home', async ({ page }) => {
  const response = await page.goto('/nada/de/nada')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await expect(page).toHaveURL('/')
})

test('the menu opens, and closes when the page changes', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Ingresar con correo' }).click()
  await expect(page).toHaveURL('/login-email')
  await expect(menu).toBeHidden()
})

test('the footer has the legal notice, the contact and the hours', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('prevalecen los valores registrados en la contabilidad')
  await expect(footer).toContainText('contacto@vistaalbiobio.example')
  await expect(footer).toContainText('Talcahuano')
  await expect(footer).toContainText('Lunes a jueves 10:00 a 13:30 y 15:00 a 18:00')
  await expect(footer).toContainText('Viernes 10:00 a 13:30')
})

test('embedded in a frame the layout is hidden', async ({ page, baseURL }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.evaluate((url) => {
    document.body.innerHTML = `<iframe src="${url}/login" width="800" height="600"></iframe>`
  }, baseURL)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
  await expect(frame.getByRole('contentinfo')).toBeHidden()
  await expect(frame.getByRole('banner')).toBeHidden()
})

test('nothing is asked of any other host', async ({ page, baseURL }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) elsewhere.push(request.url())
  })
  await logInAs(page, 'rosa')
  await expect(page.getByRole('article')).toBeVisible()
  expect(elsewhere).toEqual([])
})

for (const width of [360, 1440]) {
  test(`at ${width} px axe finds nothing serious and nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/login-email', '/not-found']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
}
