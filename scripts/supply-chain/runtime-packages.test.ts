import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importsOf } from '../import-directions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NEEDED = ['{apps,packages}/*/{src,build,seeds}/**/*.{ts,tsx,mjs}', 'apps/web/vite.config.ts']
const PACKAGE = /^@?[\w-]+(?:[/.][\w.-]+)*$/
const TEST = /\.test\.tsx?$|\/testing\//

interface Manifest {
  dependencies?: Record<string, string>
}

function dependenciesOf(workspace: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  return Object.keys(manifest.dependencies ?? {})
}

/** Undefined for our own files, Node's modules, and text that only reads like an import. */
function packageOf(target: string): string | undefined {
  if (!PACKAGE.test(target) || /^(?:apps|packages)\//.test(target)) return undefined
  const [scope = '', name = ''] = target.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

test('the build and the server import no development package (§12.313)', () => {
  const missing = globSync(NEEDED, { cwd: root })
    .filter((file) => !TEST.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const workspace = file.split('/').slice(0, 2).join('/')
      const known = dependenciesOf(workspace)
      return importsOf(file, text)
        .filter(({ isType }) => !isType)
        .map(({ target }) => packageOf(target))
        .filter((name) => name !== undefined && !known.includes(name))
        .map((name) => `${file}: ${name}`)
    })
  expect(missing).toEqual([])
  // The pinned Node runs both.
  expect(dependenciesOf('.')).toContain('node')
})
