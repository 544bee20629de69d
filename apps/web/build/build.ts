import { rm } from 'node:fs/promises'
import { build } from 'vite'
import { compress } from './compress.ts'
import { buildOffline } from './offline.ts'
import { prerender } from './prerender.ts'

const root = `${import.meta.dirname}/..`
const dist = `${root}/dist`
const server = `${root}/node_modules/.prerender`

await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })
await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: 'src/app/prerender.tsx',
    outDir: server,
    emptyOutDir: true,
    copyPublicDir: false,
    manifest: false,
    rolldownOptions: { input: 'src/app/prerender.tsx' },
  },
})
await prerender({ dist, entry: `${server}/prerender.js` })
await rm(server, { recursive: true })
await buildOffline(root, dist)
await compress(dist)
