import { defineConfig } from 'vitest/config'
import { maxWorkers } from '../../vitest.config.ts'

export default defineConfig({
  test: {
    maxWorkers,
    name: 'web',
    environment: 'jsdom',
    // Each file has modules and a page of its own, but not a process: those took half of the time.
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // Only what hangs meets this limit, however busy the machine is.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
