import { defineConfig } from '@playwright/test'
import { browser, portalServer } from './portal-server.ts'

export default defineConfig({
  testDir: './stories',
  fullyParallel: true,
  // Much of a story is waiting: three keep two cores busy.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Only what hangs meets these limits, however busy the machine is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/results.json' },
    ],
  ],
  outputDir: '../test-results/e2e',
  use: {
    ...browser,
    baseURL: portalServer.url,
    screenshot: 'only-on-failure',
  },
  webServer: portalServer,
})
