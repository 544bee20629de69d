import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { getDocumentProxy } from 'unpdf'
import type { SampleFile } from '../sample-files.ts'

// Files that a viewer opens, unlike those of sample-files.ts.

/** A PDF with a page for each text. */
export async function page(name: string, texts = ['Página'], protection = {}): Promise<SampleFile> {
  const doc = new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7', ...protection })
  for (const text of texts) doc.addPage({ size: [612, 792] }).text(text)
  doc.end()
  return { name, bytes: await buffer(doc) }
}

/** A photo as a camera writes it; `orientation` 6 is a portrait that was taken with a turned camera. */
export function photo(name: string, { width = 40, height = 30, orientation = 1 } = {}): SampleFile {
  const exif = Buffer.from(
    'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  )
  exif.writeUInt16BE(orientation, 24)
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, exif),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0x34, 0xff, 0xd9]),
  ])
  return { name, bytes }
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Each page: its text, or 'wide' or 'high' of a picture. */
export async function readPages(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    const [, , width = 0, height = 0] = page.view
    pages.push(text || (width > height ? 'wide' : 'high'))
  }
  return pages
}

/** A small PDF whose page takes minutes to draw: it is filled with colours thousands of times. */
export function endlessPage(name: string, fillings = 20_000): SampleFile {
  const content = '/S sh\n'.repeat(fillings)
  const colours =
    '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 612 792]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1.5>>>>'
  const lines = [
    '%PDF-1.7',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Shading<</S ${colours}>>>>>>endobj`,
    `4 0 obj<</Length ${content.length}>>stream\n${content}endstream endobj`,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ]
  return { name, bytes: Buffer.from(lines.join('\n'), 'latin1') }
}
