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

/** A page as a program of somebody else writes it. */
function foreignPdf(catalog: string, objects: string[], pageExtra = ''): SampleFile {
  const lines = [
    '%PDF-1.7',
    `1 0 obj<</Type/Catalog/Pages 2 0 R ${catalog}>>endobj`,
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Properties<</L 5 0 R>>>>${pageExtra}>>endobj`,
    '4 0 obj<</Length 43>>stream\n/OC /L BDC 0 0 0 rg 100 100 300 300 re f EMC\nendstream endobj',
    '5 0 obj<</Type/OCG/Name(capa)>>endobj',
    ...objects,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ]
  return { name: 'ajeno.pdf', bytes: Buffer.from(lines.join('\n'), 'latin1') }
}

const widget =
  '8 0 obj<</Type/Annot/Subtype/Widget/FT/Tx/T(monto)/V(1.500.000)/DA(/F 24 Tf)/Rect[9 9 90 30]/F 4/P 3 0 R>>endobj'
const formWith = (drawing: string, ...objects: string[]) =>
  foreignPdf(`/AcroForm<</Fields[8 0 R]${drawing}>>`, [widget, ...objects], '/Annots[8 0 R]')
const layersWith = (configuration: string, ...objects: string[]) =>
  foreignPdf(`/OCProperties<</OCGs[5 0 R]/D<<${configuration}>>>>`, objects)

test.each<[string, string, SampleFile]>([
  ['form drawn from its values', 'undrawn_form', formWith('/NeedAppearances true')],
  [
    'the same, said elsewhere',
    'undrawn_form',
    formWith('/NeedAppearances 7 0 R', '7 0 obj true endobj'),
  ],
  ['hidden layer', 'hidden_layers', layersWith('/OFF[5 0 R]')],
  [
    'layer hidden by another object',
    'hidden_layers',
    layersWith('/OFF 7 0 R', '7 0 obj[5 0 R]endobj'),
  ],
  [
    'state in another object',
    'hidden_layers',
    layersWith('/BaseState 7 0 R', '7 0 obj/OFF endobj'),
  ],
])(
  'a PDF with a %s would lose it, and is sent alone (security 7.460)',
  async (_, problem, file) => {
    const other = await page('b.pdf', ['B'])
    expect(await join(other, file)).toBe(problem)
  },
)

test('a form whose fields are drawn and layers that are all shown are joined (security 7.460)', async () => {
  const other = await page('b.pdf', ['B'])
  for (const file of [formWith('/NeedAppearances false'), layersWith('/OFF[]/ON[5 0 R]')]) {
    expect(await pagesOf(await join(file, other))).toHaveLength(2)
  }
})
