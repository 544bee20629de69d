import { deflateSync } from 'node:zlib'
import { MAX_JOINED_PAGES } from '@carpeta/domain/requests/document-rules'
import { afterAll, expect, test } from 'vitest'
import { page, photo, readPages } from '../../test/pdf/readable-files.ts'
import { png, type SampleFile } from '../../test/sample-files.ts'
import { fileProblemOf } from './file-problem.ts'
import { openPdfPool } from './pdf-pool.ts'

const MODULE = new URL('./join-files.ts', import.meta.url)

const rosa = { owner: 'rosa' }
const pool = openPdfPool()
afterAll(() => pool.close())

async function join(...files: SampleFile[]): Promise<Buffer | string> {
  const joinable = files.map(({ name, bytes }) => ({ type: typeOf(name), bytes }))
  try {
    return Buffer.from(await pool.takeTurn(rosa, (draw) => draw<Uint8Array>(MODULE, joinable)))
  } catch (error) {
    return fileProblemOf(error) ?? String(error)
  }
}

function typeOf(name: string): string {
  if (name.endsWith('.pdf')) return 'application/pdf'
  return name.endsWith('.png') ? 'image/png' : 'image/jpeg'
}

async function pagesOf(joined: Buffer | string): Promise<string[]> {
  if (typeof joined === 'string') throw new Error(joined)
  return readPages(joined)
}

test('photos and PDFs become the pages of one PDF, in order and upright (§12.340)', async () => {
  const joined = await join(
    photo('frente.jpg'),
    // The camera was turned: the picture is stored wide and shown high.
    photo('dorso.jpg', { orientation: 6 }),
    await page('contrato.pdf', ['Uno', 'Dos']),
    png('captura.png'),
  )
  expect(await pagesOf(joined)).toEqual(['wide', 'high', 'Uno', 'Dos', 'high'])
})

test('a PDF that only forbids printing is joined, one that needs a password is not', async () => {
  const restricted = await page('a.pdf', ['A'], { ownerPassword: 'solo-dueño' })
  expect(await pagesOf(await join(restricted, restricted))).toEqual(['A', 'A'])
  expect(await join(await page('b.pdf', ['B'], { userPassword: 'secreta' }))).toBe('password')
})

test.each<[string, string, () => Promise<SampleFile> | SampleFile]>([
  ['damaged PDF', 'broken_pdf', () => ({ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 %%EOF') })],
  ['picture of nothing', 'broken_image', () => ({ name: 'a.jpg', bytes: Buffer.from([255, 216]) })],
  ['huge picture', 'too_many_pixels', () => png('a.png', { width: 30_000, height: 30_000 })],
  ['picture with damaged pixels', 'broken_image', () => withPixels(Buffer.from([9, 128]))],
  [
    'picture with pixels beyond its size',
    'broken_image',
    () => withPixels(Buffer.alloc(50_000_000)),
  ],
  [
    'long PDF',
    'too_many_pages',
    () =>
      page(
        'a.pdf',
        Array.from({ length: MAX_JOINED_PAGES + 1 }, () => 'x'),
      ),
  ],
])(
  'a %s is refused, and the next files are joined (§12.343, security 7.42)',
  async (_name, problem, wrong) => {
    expect(await join(await wrong())).toBe(problem)
    const whole = await page('b.pdf', ['B'])
    expect(await pagesOf(await join(whole, whole))).toEqual(['B', 'B'])
  },
)

function withPixels(pixels: Buffer): SampleFile {
  const { name, bytes } = png()
  const data = deflateSync(pixels)
  const at = bytes.indexOf('IDAT')
  const head = Buffer.from(bytes.subarray(0, at + 4))
  head.writeUInt32BE(data.length, at - 4)
  return { name, bytes: Buffer.concat([head, data, bytes.subarray(bytes.indexOf('IEND') - 8)]) }
}
