import { expectLoaded } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('A short page of staff fits the window, with the line of the footer at its foot (§12.2157)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, 'mario', '/requests?q=nada')
  await expect(page.getByText('Ninguna solicitud coincide con «nada».')).toBeVisible()
  await expectLoaded(page)
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  await expect.poll(excess).toBe(0)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toBeInViewport({ ratio: 1 })
  const box = await footer.boundingBox()
  expect(box && box.y + box.height).toBe(900)
})
