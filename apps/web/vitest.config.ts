import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: '100%',
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // Only what hangs meets this limit, however busy the machine is.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
