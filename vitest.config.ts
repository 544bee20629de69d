import { defineConfig } from 'vitest/config'

// Much of a test is waiting for the database: Vitest's own choice leaves one core idle. It is a
// project's own setting, which is not inherited; apps/api and apps/web say it in their configs.
const maxWorkers = '100%'

// One project a room. `npm run check` runs all but `api`, which needs a real PostgreSQL.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', maxWorkers, include: ['packages/domain/src/**/*.test.ts'] } },
      { test: { name: 'contract', maxWorkers, include: ['packages/contract/src/**/*.test.ts'] } },
      { test: { name: 'directions', maxWorkers, include: ['scripts/**/*.test.ts'] } },
      'apps/api',
      'apps/web',
    ],
  },
})
