import { defineConfig } from 'vitest/config'
import { maxWorkers } from '../../vitest.config.ts'

/** Files that replace modules or values, or look at what their process has counted or needs. */
export const needsOwnModules = [
  'src/auth/same-work.test.ts',
  'src/db/frequent-statements.test.ts',
  'src/documents/upload-limits.test.ts',
  'src/imports/mysql/snapshot.test.ts',
  'src/sales/added-field.test.ts',
]

export default defineConfig({
  test: {
    name: 'api-own-modules',
    maxWorkers,
    include: needsOwnModules,
    globalSetup: ['./test/global-setup.ts'],
    // Without the lower cost of hashes: the modules that set it would be loaded before a file replaces some.
    setupFiles: ['./test/patience.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
