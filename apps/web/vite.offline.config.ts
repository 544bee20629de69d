import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { VitePWA } from 'vite-plugin-pwa'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * The offline page with files of its own, which its worker stores (docs/decisions/statements.md). It is built after the
 * pages, into their folder.
 */
export default defineConfig({
  root: path('src/app/offline'),
  base: '/offline/',
  publicDir: false,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    compression({ algorithms: ['gzip', 'brotliCompress'] }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: path('src/offline/worker'),
      filename: 'offline-worker.ts',
      outDir: path('dist'),
      // Only the profile registers it, and the manifest is a file of the pages.
      injectRegister: false,
      manifest: false,
      injectManifest: { globPatterns: ['offline/**/*.{html,js,css,woff2}'] },
    }),
  ],
  build: {
    outDir: path('dist/offline'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
