import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { environmentTable } from './build/environment-table.ts'
import { usedMantineVariables } from './build/used-mantine-variables.ts'

// The login and what every form is made of, in one file instead of a dozen small ones.
const FORM =
  /react-hook-form|components\/(Input|TextInput|PasswordInput|CloseButton|ActionIcon)\/|ui\/(fields\/(password-field|rut-field|format-typed-rut|inputs|action-icon)|feedback\/notice)|domain\/src\/(rut|thousands)|screens\/login\/(login-page|login-form|login-failure)|ui\/layout\/card-page|session\/log-in/
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
      output: {
        codeSplitting: {
          groups: [
            // Boot needs it before the first paint: it must not drag another file along.
            { name: 'load', test: /vite\/preload-helper/, priority: 1 },
            { name: 'react', test: REACT },
            { name: 'form', test: FORM },
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
