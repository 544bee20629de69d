import { pictures, settle } from '../../shots/pictures.ts'
import { expectReadable, expectSpanish, expectUnbrokenText } from '../../support/appearance.ts'
import { expectNoSidewaysScroll } from '../../support/checks.ts'
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
