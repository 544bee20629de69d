import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type ZippedFile, zip } from '../../../test/imports/zip.ts'
import type { Transaction } from '../../db/client.ts'
import { unpackedUpTo } from '../../files/read-file.ts'
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

/** Unpacks an upload: the names written to the disk, and a function that reads its sales. */
async function unpack(content: Buffer, maxBytes = MB) {
  const work = workFolder()
  const file = join(work, 'upload')
  writeFileSync(file, content)
  const files = join(work, 'files')
  const source = await unpackExport(file, { name: 'carga', folder: files, maxBytes })
  const read = async () => {
    // Only a folder of CSV files is joined in the database.
    const { header, sales, close } = await source.open({} as Transaction)
    const numbers: number[] = []
    for await (const { number } of sales) numbers.push(number)
    await close()
    return { announced: header?.announced, numbers }
  }
  return { read, written: existsSync(files) ? readdirSync(files).toSorted() : [] }
}

const unpackAndRead = async (content: Buffer) => (await unpack(content)).read()

test('the content tells what a file is, not its name', async () => {
  const content = `${lines}{}\n`
  for (const packed of [
    Buffer.from(content),
    gzipSync(content),
    zip([{ name: 'Noviembre.NDJSON', content }]),
  ]) {
    expect(await unpackAndRead(packed)).toEqual({ announced: 0, numbers: [2] })
  }
})

test('a zip may have the CSV files in a folder, beside files that are not read', async () => {
  const others = [
    { name: '__MACOSX/ventas.csv', content: 'x' },
    { name: 'exporta/leeme.txt', content: 'x' },
    { name: 'exporta/', content: '' },
  ]
  const named = folder.map((file) => ({ ...file, name: `exporta/${file.name}` }))
  const { written } = await unpack(zip([...others, ...named]))
  expect(written).toEqual(folder.map(({ name }) => name).toSorted())
})

test.each([
  '../../ventas.csv',
  '/etc/ventas.csv',
  '..\\ventas.csv',
  'C:\\ventas.csv',
  './ventas.csv',
])(
  'the name %s in a zip becomes no path: its file has our own name (security 7.38)',
  async (name) => {
    const [header, , ...others] = folder
    const bytes = zip([{ name, content: 'code\n' }, ...(header ? [header] : []), ...others])
    const { written } = await unpack(bytes)
    expect(written).toEqual(folder.map(({ name }) => name).toSorted())
    expect(existsSync('/etc/ventas.csv')).toBe(false)
    await expect(unpack(zip([{ name, content: 'x' }, ...folder]))).rejects.toThrow(
      'El zip trae ventas.csv más de una vez.',
    )
  },
)

test('a bomb ends at the limit, whatever size it states (security 7.38)', async () => {
  const bomb = Buffer.alloc(3 * MB, '{}\n')
  const tooLarge = 'El archivo descomprimido pesa más de 1 MB.'
  await expect(unpackAndRead(gzipSync(bomb))).rejects.toThrow(tooLarge)
  const members = Buffer.concat([gzipSync(bomb.subarray(0, MB)), gzipSync('x')])
  await expect(unpackAndRead(members)).rejects.toThrow(tooLarge)
  await expect(unpack(zip([{ name: 'a.ndjson', content: bomb }]))).rejects.toThrow(tooLarge)
  const two = csvs.map((file) => ({ ...file, content: Buffer.alloc(MB / 2) }))
  await expect(unpack(zip([...folder.slice(0, 1), ...two]))).rejects.toThrow(tooLarge)
  const lying = zip([{ name: 'a.ndjson', content: bomb, statedSize: 10 }])
  await expect(unpack(lying)).rejects.toThrow(/dañado|pesa más/)
})

test.each<[string, string, Buffer]>([
  ['gzip in gzip', 'carga', gzipSync(gzipSync(Buffer.alloc(3 * MB, '{}\n')))],
  ['a zip in gzip', 'carga', gzipSync(zip(folder))],
  [
    'gzip in a zip',
    'noviembre.ndjson',
    zip([{ name: 'noviembre.ndjson', content: gzipSync(lines) }]),
  ],
  ['a CSV in gzip in a zip', 'ventas.csv', zip([{ name: 'ventas.csv', content: gzipSync('x') }])],
])('%s is refused by its name (security 7.47)', async (_, name, content) => {
  const twice = `${name} está comprimido dos veces: debe estarlo una sola vez.`
  await expect(unpackAndRead(content)).rejects.toThrow(twice)
})

test('what is packed twice is refused however its first bytes arrive (security 7.47)', async () => {
  const bytes = unpackedUpTo(MB)(
    Readable.from([...gzipSync(lines)].map((byte) => Buffer.of(byte))),
    'carga',
  )
  await expect(async () => {
    for await (const _chunk of bytes);
  }).rejects.toThrow('carga está comprimido dos veces')
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
