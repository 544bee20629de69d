import { expect, type Page } from '@playwright/test'
import { runAxe } from './checks.ts'
import { brokenLines, faintTexts, readTexts } from './in-page.ts'
import { languageProblems } from './screen-language.ts'

/** Doubts of axe, by its name of each and the part where it may doubt; faintTexts measures there too. */
const EXPLAINED: Record<string, { inside: string; because: string }> = {
  bgOverlap: {
    inside: 'body',
    because: 'an open menu or dialog covers the page, or the end of a dialog its own content',
  },
  elmPartiallyObscured: {
    inside: '[role="dialog"], [role="tablist"]',
    because: 'a dialog, and on a phone a row of tabs, is larger than the page and scrolls',
  },
  elmPartiallyObscuring: {
    inside: '[role="dialog"], form, p:has(+ div > [aria-describedby])',
    because:
      'a dialog stands above another, a request’s answer above who asks, and what a button at the foot of the window does above what scrolls',
  },
  imgNode: {
    inside: '[role="img"], figure svg',
    because: 'a share stands inside its ring, and the labels of a chart beside its bars',
  },
  nonBmp: {
    inside: '[aria-hidden="true"], svg',
    because: 'an arrow or a minus, which axe takes for an icon of a font',
  },
  shortTextContent: { inside: 'dd, td, span, strong, svg', because: 'a number of one digit' },
  emptyValue: { inside: 'input, textarea', because: 'an empty field shows no text' },
}

/** Every text can be read: WCAG AA, also where axe is only in doubt. */
export async function expectReadable(page: Page): Promise<void> {
  expect(await page.evaluate(faintTexts)).toEqual([])
  const { violations, incomplete } = await runAxe(page, {
    runOnly: ['color-contrast'],
    resultTypes: ['violations', 'incomplete'],
  })
  const unexplained: unknown[] = []
  for (const { html, any, target } of [...violations, ...incomplete].flatMap(
    ({ nodes }) => nodes,
  )) {
    const doubts = any.map(({ data }) => String(data?.messageKey))
    const parts = doubts.map((doubt) => EXPLAINED[doubt]?.inside)
    const element = page.locator(String(target[0])).first()
    const isExplained = await element.evaluate(
      (found, selectors) => selectors.every((each) => each && found.closest(each)),
      parts,
    )
    if (!isExplained) unexplained.push([html, doubts])
  }
  expect(unexplained).toEqual([])
}

/** Only addresses, ruts and names of files break inside a word. */
export async function expectUnbrokenText(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(brokenLines)).toEqual([])
}

/** Also what libraries and the browser add is Spanish. Names of files and addresses have any language. */
export async function expectSpanish(page: Page): Promise<void> {
  const texts = await page.evaluate(readTexts)
  const sentences = texts.map((text) => text.replaceAll(/\S*[@/\\]\S*|\S+\.\w{2,6}\b/g, ' '))
  expect(
    sentences.flatMap((text) => languageProblems(text).map((found) => ({ text, ...found }))),
  ).toEqual([])
}
