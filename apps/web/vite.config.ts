import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { environmentTable } from './build/environment-table.ts'
import { usedMantineVariables } from './build/used-mantine-variables.ts'

// The login, the parts of its form and what every page needs, in one file instead of a dozen.
const FORM =
  /components\/(Input|TextInput|PasswordInput|CloseButton|ActionIcon)\/|ui\/(fields\/(password-field|rut-field|format-typed-rut|inputs|action-icon)|feedback\/notice)|domain\/src\/(people\/rut|money\/thousands)|screens\/login\/(login-page|login-form|login-failure|passkey-login|forgot-password)|environment\/|session\/(pending-step|before-logout)|access\/permissions|ui\/layout\/card-page|session\/log-in/
// Small parts of many screens, in one file instead of a file each.
const PARTS =
  /web\/src\/(ui\/(layout\/(card|stack|button-row|divided-list|page-tabs|section)|display\/facts|icons\/icons)|api\/client\/(answered|download))\.tsx?$/
const REACT = /node_modules\/(react|react-dom|scheduler|react-router)\//
const api = 'http://localhost:8010'

export default defineConfig({
  plugins: [react(), usedMantineVariables(), environmentTable()],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // Boot loads the page's modules after the first paint; preloading would compete with it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'index.html',
      // Separate from our own code, which changes with every release.
      output: {
        codeSplitting: {
          groups: [
            // Needed before the first paint, so it must not import another file.
            { name: 'load', test: /vite\/preload-helper/, priority: 1 },
            { name: 'react', test: REACT },
            { name: 'form', test: FORM },
            { name: 'parts', test: PARTS },
          ],
        },
      },
    },
  },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/dev': api },
  },
})
