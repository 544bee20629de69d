import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rejectsCsv } from '../../imports/loads.ts'
import type { ReportedReject } from '../../imports/staging-store.ts'
import { writeRejects } from './reject-file.ts'

const reject = (value: string): ReportedReject => ({
  file: 'ventas.csv',
  line: 1234,
  saleCode: 'V-1',
  field: 'cliente_fono',
  value,
  reason: 'tiene caracteres de control',
})

const dangerous = ['=1+1', '+56 9', '-5', '@a', '＝1', 'a;"b"'].map(reject)

async function* each(rejects: ReportedReject[]) {
  yield* rejects
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-rejects-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the command writes what the screen downloads, and no cell is a formula (security 9.5)', async () => {
  const path = join(openFolder(), 'motivos.csv')
  await writeRejects(path, each(dangerous))
  const text = readFileSync(path, 'utf8')
  expect(text).toBe(rejectsCsv(dangerous))
  const values = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';')[4])
  expect(values.slice(0, 5)).toEqual(["'=1+1", "'+56 9", "'-5", "'@a", "'＝1"])
  expect(text).toContain('ventas.csv;1234;V-1;')
})

test('a file that cannot be written is told, and a lost connection is not mistaken for it', async () => {
  await expect(writeRejects('/no/hay/motivos.csv', each(dangerous))).rejects.toThrow(
    'No se puede escribir /no/hay/motivos.csv; no se cargó nada.',
  )
  async function* lost() {
    yield reject('x')
    throw new Error('connection lost')
  }
  await expect(writeRejects(join(openFolder(), 'x.csv'), lost())).rejects.toThrow('connection lost')
})
