import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** The folder that a program says, which fails in the end. */
function folderOf(program: string): string {
  const args = ['--input-type=module', '--eval', `${program}; throw new Error('failed')`]
  const { E2E_FOLDER, E2E_DATA_DIR, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  return stdout.trim()
}

test('what a test leaves in the temporary folder goes with the run, also after a failure', () => {
  // This run's, too.
  expect(basename(tmpdir())).toMatch(/^carpeta-/)
  const left = folderOf(`
    import { mkdtempSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import setup from './scripts/temporary-folder.mjs'
    setup()
    console.log(mkdtempSync(tmpdir() + '/left-'))
  `)
  expect(basename(left)).toMatch(/^left-/)
  expect(existsSync(dirname(left))).toBe(false)
})

test('the data of the stories go with their run, also after a failure', () => {
  const dataDir = folderOf(`
    import { dataDir } from './e2e/portal-server.ts'
    console.log(dataDir)
  `)
  expect(basename(dataDir)).toMatch(/^carpeta-e2e-/)
  expect(existsSync(dirname(dataDir))).toBe(false)
})
