import { defineConfig } from '@playwright/test'
import { browser, portalServer } from './portal-server.ts'

export default defineConfig({
  testDir: './stories',
  fullyParallel: true,
  // Much of a story is waiting: three keep two cores busy.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // A machine that is busy with other tests is no failure.
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/results.json' },
    ],
  ],
  outputDir: '../test-results/e2e',
  use: { ...browser, baseURL: portalServer.url, trace: 'retain-on-failure' },
  webServer: portalServer,
})
