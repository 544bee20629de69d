import { defineConfig } from '@playwright/test'
import { browser, portalServer } from './portal-server.ts'

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
      // A finger, which neither hovers nor drags files.
      use: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true },
    },
    { name: 'tablet', use: { viewport: { width: 768, height: 1024 } } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
