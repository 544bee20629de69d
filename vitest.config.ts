import { defineConfig } from 'vitest/config'

// One project a room. `npm run check` runs all but `api`, which needs a real PostgreSQL.
export default defineConfig({
  test: {
    // Much of a test is waiting for the database: vitest's own choice leaves one core idle.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'domain', include: ['packages/domain/src/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      { test: { name: 'directions', include: ['scripts/**/*.test.ts'] } },
      'apps/api',
      'apps/web',
    ],
  },
})
