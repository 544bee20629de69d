import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** A page gets axe once; its own security policy allows no script of others. */
export async function runAxe(page: Page, options: RunOptions): Promise<AxeResults> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate((options) => window.axe.run(options), options)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations, incomplete } = await runAxe(page, {
    resultTypes: ['violations', 'incomplete'],
  })
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  // axe only doubts a text that has the colour of its background.
  const invisible = incomplete
    .flatMap(({ nodes }) => nodes)
    .filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'))
  expect(invisible.map(({ html }) => html)).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  // A table becomes cards shortly after the page was made narrower.
  await expect.poll(excess).toBeLessThanOrEqual(0)
}

const WIDTHS = [360, 768, 1024, 1440]
const DIFFERENT_LAYOUTS = [360, 1440]

/**
 * Nothing scrolls sideways at any width, and what is on the page is accessible on a phone and on a
 * desktop. Leaves the page as narrow as a phone.
 */
export async function expectToFit(page: Page, { isAccessible = true } = {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    if (isAccessible && DIFFERENT_LAYOUTS.includes(width)) await expectAccessible(page)
  }
  await page.setViewportSize({ width: 360, height: 900 })
}

/** Waits until nothing on the page says that it is still loading. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByText('Cargando…')).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** The cells of a table as a person reads them, each row from its first column to the last wanted. */
export async function expectCells(
  page: Page,
  caption: string,
  expected: string[][],
  columns?: number,
): Promise<void> {
  const rows = page.getByRole('table', { name: caption, exact: true }).locator('tbody tr')
  const cells = () =>
    rows.evaluateAll(
      (lines, last) =>
        lines.map((line) =>
          [...line.children].slice(0, last).map((cell) => cell.textContent?.trim() ?? ''),
        ),
      columns,
    )
  await expect.poll(cells).toEqual(expected)
}

/** What the portal keeps in the browser's local storage. */
export async function expectStoredKeys(page: Page, expected: string[]): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).toSorted()))
    .toEqual(expected)
}
