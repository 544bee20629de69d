import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { brokenLines, faintTexts } from './in-page.ts'

/** Doubts of axe, by its name of each, that our own measure of every text settles. */
const EXPLAINED: Record<string, { target: RegExp; because: string }> = {
  bgOverlap: {
    target: /./,
    because: 'an open menu or dialog covers the page, or the end of a dialog its own content',
  },
  elmPartiallyObscured: {
    target: /^<span class="m_42bbd1ae">/,
    because: 'on a phone the row of tabs is wider than the page and scrolls',
  },
  imgNode: {
    target: /^<span class="_label_\w+">[\d,]+(?:&nbsp;| )%<\/span>$/,
    because: 'the share stands in the middle of its ring, where nothing is drawn',
  },
  emptyTextContent: { target: /^<input /, because: 'an empty field shows no text' },
}

/** Every text can be read: WCAG AA, also where axe is only in doubt. */
export async function expectReadable(page: Page): Promise<void> {
  expect(await page.evaluate(faintTexts)).toEqual([])
  const axe = new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast')
  const { violations, incomplete } = await axe.analyze()
  const found = [...violations, ...incomplete].flatMap(({ nodes }) => nodes)
  const unexplained = found.flatMap(({ html, any }) => {
    const doubts = any.map(({ data }) => String(data?.messageKey))
    return doubts.every((doubt) => EXPLAINED[doubt]?.target.test(html)) ? [] : [[html, doubts]]
  })
  expect(unexplained).toEqual([])
}

/** Only addresses, ruts and names of files break inside a word. */
export async function expectUnbrokenText(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(brokenLines)).toEqual([])
}
