import { defineConfig } from 'vitest/config'
import { needsOwnModules } from './vitest.own-modules.config.ts'

export default defineConfig({
  test: {
    // Some tests wait for the limits of a slow or silent other side: four workers keep two cores busy.
    maxWorkers: '200%',
    // Each file has its own database and portal. To load all modules anew for each took a third of a run.
    isolate: false,
    name: 'api',
    include: ['{src,test}/**/*.test.ts'],
    exclude: needsOwnModules,
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: process.env.RECORD_STATEMENTS ? ['./test/releases/record-statements.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
