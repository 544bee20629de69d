import { defineConfig } from 'vitest/config'

// One project a room. `npm run check` runs all but `api`, which needs a real PostgreSQL.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', include: ['packages/domain/src/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      { test: { name: 'directions', include: ['scripts/**/*.test.ts'] } },
      'apps/api',
      'apps/web',
    ],
  },
})
