import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { browser } from './portal-server.ts'

// `npm run icons` draws the icons of the installed portal from the favicon.

const web = new URL('../apps/web/public/', import.meta.url)
const drawing = readFileSync(new URL('favicon.svg', web), 'utf8')
const PAPER = '#faf7f2'

interface Icon {
  name: string
  size: number
  /** The share of the icon that the drawing takes. A system may cut off all but the middle 80 %. */
  share: number
  background: string
}

const icons: Icon[] = [
  { name: 'icon-192', size: 192, share: 1, background: 'transparent' },
  { name: 'icon-512', size: 512, share: 1, background: 'transparent' },
  { name: 'icon-maskable-512', size: 512, share: 0.58, background: PAPER },
  // iOS shows a transparent background black.
  { name: 'apple-touch-icon', size: 180, share: 0.72, background: PAPER },
]

const chrome = await chromium.launch(browser.launchOptions)
for (const { name, size, share, background } of icons) {
  const page = await chrome.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}">
      <div style="width:${size * share}px;height:${size * share}px;line-height:0">${drawing}</div>`,
  )
  const options = { omitBackground: background === 'transparent' }
  writeFileSync(new URL(`icons/${name}.png`, web), await page.screenshot(options))
  await page.close()
}
await chrome.close()
