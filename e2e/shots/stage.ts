import type { Page } from '@playwright/test'

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** An action beside a list's main one; on a phone those are in a menu. */
export async function pressOther(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'Más acciones' })
  if (await more.isVisible()) await more.click()
  await page.getByText(name, { exact: true }).filter({ visible: true }).click()
}

/** Answers a list with rows that the sample does not have. */
export async function answerList(
  page: Page,
  path: string,
  results: object[],
  lastPage = 1,
  more: object = {},
) {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json: { results, current: 1, lastPage, ...more } }),
  )
}

/** A page of a document, as the server draws it. */
export async function drawPage(page: Page): Promise<Buffer> {
  const lines = '<p>Por la presente solicito ceder mi reserva a mi hija.</p>'.repeat(12)
  await page.setContent(
    `<article style="width:640px;padding:90px;font:18px serif;background:#fff"><h1>Carta</h1>${lines}</article>`,
  )
  return page.locator('article').screenshot()
}
