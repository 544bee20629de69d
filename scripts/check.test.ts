import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** In the place of npm and Vitest: says how it was called. */
const tool = `#!/bin/sh
echo "$(basename "$0") $*"
`

/** A clone with installed dependencies, and its first commit on `main`. */
function makeClone() {
  const clone = mkdtempSync(join(tmpdir(), 'carpeta-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  const write = (path: string, text = '', mode = 0o644) => {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text, { mode })
  }
  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=Rosa', '-c', 'user.email=rosa@example.com']
    execFileSync('git', [...author, ...args], { cwd: clone, stdio: 'ignore' })
  }
  const commit = (subject: string) => {
    git('add', '.')
    git('commit', '--message', subject)
  }
  for (const name of ['check.mjs', 'prepare.mjs']) {
    write(`scripts/${name}`)
    cpSync(fileURLToPath(new URL(name, import.meta.url)), join(clone, 'scripts', name))
  }
  write('.gitignore', 'node_modules\n')
  write('package-lock.json', '{}')
  write('node_modules/.installed', createHash('sha256').update('{}').digest('hex'))
  for (const name of ['npm', 'vitest']) write(`node_modules/.bin/${name}`, tool, 0o755)
  git('init', '--initial-branch', 'main')
  commit('the first')
  const check = () => {
    const names = ['MARIADB', 'NGINX', 'PROMTOOL', 'CLAMD']
    const paths = Object.fromEntries(names.map((name) => [`${name}_PATH`, process.execPath]))
    const env = { ...process.env, ...paths, SWIFT_PYTHON: process.execPath }
    const script = join(clone, 'scripts/check.mjs')
    return spawnSync(process.execPath, [script], { env, encoding: 'utf8' }).stdout
  }
  return { write, git, commit, check }
}

test('a branch is checked as a whole after its last commit, with the tests of each changed module of the API', () => {
  const { write, git, commit, check } = makeClone()
  git('switch', '--create', 'refunds')
  write('apps/api/src/payments/refunds.ts')
  commit('refund a payment')
  write('apps/api/test/sample-files.test.ts')
  const said = check()
  expect(said).toMatch(
    /^vitest run .*--project api .*apps\/api\/src\/payments\/ apps\/api\/test\/sample-files\.test\.ts$/m,
  )
  expect(said).toMatch(/^vitest run .*--project web --changed [0-9a-f]{40}$/m)
  expect(said).toMatch(/Checked 2 files, changed since [0-9a-f]+ the first/)
})

test('on the main branch what was committed last is checked', () => {
  const { write, commit, check } = makeClone()
  write('apps/api/src/uf/uf-file.ts')
  commit('read a file of the UF')
  expect(check()).toContain('of the API: apps/api/src/uf/\n')
})

test('a change outside of the API says that none of its tests ran', () => {
  const { write, commit, check } = makeClone()
  write('packages/domain/src/money/money.ts')
  commit('round pesos')
  expect(check()).toContain('no test of the API')
})
