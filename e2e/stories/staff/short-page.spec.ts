import { expectLoaded } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('A short page of staff fits the window, with the line of the footer at its foot (§12.2157)', async ({
  page,
}) => {
  // With every page in the navigation.
  await logInAs(page, 'ivan', '/requests?q=nada')
  await expect(page.getByText('Ninguna solicitud coincide con «nada».')).toBeVisible()
  await expectLoaded(page)
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(excess).toBe(0)
    await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Manual', exact: true })).toBeInViewport({
      ratio: 1,
    })
  }
})
