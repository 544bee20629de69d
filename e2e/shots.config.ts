import { defineConfig } from '@playwright/test'
import { browser, portalServer } from './portal-server.ts'

/** Neither hovers nor drags files: a coarse pointer, which no other option of Playwright's tells the page of. */
const FINGER =
  '--blink-settings=primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1'

/** `npm run shots`: a picture of every screen and state on phone, tablet and desktop, into `shots/`. */
export default defineConfig({
  testDir: './shots',
  workers: 2,
  fullyParallel: true,
  // Only what hangs meets it, however busy the machine is.
  timeout: 180_000,
  reporter: 'list',
  outputDir: '../test-results/shots',
  use: { ...browser, baseURL: portalServer.url },
  webServer: portalServer,
  projects: [
    {
      name: 'phone',
      use: {
        viewport: { width: 360, height: 780 },
        deviceScaleFactor: 2,
        hasTouch: true,
        launchOptions: { ...browser.launchOptions, args: [...browser.launchOptions.args, FINGER] },
      },
    },
    { name: 'tablet', use: { viewport: { width: 768, height: 1024 } } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
