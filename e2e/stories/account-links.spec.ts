import type { Page } from '@playwright/test'
import { personas } from '../../apps/api/seeds/personas.ts'
import { expectAccessible, expectToFit } from '../support/checks.ts'
import { linkInEmail } from '../support/mailbox.ts'
import { expect, fillLogin, guest, openAccount, openPage, test } from '../support/portal.ts'

// Nobody whose password changes here appears in another story.

const marta = guest('16543987-2', 'Marta', 'Olivares Pinto')

const NEW = 'Quillay#4471'
const DEAD = 'El link ya no está disponible'

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Ingresa una contraseña', { exact: true }).fill(password)
  const repeat = page.getByLabel('Repite la contraseña', { exact: true })
  await repeat.fill('')
  await repeat.pressSequentially(password)
}

test('Tomás activates his account with the link of his email (§1.2)', async ({ page }) => {
  const link = await linkInEmail(personas.tomas.email, 'Activa tu Carpeta Virtual')
  const referrers: string[] = []
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Activar cuenta' })).toBeVisible()
  await expect(page).toHaveURL('/client/activate')
  // A phone that was put aside loads the page again.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Activar cuenta' })).toBeVisible()
  await expect(page.getByLabel('Rut de tu cuenta')).toHaveValue('20.347.878-K')
  await expectAccessible(page)

  const activate = page.getByRole('button', { name: 'Activar Cuenta' })
  await expect(activate).toBeDisabled()
  await choosePassword(page, 'corta')
  await expect(activate).toBeDisabled()
  await page.getByLabel('Ingresa una contraseña', { exact: true }).fill(NEW)
  await page.getByLabel('Repite la contraseña', { exact: true }).fill('Otra#4471x')
  await expect(page.getByText('La contraseña no coincide')).toBeVisible()
  await expect(activate).toBeDisabled()
  await choosePassword(page, NEW)
  await activate.click()

  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Hola, Tomás')).toBeVisible()
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(referrers.join()).not.toContain(token)
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain(token)
  // The form is replaced in the history: going back does not lead to it.
  await page.goBack()
  await expect(page).not.toHaveURL(/activate/)
  await expect(page.getByRole('heading', { name: 'Activar cuenta' })).toHaveCount(0)

  // The same link, followed once more without a session, leads to the login.
  await page.goto('/not-found')
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await expect(page).toHaveURL('/login')
})

test('Marta forgot her password: she asks for an email and chooses a new one (§1.3, §2.30, §12.1940)', async ({
  page,
  request,
}) => {
  await openAccount(request, marta)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Primera vez' })).toHaveCSS('min-height', '44px')
  await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
  const prompt = page.getByRole('dialog', { name: 'Recuperar contraseña' })
  await prompt.getByLabel('Rut').fill('1-1')
  await prompt.getByRole('button', { name: 'Continuar' }).click()
  await expect(prompt.getByText('Rut no válido')).toBeVisible()
  await prompt.getByLabel('Rut').fill(marta.rut)
  await prompt.getByRole('button', { name: 'Continuar' }).click()
  await expect(
    page.getByText('Te enviamos un correo electrónico con un link para recuperar tu contraseña.'),
  ).toBeVisible()
  await expectAccessible(page)

  const link = await linkInEmail(marta.email, 'Recupera tu contraseña')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Restaurar contraseña' })).toBeVisible()
  await expect(page).toHaveURL('/restore-password')
  // Only the server knows this rule: the form tells it, and the link is not used up.
  await choosePassword(page, 'Password1!')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByRole('alert')).toContainText('La contraseña es demasiado común')
  await choosePassword(page, NEW)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto(link)
  await expect(page.getByText(DEAD)).toBeVisible()
  await expectToFit(page)
})

test('Ana, registered by email, confirms it with the link of her email (§10.10)', async ({
  page,
}) => {
  // One anonymous cookie from the start: it tells at the link that this browser registered.
  await page.request.get('/api/auth/csrftoken/')
  await openPage(page, '/')
  // The page's own calls may replace the token.
  await page.waitForLoadState('networkidle')
  const ana = { name: 'Ana', last_name: 'Mora', email: 'ana.mora@correo.example', password: NEW }
  // No screen registers members: the call is made as a page would make it.
  const status = await page.evaluate(async (person) => {
    const { token } = await (await fetch('/api/auth/csrftoken/')).json()
    const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
    const body = JSON.stringify(person)
    return (await fetch('/api/auth/register/', { method: 'POST', headers, body })).status
  }, ana)
  expect(status).toBe(201)
  const link = await linkInEmail(ana.email, 'Confirma tu correo')
  await page.goto(link)
  await expect(page).toHaveURL('/confirm-email')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ingresar/ })
    .click()
  await expect(page).toHaveURL('/login-email')
  await fillLogin(page, ana.email, NEW)
  await expect(page.getByText('Hola, Ana')).toBeVisible()
})
