import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageScriptHash } from './page-script-hash.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carpeta-pages-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the policy allows the text of the script within the pages (security 8.1)', async () => {
  expect(pageScriptHash(folder)).toEqual([])
  const page = '<script type="module" data-modules="/a.js /b.js">start("<\\u002fa>")</script>'
  await writeFile(join(folder, 'index.html'), page)
  const hash = createHash('sha256').update('start("<\\u002fa>")').digest('base64')
  expect(pageScriptHash(folder)).toEqual([`'sha256-${hash}'`])
})

test('pages of another build are refused when the portal starts (security 8.1)', async () => {
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/boot.js"></script>')
  expect(() => pageScriptHash(folder)).toThrow('build the web again')
})
