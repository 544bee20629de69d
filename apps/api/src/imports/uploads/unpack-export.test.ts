import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type ZippedFile, zip } from '../../../test/imports/zip.ts'
import { unpackExport } from './unpack-export.ts'

const MB = 1024 * 1024
const lines = '{"corte":"2026-11-20T06:00:00-03:00","ventas":0}\n'
const csvs = ['ventas', 'cuotas', 'pagos', 'compromisos', 'seguimiento'].map((name) => ({
  name: `${name}.csv`,
  content: 'code\n',
}))
const folder: ZippedFile[] = [{ name: 'corte.json', content: lines }, ...csvs]

function workFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'carpeta-unpack-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

async function unpack(content: Buffer, maxBytes = MB) {
  const work = workFolder()
  const file = join(work, 'upload')
  writeFileSync(file, content)
  const files = join(work, 'files')
  const unpacked = await unpackExport(file, files, maxBytes)
  return { ...unpacked, written: readdirSync(files).toSorted(), work }
}

test('the content tells what a file is, not its name', async () => {
  expect(await unpack(Buffer.from(lines))).toMatchObject({ kind: 'ndjson', written: [] })
  const packed = await unpack(gzipSync(lines))
  expect(packed).toMatchObject({ kind: 'ndjson', written: ['export.ndjson'] })
  expect(readFileSync(packed.path, 'utf8')).toBe(lines)
  const zipped = await unpack(zip([{ name: 'Noviembre.NDJSON', content: lines }]))
  expect(readFileSync(zipped.path, 'utf8')).toBe(lines)
})

test('a zip may have the CSV files in a folder, beside files that are not read', async () => {
  const others = [
    { name: '__MACOSX/ventas.csv', content: 'x' },
    { name: 'exporta/leeme.txt', content: 'x' },
    { name: 'exporta/', content: '' },
  ]
  const named = folder.map((file) => ({ ...file, name: `exporta/${file.name}` }))
  const { kind, written } = await unpack(zip([...others, ...named]))
  expect(kind).toBe('folder')
  expect(written).toEqual(folder.map(({ name }) => name).toSorted())
})

test.each([
  ['../../ventas.csv', /dañado/],
  ['/etc/ventas.csv', /dañado/],
  ['..\\ventas.csv', /dañado/],
])(
  'a zip with the name %s is refused, and writes nothing elsewhere (security 7.38)',
  async (name, reason) => {
    const bytes = zip([{ name, content: 'x' }, ...folder])
    await expect(unpack(bytes)).rejects.toThrow(reason)
  },
)

test('a bomb ends at the limit, whatever size it states (security 7.38)', async () => {
  const bomb = Buffer.alloc(3 * MB)
  const tooLarge = 'El archivo descomprimido pesa más de 1 MB.'
  await expect(unpack(gzipSync(bomb))).rejects.toThrow(tooLarge)
  await expect(unpack(zip([{ name: 'a.ndjson', content: bomb }]))).rejects.toThrow(tooLarge)
  const two = csvs.map((file) => ({ ...file, content: Buffer.alloc(MB / 2) }))
  await expect(unpack(zip([...folder.slice(0, 1), ...two]))).rejects.toThrow(tooLarge)
  const lying = zip([{ name: 'a.ndjson', content: bomb, statedSize: 10 }])
  await expect(unpack(lying)).rejects.toThrow(/dañado|pesa más/)
})

test.each<[string, ZippedFile[], string]>([
  [
    'lacks files',
    folder.slice(0, 3),
    'Al zip le falta pagos.csv, compromisos.csv, seguimiento.csv.',
  ],
  [
    'has none',
    [{ name: 'foto.png', content: 'x' }],
    'El zip no trae un archivo .ndjson ni los CSV.',
  ],
  ['has a file twice', [...folder, ...csvs.slice(0, 1)], 'El zip trae ventas.csv más de una vez.'],
  [
    'has both forms',
    [...folder, { name: 'a.ndjson', content: lines }],
    'El zip debe traer un archivo .ndjson o los CSV, no ambos.',
  ],
  [
    'has a password',
    [{ name: 'a.ndjson', content: lines, isEncrypted: true }],
    'El zip tiene contraseña.',
  ],
  [
    'has too many files',
    Array.from({ length: 101 }, (_, index) => ({ name: `${index}.txt`, content: '' })),
    'El zip trae demasiados archivos.',
  ],
])('a zip that %s is refused with a sentence', async (_, files, sentence) => {
  await expect(unpack(zip(files))).rejects.toThrow(sentence)
})

test('a torn zip is refused with a sentence', async () => {
  const torn = zip(folder).subarray(0, 200)
  await expect(unpack(torn)).rejects.toThrow('El archivo está dañado o no es lo que dice ser.')
})
