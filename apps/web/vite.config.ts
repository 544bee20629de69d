import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { environmentTable } from './build/environment-table.ts'
import { usedMantineVariables } from './build/used-mantine-variables.ts'

const REACT = /node_modules\/(react|react-dom|scheduler|react-router)\//
const api = 'http://localhost:8010'

export default defineConfig({
  plugins: [react(), usedMantineVariables(), environmentTable()],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // Boot asks for the page's own modules after the first paint; nothing may compete with it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'index.html',
      // Apart from our own code, which changes with every release.
      output: { codeSplitting: { groups: [{ name: 'react', test: REACT }] } },
    },
  },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/dev': api },
  },
})
