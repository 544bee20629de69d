import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const base = '/offline/'

/**
 * The offline page with files of its own, which its worker stores (docs/decisions/statements.md). It is built after the
 * pages, into their folder.
 */
export default defineConfig({
  root: path('src/app/offline'),
  base,
  publicDir: false,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    compression({ algorithms: ['gzip', 'brotliCompress'] }),
    offlineWorker(),
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

/** The worker, with the files of the page that it stores and their revision. */
function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    writeBundle: {
      // After the page is compressed.
      order: 'post',
      async handler(_options, bundle) {
        const outputs = Object.values(bundle).filter(({ fileName }) => STORED.test(fileName))
        const page = outputs.find(({ fileName }) => fileName === 'index.html')
        if (page?.type !== 'asset') throw new Error('the offline page is not in the build')
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: {
            OFFLINE_FILES: JSON.stringify(
              outputs.map(({ fileName }) => base + fileName.replace(/^index\.html$/, '')),
            ),
            // The page names every other file, so it changes with them.
            OFFLINE_REVISION: JSON.stringify(
              createHash('sha256').update(page.source).digest('hex').slice(0, 32),
            ),
          },
          build: {
            lib: {
              entry: path('src/offline/worker/offline-worker.ts'),
              formats: ['iife'],
              name: 'worker',
              fileName: () => 'offline-worker.js',
            },
            outDir: path('dist'),
            emptyOutDir: false,
            target: 'es2022',
          },
        })
      },
    },
  }
}

const STORED = /\.(html|js|css|woff2)$/
