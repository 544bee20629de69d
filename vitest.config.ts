import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Much of a test is waiting for the database and for processes: three workers keep two cores busy. Projects run
 * together only with the same number, which they do not inherit.
 */
export const maxWorkers = Math.ceil(1.5 * availableParallelism())
// Only what hangs meets this limit, however busy the machine is.
const testTimeout = 60_000
// Pure functions leave nothing behind: one worker may run several of their files.
const isolate = false

// A project for each package, and one for the files of the API that need modules of their own.
// `npm run check` runs all but those of the API, which need a real PostgreSQL.
export default defineConfig({
  test: {
    globalSetup: ['scripts/temporary-folder.mjs'],
    projects: [
      {
        test: {
          name: 'domain',
          maxWorkers,
          isolate,
          testTimeout,
          include: ['packages/domain/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'contract',
          maxWorkers,
          isolate,
          testTimeout,
          include: ['packages/contract/src/**/*.test.ts'],
        },
      },
      { test: { name: 'repository', maxWorkers, testTimeout, include: ['scripts/**/*.test.ts'] } },
      'apps/api',
      'apps/api/vitest.own-modules.config.ts',
      'apps/web',
    ],
  },
})
