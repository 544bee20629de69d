import { deflateSync } from 'node:zlib'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { documentMessages, misnamedMessage } from '@carpeta/domain/requests/document-rules'
import { describe, expect, test } from 'vitest'
import { MB, openDocumentsPortal } from '../../test/documents-portal.ts'
import { jpeg, pdf, png, type SampleFile } from '../../test/sample-files.ts'

// The numbers are rows of docs/security.md.

const fixture = openDocumentsPortal()
const { createDraft, tryUpload, uploadFile, filesIn, expectNothingStored } = fixture

describe('7.3 content and name agree (security 7.3, security 7.10)', () => {
  test.each([
    ['a PDF', pdf()],
    ['a PNG', png()],
    ['a JPEG', jpeg()],
    ['a .jpeg in capitals', jpeg('FOTO.JPEG')],
    [
      'a photo with a video that the phone appended',
      jpeg('foto.jpg', { trailer: Buffer.alloc(90_000, 7) }),
    ],
    [
      'a PDF with a line after its end',
      { name: 'a.pdf', bytes: Buffer.concat([pdf().bytes, Buffer.from('\r\n')]) },
    ],
  ])('%s is accepted', async (_what, file) => {
    await uploadFile(file, await createDraft())
  })

  const cut = (file: SampleFile, by: number) => ({ ...file, bytes: file.bytes.subarray(0, -by) })
  const { type, otherImage, archive, webp, pdfBroken, imageBroken } = documentMessages

  test('a JPEG without its end mark is accepted, as viewers show it', async () => {
    await uploadFile(cut(jpeg(), 2), await createDraft())
  })

  test('a small JPEG of 20,000 by 20,000 pixels is refused: a browser would need a gigabyte to show it (security 7.461)', async () => {
    const photo = jpeg()
    const bytes = Buffer.from(photo.bytes)
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    expect(frame).toBeGreaterThan(0)
    bytes.writeUInt16BE(20_000, frame + 5)
    bytes.writeUInt16BE(20_000, frame + 7)
    const answer = await tryUpload({ ...photo, bytes }, await createDraft())
    expect([answer.status, answer.body]).toEqual([400, [documentMessages.photoPixels.text]])
  })

  test.each<[string, SampleFile, Refusal]>([
    ['a PNG named PDF', { ...png(), name: 'a.pdf' }, misnamedMessage('a.pdf', 'PNG')],
    ['a PDF named PNG', { ...pdf(), name: 'a.png' }, misnamedMessage('a.png', 'PDF')],
    ['a JPEG named PNG', { ...jpeg(), name: 'a.png' }, misnamedMessage('a.png', 'JPG')],
    [
      'an HTML page named PNG',
      { name: 'a.png', bytes: Buffer.from('<html><script>1</script>') },
      imageBroken,
    ],
    [
      'a program named PDF',
      { name: 'a.pdf', bytes: Buffer.from(`MZ${'\0'.repeat(200)}%PDF-1.4 %%EOF`) },
      type,
    ],
    ['four bytes', { name: 'a.pdf', bytes: Buffer.from('%PDF') }, pdfBroken],
    [
      'a PDF that ends within its pages',
      { name: 'a.pdf', bytes: pdf().bytes.subarray(0, 80) },
      pdfBroken,
    ],
    ['a PNG without its end', cut(png(), 4), imageBroken],
    [
      'a PNG with an invalid chunk length',
      { name: 'a.png', bytes: Buffer.concat([png().bytes.subarray(0, 33), Buffer.alloc(40, 255)]) },
      imageBroken,
    ],
    [
      'a JPEG that ends within its comment',
      { name: 'a.jpg', bytes: jpeg('a.jpg', { comment: 'x'.repeat(500) }).bytes.subarray(0, 300) },
      imageBroken,
    ],
    [
      'a JPEG with comments only',
      {
        name: 'a.jpg',
        bytes: Buffer.concat([
          Buffer.from([0xff, 0xd8]),
          ...Array(30_000).fill(Buffer.from([0xff, 0xfe, 0, 2])),
        ]),
      },
      imageBroken,
    ],
    ['7.10 a zip', { name: 'a.zip', bytes: Buffer.from('PK\x03\x04', 'latin1') }, archive],
    [
      '7.10 a zip named PDF',
      { name: 'a.pdf', bytes: Buffer.from(`PK\x03\x04${'\0'.repeat(100)}`, 'latin1') },
      archive,
    ],
    [
      '7.10 an SVG',
      { name: 'a.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      otherImage,
    ],
    [
      '7.10 a TIFF',
      { name: 'a.tiff', bytes: Buffer.from('II*\0\x08\0\0\0', 'latin1') },
      otherImage,
    ],
    [
      '7.10 a WEBP',
      { name: 'a.webp', bytes: Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1') },
      webp,
    ],
    ['a GIF that is a script', { name: 'a.png', bytes: Buffer.from('GIF89a/*') }, otherImage],
  ])('%s is refused for what it is', async (_what, file, refusal) => {
    const answer = await tryUpload(file, await createDraft())
    expect([answer.status, answer.body]).toEqual([400, [refusal.text]])
    await expectNothingStored()
  })

  test('7.10 a HEIC named JPG is refused, with what to change on the phone', async () => {
    const bytes = Buffer.from(`\0\0\0\x18ftypheic${'\0'.repeat(100)}`, 'latin1')
    const answer = await tryUpload({ name: 'a.jpg', bytes }, await createDraft())
    expect([answer.status, answer.body]).toEqual([400, [documentMessages.heic.text]])
    await expectNothingStored()
  })

  test('no file is a required field, and an empty one is called empty (§12.2560)', async () => {
    const id = await createDraft()
    const empty = Buffer.alloc(0)
    for (const [file, sentence] of [
      [null, 'Campo obligatorio'],
      [{ name: '', bytes: empty }, 'Campo obligatorio'],
      [{ name: 'a.pdf', bytes: empty }, documentMessages.empty.text],
    ] as const) {
      const answer = await tryUpload(file, id)
      expect([answer.status, answer.body]).toEqual([400, [sentence]])
    }
  })

  test('7.9 an image with enormous dimensions is not decoded (security 7.9)', async () => {
    const before = process.memoryUsage().rss
    const huge = png('a.png', { width: 30_000, height: 30_000 })
    const { status, body } = await tryUpload(huge, await createDraft())
    expect([status, body]).toEqual([400, [documentMessages.imagePixels.text]])
    // 900 MB when decoded.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB)
  })

  test('7.9 a PDF with a compressed gigabyte is not expanded (security 7.9)', async () => {
    const stream = deflateSync(Buffer.alloc(16 * MB)).toString('latin1')
    const object = `3 0 obj<</Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream\n`
    const [head, tail] = [pdf().bytes.subarray(0, 9), pdf().bytes.subarray(9)]
    const bytes = Buffer.concat([head, Buffer.from(object.repeat(64), 'latin1'), tail])
    const before = process.memoryUsage().rss
    await uploadFile({ name: 'a.pdf', bytes }, await createDraft())
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB)
  })
})

describe('7.5 and 7.6 names (security 7.5)', () => {
  test.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\windows\\system32\\a.pdf', 'a.pdf'],
    ['/tmp/a.pdf', 'a.pdf'],
    ['C:\\a.pdf', 'a.pdf'],
    ['....//....//a.pdf', 'a.pdf'],
    ['factura.exe.pdf', 'factura.exe.pdf'],
    ['a.PDF', 'a.PDF'],
    [' a.pdf  ', 'a.pdf'],
    ['a\u0000b\u0007.pdf', 'ab.pdf'],
    ['a\u202Efdp.exe.pdf', 'afdp.exe.pdf'],
    ['Cédula de ñandú.pdf', 'Cédula de ñandú.pdf'],
    ['Ce\u0301dula.pdf', 'Cédula.pdf'],
    ['📄.pdf', '📄.pdf'],
    ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(251)}.pdf`],
    [`${'📄'.repeat(300)}.pdf`, `${'📄'.repeat(251)}.pdf`],
    ['.pdf', '.pdf'],
  ])('%j is shown as %j', async (given, shown) => {
    const { status, body } = await tryUpload(pdf(given), await createDraft())
    expect([status, body.name]).toEqual([201, shown])
  })

  test.each([
    'a.pdf.html',
    'a.pdf.',
    'a.pdf%00.html',
    'a.pdf;.html',
    'a',
    'a.pdf/',
    '..',
    '.',
    'a.pdf\u0000.html',
  ])('%j is refused as the name of a PDF', async (name) => {
    const { status } = await tryUpload(pdf(name), await createDraft())
    expect(status).toBe(400)
  })

  test('7.7 no URL serves the storage folder (security 7.7)', async () => {
    await uploadFile(pdf(), await createDraft())
    const [key] = filesIn('documents')
    for (const path of [
      `/documents/${key}`,
      `/data/documents/${key}`,
      `/${key}`,
      '/documents/incoming',
      '/..%2fdocuments/',
    ]) {
      expect((await fixture.rosa.get(path)).status).toBe(404)
    }
  })
})
