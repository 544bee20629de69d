import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkAndSync } from './disk.ts'

function folderWith(content: string): { folder: string; source: string } {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = join(folder, 'recibido')
  writeFileSync(source, content, { mode: 0o600 })
  return { folder, source }
}

test('a received file is not written again, and stays when its first name is deleted', async () => {
  const { folder, source } = folderWith('%PDF-')
  const stored = join(folder, 'documentos')
  await linkAndSync(stored, 'clave', source)
  expect(statSync(join(stored, 'clave')).ino).toBe(statSync(source).ino)
  rmSync(source)
  expect(readFileSync(join(stored, 'clave'), 'utf8')).toBe('%PDF-')
})

test('a key that is taken keeps its bytes', async () => {
  const { folder, source } = folderWith('%PDF-otro')
  const stored = join(folder, 'documentos')
  mkdirSync(stored)
  writeFileSync(join(stored, 'clave'), '%PDF-')
  await expect(linkAndSync(stored, 'clave', source)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(join(stored, 'clave'), 'utf8')).toBe('%PDF-')
})

test('a file of another file system is copied', async () => {
  const { folder, source } = folderWith('%PDF-')
  const stored = join(folder, 'documentos')
  await using opened = await open(source)
  await linkAndSync(stored, 'clave', `/proc/self/fd/${opened.fd}`)
  rmSync(source)
  expect(readFileSync(join(stored, 'clave'), 'utf8')).toBe('%PDF-')
  expect(statSync(join(stored, 'clave')).mode & 0o777).toBe(0o600)
})
