import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { brokenLines, faintLabels } from './in-page.ts'

/** Texts whose contrast axe cannot compute, each with the reason why it can be read. */
const EXPLAINED: { target: RegExp; because: string }[] = []

/** Every label, button and link can be read: WCAG AA, also where axe is only in doubt. */
export async function expectReadable(page: Page): Promise<void> {
  expect(await page.evaluate(faintLabels)).toEqual([])
  const axe = new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast')
  const { violations, incomplete } = await axe.analyze()
  const found = [...violations, ...incomplete]
    .flatMap(({ nodes }) => nodes)
    .filter(({ html }) => !EXPLAINED.some(({ target }) => target.test(html)))
    .map(({ html, any }) => [html, any.map(({ message }) => message)])
  expect(found).toEqual([])
}

/** Only addresses, ruts and names of files break inside a word. */
export async function expectUnbrokenText(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(brokenLines)).toEqual([])
}
