import type { Page } from '@playwright/test'
import { pictures, settle } from '../../shots/pictures.ts'
import { expectReadable, expectSpanish, expectUnbrokenText } from '../../support/appearance.ts'
import { expectNoSidewaysScroll } from '../../support/checks.ts'
import { crampedTexts } from '../../support/in-page.ts'
import { lengthenAnswers } from '../../support/long-words.ts'
import { expect, test } from '../../support/portal.ts'

// `npm run shots` checks every picture; these are the ones with most kinds of text. A browser that has the
// portal's files already, and a login, takes all pictures of a person.
const WITH_TEXT = {
  visitors: ['login', 'not-found', 'link-dead', 'confirm-email-dead'],
  members: ['dashboard-rosa', 'dashboard-outdated', 'deed', 'profile-open'],
  staff: ['requests', 'users-invitations', 'imports', 'member-file'],
}

for (const [readers, names] of Object.entries(WITH_TEXT)) {
  test(`every label of ${readers} has contrast, is Spanish, and no word or date is broken on a phone or a small laptop (§1.16, §12.308, §12.500, §12.1424, §12.2080)`, async ({
    page,
  }) => {
    for (const name of names) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await show(page, name)
      await expectReadable(page)
      await expectSpanish(page)
      for (const width of [1024, 360, 320]) {
        await page.setViewportSize({ width, height: 740 })
        await expectUnbrokenText(page)
        await expectNoSidewaysScroll(page)
      }
    }
  })
}

// A picture of each kind of screen that shows what people or accounting wrote.
const WITH_WORDS = {
  'of her purchase': [
    'dashboard-rosa',
    'holder-data',
    'deed',
    'news-open',
    'own-announcement',
    'help-own-page',
  ],
  'of what she writes': [
    'ask-form-3-documents',
    'my-request-resolved',
    'profile-security',
    'sale-accesses',
    'offline',
  ],
  'with several sales': ['dashboard-hernan'],
  'of requests': [
    'staff-welcome',
    'requests',
    'request-rejecting',
    'payment-report-pending',
    'procedures',
  ],
  'of people': [
    'announcements',
    'users',
    'users-edit',
    'member-file',
    'groups',
    'load-findings',
    'activity',
  ],
}

for (const [pages, names] of Object.entries(WITH_WORDS)) {
  test(`pages ${pages}: a word of thirty letters does not widen them on a phone (§12.713)`, async ({
    page,
  }) => {
    await page.addInitScript(lengthenAnswers)
    for (const name of names) {
      await page.setViewportSize({ width: 360, height: 740 })
      await show(page, name)
      await expect(page.locator('body')).toContainText(/w{30}/i)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 320, height: 740 })
      await expectNoSidewaysScroll(page)
    }
  })
}

// A picture of every page that a member opens, with its dialogs.
const WITH_LARGE_TEXT = {
  'before the login': [
    'login',
    'login-wrong',
    'login-forgot-sent',
    'login-passkey-second',
    'link-dead',
    'not-me-done',
    'verify-statement-current',
    'not-found-logged-in',
  ],
  'of a purchase': [
    'dashboard-rosa',
    'statement-open',
    'holder-data',
    'deed',
    'shared-sale',
    'news-open',
    'next-payment-how',
    'payment-reported',
    'payment-report-form-errors',
    'pay-online-other-amount',
    'payment-approved',
  ],
  'of several purchases': ['dashboard-hernan-chosen', 'dashboard-bruno', 'offline-several-sales'],
  'of requests': [
    'ask',
    'ask-form-filled',
    'ask-form-conflict',
    'unsent-on-dashboard',
    'unsent-in-list',
    'my-requests',
    'my-request-missing',
    'my-request-resolved',
    'request-awaited',
  ],
  'of the account': [
    'login-first-time',
    'profile',
    'profile-open',
    'profile-security',
    'profile-totp-add',
    'session-ended',
    'profile-accesses',
    'sale-accesses',
    'sale-access-give-errors',
    'change-password-wrong',
    'documents-new',
    'own-announcements',
    'own-announcement',
    'help',
    'help-payment',
  ],
}

for (const [pages, names] of Object.entries(WITH_LARGE_TEXT)) {
  test(`pages ${pages}: with text of twice the size nothing on a phone is cut, printed over or scrolls sideways, nor on a tablet, and a heading that a script focuses has no box (§12.1330, §12.1866)`, async ({
    page,
  }) => {
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('font-size', '200%'),
      ),
    )
    for (const name of names) {
      await page.setViewportSize({ width: 360, height: 740 })
      await show(page, name)
      await expectNoSidewaysScroll(page)
      expect(await page.evaluate(crampedTexts)).toEqual([])
      expect(await page.evaluate(boxedHeadings)).toEqual([])
      for (const width of [640, 768]) {
        await page.setViewportSize({ width, height: 740 })
        await expectNoSidewaysScroll(page)
      }
    }
  })
}

/** The headings that scripts focus and that show it as a button does. */
function boxedHeadings(): string[] {
  const headings = document.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4)[tabindex="-1"]')
  return [...headings].flatMap((heading) => {
    heading.focus({ focusVisible: true })
    return getComputedStyle(heading).outlineStyle === 'none' ? [] : heading.innerText
  })
}

async function show(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    // Ends what the picture before does and answered itself.
    await page.goto('about:blank')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(pictures[name]).toBeDefined()
    await pictures[name]?.(page)
    await settle(page, name)
  })
}
