import { defineConfig } from 'vitest/config'
import { maxWorkers } from '../../vitest.config.ts'
import { needsOwnModules } from './vitest.own-modules.config.ts'

export default defineConfig({
  test: {
    maxWorkers,
    // Each file has its own database and portal. To load all modules anew for each took a third of a run.
    isolate: false,
    name: 'api',
    include: ['{src,test}/**/*.test.ts'],
    exclude: needsOwnModules,
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: [
      './test/setup.ts',
      ...(process.env.RECORD_STATEMENTS ? ['./test/releases/record-statements.ts'] : []),
    ],
    // Only what hangs meets these limits, however busy the machine is.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
