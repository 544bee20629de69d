import { fileURLToPath } from 'node:url'
import { test } from '@playwright/test'
import { expectReadable, expectSpanish, expectUnbrokenText } from '../support/appearance.ts'
import { expectNoSidewaysScroll } from '../support/checks.ts'
import { pictures, settle } from './pictures.ts'

const folder = fileURLToPath(new URL('../../shots', import.meta.url))

for (const [name, visit] of Object.entries(pictures)) {
  test(name, async ({ page, viewport }, { project }) => {
    await visit(page)
    await settle(page, name)
    await page.screenshot({ path: `${folder}/${project.name}/${name}.png`, fullPage: true })
    await expectReadable(page)
    await expectSpanish(page)
    await expectUnbrokenText(page)
    await expectNoSidewaysScroll(page)
    if (!viewport || viewport.width > 360) return
    await page.setViewportSize({ ...viewport, width: 320 })
    await expectUnbrokenText(page)
    await expectNoSidewaysScroll(page)
  })
}
