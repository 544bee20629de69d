import type { Page } from '@playwright/test'

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

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
