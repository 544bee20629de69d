import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { usedMantineVariables } from './used-mantine-variables.ts'

const BASE = '/offline/'
const target = 'es2022'

/**
 * The offline page with files of its own, so that it adds nothing to the other pages, and the two
 * service workers (docs/decisions/0054).
 */
export async function buildOffline(root: string, dist: string): Promise<void> {
  const folder = `${dist}${BASE}`
  await build({
    configFile: false,
    root: `${root}/src/app/offline`,
    base: BASE,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), usedMantineVariables()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const shell = await shellOf(folder)
  await buildWorker(root, dist, 'offline-worker', { SHELL: JSON.stringify(shell) })
  await buildWorker(root, dist, 'offline-worker-removal', {})
}

/** A change of any file changes the version, and so the worker. */
async function shellOf(folder: string): Promise<{ version: string; files: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(await readFile(path))
  const files = paths.map((path) => BASE + relative(folder, path).replace('index.html', ''))
  return { version: hash.digest('hex').slice(0, 12), files: files.toSorted() }
}

async function buildWorker(
  root: string,
  dist: string,
  name: string,
  define: Record<string, string>,
): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      outDir: dist,
      emptyOutDir: false,
      target,
      rolldownOptions: {
        input: `${root}/src/offline/worker/${name}.ts`,
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  })
}
