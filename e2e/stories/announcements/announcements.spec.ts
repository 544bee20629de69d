import { personas } from '../../../apps/api/seeds/personas.ts'
import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { addressInEmail } from '../../support/mailbox.ts'
import { expect, logInAs, test } from '../../support/portal.ts'
import { pdf } from '../../support/request-form.ts'

test('Iván announces something to Pía’s condominium, and sees that she read it (§12.196)', async ({
  page,
  otherBrowser,
}) => {
  await logInAs(page, 'ivan')
  await page
    .getByRole('navigation', { name: 'Menú principal' })
    .getByRole('link', { name: 'Avisos' })
    .click()
  await expectLoaded(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Redactar aviso' }).click()
  await page.getByLabel('Título', { exact: true }).fill('Nuevas llaves del portón')
  await page.getByLabel('Texto').fill('Las llaves se retiran en la oficina.\n\nTrae tu cédula.')
  await page.getByLabel('Para quién').selectOption({ label: 'Etapa 2' })
  await expect(page.getByText('Lo verá 1 persona en el portal.')).toBeVisible()
  await page.getByRole('switch', { name: 'Enviar también por correo' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar borrador' }).click()

  await expect(page.getByRole('heading', { name: 'Nuevas llaves del portón' })).toBeFocused()
  await page.locator('input[type="file"]').setInputFiles(pdf('plano.pdf'))
  await expect(page.getByRole('button', { name: 'Quitar plano.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Publicar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Lo verá 1 persona en el portal, y 1 recibirá un correo.')
  await dialog.getByRole('button', { name: 'Publicar para 1 persona' }).click()
  await expect(page.getByText('0 de 1 persona (0 %)')).toBeVisible()

  const pia = await otherBrowser()
  await logInAs(pia, 'pia')
  await expect(pia.getByRole('link', { name: /^Avisos \d+ sin leer/ })).toBeVisible()
  await pia.goto(await addressInEmail(personas.pia.email, /^Aviso: Nuevas llaves/))
  await expect(pia.getByRole('heading', { name: 'Nuevas llaves del portón' })).toBeVisible()
  await expectAccessible(pia)
  await expectNoSidewaysScroll(pia)
  const download = pia.waitForEvent('download')
  await pia.getByRole('button', { name: 'Descargar plano.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('plano.pdf')
  await pia.getByRole('link', { name: 'Todos los avisos' }).click()
  const read = pia.getByRole('link', { name: /^Nuevas llaves/ })
  await expect(read).toBeVisible()
  await expect(read).not.toContainText('Sin leer')
  await expectAccessible(pia)

  await page.reload()
  await expect(page.getByText('1 de 1 persona (100 %)')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Enviado' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retirar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(page.getByText(/^Retirado el/)).toBeVisible()
  await pia.reload()
  await expect(pia.getByText('No hay avisos')).toBeVisible()
})
