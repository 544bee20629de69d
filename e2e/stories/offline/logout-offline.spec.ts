import { expectLoaded } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('Rosa ends her session without a connection, in a browser that does not have the login: nothing of hers stays on the screen (security 3.810)', async ({
  page,
}) => {
  // The session of another day: the login was never loaded.
  await logInAs(page, 'rosa')
  await expectLoaded(page)
  await expect(page.getByText('Altos de Tumbes').first()).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByText('Altos de Tumbes')).toHaveCount(0)
  await expect(page.getByText('Hola, Rosa')).toHaveCount(0)
  // Back in the history is a page that the browser kept, or its own about the lost connection.
  await page.goBack().catch(() => null)
  await expect(page.getByText('Altos de Tumbes')).toHaveCount(0)
  // Away from the browser's own error page, which loads again by itself once connected and would end this navigation.
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
})
