import fc from 'fast-check'
import { PNG } from 'pngjs'
import { afterAll, describe, expect, test } from 'vitest'
import { page } from '../../test/pdf/readable-files.ts'
import { fileProblemOf } from './file-problem.ts'
import { renderLimits } from './pdf-limits.ts'
import { openPdfPool } from './pdf-pool.ts'
import { withPdfium } from './pdfium.ts'
import { pixelSize, type RenderedPage } from './render-page.ts'

const MODULE = new URL('./render-page.ts', import.meta.url)

const mario = { owner: 'mario' }
const pool = openPdfPool()
afterAll(() => pool.close())

async function render(bytes: Buffer, page = 1): Promise<RenderedPage | string> {
  try {
    return await pool.takeTurn(mario, (draw) => draw<RenderedPage>(MODULE, [{ bytes, page }]))
  } catch (error) {
    return fileProblemOf(error) ?? String(error)
  }
}

async function rendered(bytes: Buffer, page = 1) {
  const result = await render(bytes, page)
  if (typeof result === 'string') throw new Error(result)
  const { width, height, data } = PNG.sync.read(Buffer.from(result.png))
  let ink = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) ink++
  return { pages: result.pages, width, height, ink }
}

/** A PDF of one page with this content; its objects follow the catalogue, the pages and the page. */
function drawn(
  content: string,
  { box = '0 0 612 792', objects = '', resources = '', annotations = '' } = {},
) {
  const text = [
    '%PDF-1.7',
    '1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources<<${resources}>>/Annots[${annotations}]>>endobj`,
    `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
    objects,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ]
  return Buffer.from(text.join('\n'), 'latin1')
}

describe('a page', () => {
  test('is drawn in black on white, with the number of pages', async () => {
    const { bytes } = await page('contrato.pdf', ['Uno', ''])
    const [first, second] = [await rendered(bytes, 1), await rendered(bytes, 2)]
    expect(first).toMatchObject({ pages: 2, width: 1275, height: 1650 })
    expect(first.ink).toBeGreaterThan(0)
    expect(second).toMatchObject({ pages: 2, ink: 0 })
  })

  test('of any size becomes a picture within the limits', async () => {
    const { width, height } = await rendered(drawn('', { box: '0 0 14400 14400' }))
    expect([width, height]).toEqual([2000, 2000])
  })

  test.each([
    ['its stamps', 'Stamp'],
    ['what was written in the fields of a form', 'Widget/FT/Tx/T(nombre)/V(Rosa)'],
  ])('has %s', async (_name, kind) => {
    const field = `5 0 obj<</Type/Annot/Subtype/${kind}/F 4/Rect[0 0 100 100]/AP<</N 6 0 R>>>>endobj`
    const look =
      '6 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 100 100]/Length 16>>stream\n0 0 100 100 re f\nendstream endobj'
    const form = drawn('', { objects: `${field}\n${look}`, annotations: '5 0 R' })
    expect((await rendered(form)).ink).toBeGreaterThan(0)
  })

  test('that only forbids copying is drawn', async () => {
    const { bytes } = await page('a.pdf', ['A'], { ownerPassword: 'solo-dueño' })
    expect((await rendered(bytes)).pages).toBe(1)
  })
})

const withoutPages = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

describe('is refused, and the next one is drawn:', () => {
  test.each<[string, string, () => Promise<Buffer> | Buffer, number]>([
    ['a damaged PDF', 'broken_pdf', () => Buffer.from('%PDF-1.7 %%EOF'), 1],
    ['a PDF without pages', 'broken_pdf', () => withoutPages, 1],
    [
      'a PDF with a password',
      'password',
      async () => (await page('a.pdf', ['A'], { userPassword: 'secreta' })).bytes,
      1,
    ],
    ['a page beyond the last', 'no_page', () => drawn(''), 2],
  ])('%s', async (_name, problem, wrong, number) => {
    expect(await render(await wrong(), number)).toBe(problem)
    expect((await rendered(drawn('0 0 100 100 re f'))).ink).toBeGreaterThan(0)
  })
})

test('PDFium’s memory has a limit, which a thread’s own limit does not include (security 7.46)', async () => {
  const allocate = (mb: number) =>
    withPdfium(({ pdfium }) => pdfium.wasmExports.malloc(mb * 1_048_576))
  expect(await allocate(600)).toBe(0)
  expect(await allocate(60)).toBeGreaterThan(0)
})

test('a picture of four gigapixels ends within the limits (security 7.46)', async () => {
  const side = 65_000
  const picture = `5 0 obj<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB/Length 3>>stream\nabc\nendstream endobj`
  const bytes = drawn('600 0 0 700 0 0 cm /A Do', {
    objects: picture,
    resources: '/XObject<</A 5 0 R>>',
  })
  const result = await render(bytes)
  if (typeof result === 'string') expect(result).toBeOneOf(['too_complex', 'broken_pdf'])
  else expect(result.png.length).toBeLessThan(10_000_000)
  expect((await rendered(drawn('0 0 100 100 re f'))).ink).toBeGreaterThan(0)
})

test('a page of 8.5 × 11 inches has 150 pixels an inch', () => {
  expect(pixelSize(612, 792)).toEqual({ width: 1275, height: 1650 })
})

test('any page stays within the limits and has at least one pixel (security 7.46)', () => {
  const points = fc.double({ min: 1e-3, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(points, points, (wide, high) => {
      const { width, height } = pixelSize(wide, high) ?? { width: 0, height: 0 }
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
      expect(Math.max(width, height)).toBeLessThanOrEqual(renderLimits.maxSide)
      expect(width * height).toBeLessThanOrEqual(renderLimits.maxPixels)
    }),
  )
})

test.each([
  [0, 100],
  [100, -1],
  [Number.NaN, 100],
  [Number.POSITIVE_INFINITY, 100],
])('a page of %s × %s points has none', (width, height) => {
  expect(pixelSize(width, height)).toBeNull()
})
