import { personas, SAMPLE_PASSWORD } from '../../../apps/api/seeds/personas.ts'
import { expectToFit } from '../../support/checks.ts'
import { test as base, expect, fillLogin, logOut } from '../../support/portal.ts'
import {
  addAuthenticator,
  confirmPassword,
  readSecret,
  saveRecoveryCodes,
  totpCode,
} from '../../support/second-factor.ts'
import { openStrictPortal } from '../../support/strict-portal.ts'

const test = base.extend<object, { strictUrl: string }>({
  strictUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures.
    async ({}, use) => {
      const portal = await openStrictPortal()
      await use(portal.url)
      await portal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

// One portal serves them all.
test.describe.configure({ mode: 'serial' })

const TITLE = 'Protege tu cuenta'

test('Mario, of staff, adds a passkey before he gets to the requests (§12.105)', async ({
  page,
  strictUrl,
}) => {
  await addAuthenticator(page)
  await page.goto(`${strictUrl}/requests?state=sent`)
  await expect(page).toHaveURL(`${strictUrl}/login`)
  await fillLogin(page, personas.mario.rut, SAMPLE_PASSWORD)
  const title = page.getByRole('heading', { name: TITLE })
  await expect(title).toBeVisible()
  await expect(page).toHaveURL(`${strictUrl}/second-factor`)

  for (const path of ['/profile', '/dashboard', '/requests?state=sent']) {
    await page.goto(`${strictUrl}${path}`)
    await expect(title).toBeVisible()
  }
  await page.reload()
  await expect(title).toBeVisible()
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await expect(menu.getByRole('listitem')).toHaveText(['Cerrar sesión'])
  await page.keyboard.press('Escape')

  await expectToFit(page)
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await confirmPassword(page, SAMPLE_PASSWORD)
  await saveRecoveryCodes(page)
  await expect(page).toHaveURL(`${strictUrl}/requests?state=sent`)
  await expect(page.getByRole('heading', { name: 'Solicitudes' })).toBeVisible()

  // The last one cannot be removed.
  await page.goto(`${strictUrl}/profile#seguridad`)
  await page.getByRole('button', { name: /^Quitar Mi/ }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(question.getByText('agrega otro antes de quitar este')).toBeVisible()
})

test('Carla, of staff, sets up a code application with the keyboard alone; Elena, a member, needs none (§12.105)', async ({
  page,
  strictUrl,
}) => {
  await page.goto(strictUrl)
  await fillLogin(page, personas.carla.rut, SAMPLE_PASSWORD)
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
  const begin = page.getByRole('button', { name: 'Configurar una aplicación de códigos' })
  await expect(begin).toBeEnabled()
  await begin.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  await expect(question.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await page.keyboard.type(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  const secret = await readSecret(page)
  await page.getByLabel('Código', { exact: true }).focus()
  await page.keyboard.type(totpCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Ya los guardé' })).toBeVisible()
  await saveRecoveryCodes(page)
  await expect(page).toHaveURL(`${strictUrl}/dashboard`)
  await logOut(page)

  await fillLogin(page, personas.elena.rut, SAMPLE_PASSWORD)
  await expect(page.getByText('Hola, Elena')).toBeVisible()
  await expect(page).toHaveURL(`${strictUrl}/dashboard`)
})
