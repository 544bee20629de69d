import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readRepository } from '../source/read-repository.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NEEDED = /^(?:apps|packages)\/[\w-]+\/(?:src|build|seeds)\/|^apps\/web\/vite\.config\.ts$/
const TEST = /\.test\.tsx?$|\/testing\//
const IMPORT = /^(?:import|export) (?!type )[^'"]*?'([^']+)'|\bimport\('([^']+)'\)/gm

interface Manifest {
  dependencies?: Record<string, string>
}

function dependenciesOf(workspace: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  return Object.keys(manifest.dependencies ?? {})
}

function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:|virtual:)/.test(specifier)) return undefined
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

test('the build and the server import no development package', () => {
  const missing = [...readRepository()]
    .filter(([file]) => NEEDED.test(file) && !TEST.test(file))
    .flatMap(([file, text]) => {
      const workspace = file.split('/').slice(0, 2).join('/')
      const known = dependenciesOf(workspace)
      const imported = [...text.matchAll(IMPORT)].map(([, one, other]) => one ?? other ?? '')
      return imported
        .map(packageOf)
        .filter((name) => name !== undefined && !known.includes(name))
        .map((name) => `${file}: ${name}`)
    })
  expect(missing).toEqual([])
  // The pinned Node runs both.
  expect(dependenciesOf('.')).toContain('node')
})
