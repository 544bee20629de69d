import type { Page } from '@playwright/test'

/** Other stories pay and report as this member: what accounting lacks takes room. Answers from `when` on. */
export async function hasPaidNothing(page: Page, when?: Promise<void>): Promise<void> {
  const answers = {
    payments: { available: true, results: [], begun_by_others: [], unrecorded: [] },
    'payment-reports': { results: [] },
  }
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/api/${path}/own/`, async (route) => {
      await when
      await route.fulfill({ json })
    })
}
