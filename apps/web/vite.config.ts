import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunk-groups.ts'
import { compileHint } from './build/compile-hint.ts'
import { environmentTable } from './build/environment-table.ts'
import { usedMantineVariables } from './build/used-mantine-variables.ts'

const api = 'http://localhost:8010'

export default defineConfig({
  plugins: [react(), usedMantineVariables(), environmentTable(), compileHint()],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // Boot loads the page's modules after the first paint; preloading would compete with it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The application is loaded by address once the page is painted.
      input: ['index.html', 'src/app/main.tsx'],
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/dev': api },
  },
})
