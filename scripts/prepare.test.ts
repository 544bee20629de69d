import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInstalled } from './prepare.mjs'

const locked = {
  '': { name: 'carpeta-virtual', version: '2.0.0' },
  'apps/api': { name: '@carpeta/api' },
  'node_modules/@carpeta/api': { resolved: 'apps/api', link: true },
  'node_modules/fastify': { version: '6.0.0' },
  'node_modules/fastify/node_modules/pino': { version: '11.0.0' },
  'node_modules/fsevents': { version: '3.0.0', optional: true },
}

/** A clone in which npm has installed these packages; none when it has not run. */
function cloneWith(installed?: Record<string, object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-clone-'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }))
  mkdirSync(join(folder, 'node_modules'))
  if (installed) {
    const record = join(folder, 'node_modules', '.package-lock.json')
    writeFileSync(record, JSON.stringify({ packages: installed }))
  }
  return folder
}

test('what npm ci installed is not installed a second time by a release, other versions and parts are (§12.1035)', () => {
  const { '': _root, 'node_modules/fsevents': _other, ...complete } = locked
  expect(isInstalled(cloneWith(complete))).toBe(true)
  expect(isInstalled(cloneWith())).toBe(false)
  const { 'node_modules/fastify/node_modules/pino': _pino, ...partly } = complete
  expect(isInstalled(cloneWith(partly))).toBe(false)
  expect(
    isInstalled(cloneWith({ ...complete, 'node_modules/fastify': { version: '5.0.0' } })),
  ).toBe(false)
})
