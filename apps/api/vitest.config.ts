import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: '100%',
    name: 'api',
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: process.env.RECORD_STATEMENTS ? ['./test/releases/record-statements.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
