import { pictures, settle } from '../../shots/pictures.ts'
import { expectReadable, expectSpanish, expectUnbrokenText } from '../../support/appearance.ts'
import { expectNoSidewaysScroll } from '../../support/checks.ts'
import { lengthenAnswers } from '../../support/long-words.ts'
import { expect, test } from '../../support/portal.ts'

// `npm run shots` checks every picture; these are the ones with most kinds of text.
const NAMES = [
  'login',
  'not-found',
  'link-dead',
  'confirm-email-dead',
  'dashboard-rosa',
  'deed',
  'profile',
  'requests',
  'users-invitations',
  'imports',
]

for (const name of NAMES) {
  test(`${name}: every label has contrast, is Spanish, and no word is broken on a phone (§1.16, §12.308, §12.500)`, async ({
    page,
  }) => {
    const visit = pictures[name]
    expect(visit, name).toBeDefined()
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit?.(page)
    await settle(page, name)
    await expectReadable(page)
    await expectSpanish(page)
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      await expectUnbrokenText(page)
      await expectNoSidewaysScroll(page)
    }
  })
}

// A picture of each kind of screen that shows what people or accounting wrote.
const WITH_WORDS = [
  'dashboard-rosa',
  'dashboard-hernan',
  'offline',
  'holder-data',
  'deed',
  'ask-form-3-documents',
  'my-request-resolved',
  'news-open',
  'own-announcement',
  'profile-security',
  'sale-accesses',
  'help-own-page',
  'staff-welcome',
  'requests',
  'request-rejecting',
  'payment-report-pending',
  'procedures',
  'announcements',
  'users',
  'users-edit',
  'member-file',
  'groups',
  'load-findings',
  'activity',
]

for (const name of WITH_WORDS) {
  test(`${name}: a word of thirty letters does not widen a phone’s page (§12.713)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript(lengthenAnswers)
    await pictures[name]?.(page)
    await settle(page, name)
    await expect(page.locator('body')).toContainText(/w{30}/i)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 740 })
    await expectNoSidewaysScroll(page)
  })
}
