import { readFile } from 'node:fs/promises'
import { expectAccessible, expectToFit } from '../../support/checks.ts'
import {
  expect,
  fillLogin,
  GUEST_PASSWORD,
  guest,
  logInAs,
  logOut,
  openAccount,
  test,
} from '../../support/portal.ts'
import {
  confirmPassword,
  readSecret,
  saveRecoveryCodes,
  setUpTotp,
  totpCode,
} from '../../support/second-factor.ts'

const WRONG = 'El código no es correcto'

test('Delia sets up a code application, saves her recovery codes and logs in with codes, each once (§12.101, §12.104, security 16.24, security 16.25)', async ({
  page,
  request,
  context,
}) => {
  const delia = guest('19191919-K', 'Delia', 'Mena')
  await openAccount(request, delia)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAs(page, delia, '/profile#seguridad')
  await page.getByRole('button', { name: 'Configurar una aplicación de códigos' }).click()
  await confirmPassword(page)
  await expect(page.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  const secret = await readSecret(page)
  await page.getByRole('button', { name: 'Copiar clave' }).click()
  await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.getByLabel('Código', { exact: true }).fill(totpCode(secret))
  await page.getByRole('button', { name: 'Confirmar' }).click()

  const list = page.getByRole('list', { name: 'Códigos de recuperación' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allTextContents()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar', exact: true }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain(codes.join('\n'))
  await page.getByRole('button', { name: 'Copiar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(codes.join('\n'))
  await page.emulateMedia({ media: 'print' })
  await expect(list).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await saveRecoveryCodes(page)
  await expect(page.getByText('Se configuró la aplicación de códigos')).toBeVisible()
  await logOut(page)

  await fillLogin(page, delia.rut, GUEST_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Confirma que eres tú' })).toBeVisible()
  const code = page.getByLabel('Código', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Escribe el código')).toBeVisible()

  // The code of the step after the one that confirmed the application.
  const used = totpCode(secret, 1)
  await code.fill(`${used.slice(0, 3)} ${used.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
  await logOut(page)

  await fillLogin(page, delia.rut, GUEST_PASSWORD)
  await code.fill(used)
  await page.keyboard.press('Enter')
  await expect(page.getByText(WRONG)).toBeVisible()
  await page.getByRole('button', { name: 'Volver' }).click()
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('')
})

test('a recovery code logs Olga in once, the profile counts the rest, and she removes her code application (§12.101)', async ({
  page,
  request,
}) => {
  const olga = guest('12121214-5', 'Olga', 'Riffo')
  await openAccount(request, olga)
  await logInAs(page, olga, '/profile#seguridad')
  await setUpTotp(page)
  const codes = await saveRecoveryCodes(page)
  const [first = ''] = codes
  await logOut(page)

  await fillLogin(page, olga.rut, GUEST_PASSWORD)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  const field = page.getByLabel('Código de recuperación')
  await expect(field).toHaveAttribute('inputmode', 'text')
  await field.fill(first.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)

  await page.getByRole('link', { name: 'Hola, Olga' }).click()
  await page.getByRole('heading', { name: 'Seguridad' }).click()
  await expect(page.getByText('Te quedan 9 de 10.')).toBeVisible()
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Crear códigos nuevos' }).click()
  await confirmPassword(page)
  const fresh = await saveRecoveryCodes(page)
  expect(fresh).not.toContain(codes[1])
  await expect(page.getByText('Te quedan 10 de 10.')).toBeVisible()
  await logOut(page)

  await fillLogin(page, olga.rut, GUEST_PASSWORD)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await field.fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText(WRONG)).toBeVisible()

  // Without the application, which asks before it is removed, the password is enough.
  await field.fill(fresh[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Hola, Olga' }).click()
  await page.getByRole('heading', { name: 'Seguridad' }).click()
  await page.getByRole('button', { name: 'Quitar la aplicación de códigos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click()
  await confirmPassword(page)
  await expect(page.getByText('Se quitó la aplicación de códigos')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Códigos de recuperación' })).toHaveCount(0)
  await logOut(page)
  await fillLogin(page, olga.rut, GUEST_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
})
