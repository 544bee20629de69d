import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentMessages, misnamedMessage } from '@carpeta/domain/requests/document-rules'
import { describe, expect, onTestFinished, test } from 'vitest'
import { draftBy } from '../../test/announcements.ts'
import { MB, openDocumentsPortal } from '../../test/documents-portal.ts'
import { fileOfOthers } from '../../test/files-of-others.ts'
import { zip } from '../../test/imports/zip.ts'
import { today } from '../../test/one-day.ts'
import { ROSAS_SALE } from '../../test/requests-portal.ts'
import { holderIdOf } from '../../test/sales/holder-id.ts'
import { flatPng, png, type SampleFile } from '../../test/sample-files.ts'
import { COPY, storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { type Answer, json, upload, type Visitor } from '../../test/visitor.ts'
import { planImport } from '../member-documents/import-documents.ts'
import { openImportSource } from '../member-documents/import-source.ts'
import { documentStorageAt } from './document-storage.ts'

const fixture = openDocumentsPortal()
const { createDraft, tryUpload } = fixture

/** A file that another program wrote. */
const fileOf = (name: string): SampleFile => ({
  name,
  bytes: readFileSync(fileOfOthers(`documents/${name}`)),
})

describe('what ordinary viewers open is accepted as it is (security 7.170)', () => {
  test.each([
    'pdf-bom-antes.pdf',
    'pdf-cabecera-antes.pdf',
    'pdf-4k-ceros-despues.pdf',
    'pdf-sin-eof.pdf',
    'pdf-capa-oculta.pdf',
    'jpg-relleno-ff.jpg',
    'jpg-sin-fin.jpg',
    'jpg-bytes-sueltos.jpg',
    'pillow-progresivo.jpg',
    'pillow-cmyk.jpg',
    'pillow-animado.png',
    'pillow-quantize8-rgba.png',
    'png-1bit-entrelazado.png',
  ])('%s', async (name) => {
    const file = fileOf(name)
    const id = await fixture.uploadFile(file, await createDraft())
    const { bytes } = await fixture.rosa.get(`/api/documents/${id}/`)
    expect(file.bytes.equals(bytes)).toBe(true)
  })
})

describe('anything else is told for what it is (security 7.171)', () => {
  const renamed = (file: string, name: string) => ({ ...fileOf(file), name })

  test.each<[string, SampleFile, string]>([
    ['a PNG', fileOf('png-llamado.jpg'), misnamedMessage('a.jpg', 'PNG').text],
    ['a JPEG', renamed('jpg-sin-fin.jpg', 'a.PNG'), misnamedMessage('a.png', 'JPG').text],
    ['a PDF', renamed('pdf-sin-eof.pdf', 'a.jpeg'), misnamedMessage('a.jpeg', 'PDF').text],
    ['a WebP', fileOf('webp-llamado.jpg'), documentMessages.webp.text],
    ['a WebP under its name', fileOf('pillow.webp'), documentMessages.webp.text],
    ['a TIFF', fileOf('pillow.tiff'), documentMessages.otherImage.text],
    ['a GIF named PNG', renamed('pillow.gif', 'a.png'), documentMessages.otherImage.text],
    ['a password', fileOf('qpdf-con-contrasena.pdf'), documentMessages.pdfPassword.text],
    ['an arithmetic JPEG', fileOf('libjpeg-aritmetico.jpg'), documentMessages.imageUnusual.text],
    ['a JPEG of 12 bits', ofTwelveBits(), documentMessages.imageUnusual.text],
    ['100 million pixels', fileOf('png-a4-600ppp-rgba.png'), documentMessages.imagePixels.text],
    [
      'more pixels than memory',
      png('a.png', { width: 2 ** 31 - 1, height: 2 ** 31 - 1 }),
      documentMessages.imagePixels.text,
    ],
    ['half a PNG', half('pillow-quantize8-rgba.png'), documentMessages.imageBroken.text],
    ['a PNG without a pixel', flatPng('a.png', 0), documentMessages.imageBroken.text],
    ['a PNG without its palette', withoutPalette(), documentMessages.imageBroken.text],
    ['half a PDF', half('pdf-sin-eof.pdf'), documentMessages.pdfBroken.text],
    [
      'text named PDF',
      { name: 'a.pdf', bytes: Buffer.from('Hola') },
      documentMessages.pdfBroken.text,
    ],
    [
      'text named JPG',
      { name: 'a.jpg', bytes: Buffer.from('Hola') },
      documentMessages.imageBroken.text,
    ],
    [
      'a letter',
      { name: 'carta.docx', bytes: zip([{ name: 'word/document.xml', content: 'x' }]) },
      documentMessages.otherDocument.text,
    ],
  ])('%s', async (_, file, sentence) => {
    const answer = await tryUpload(file, await createDraft())
    expect([answer.status, answer.body]).toEqual([400, [sentence]])
    await fixture.expectNothingStored()
  })

  function half(name: string): SampleFile {
    const { bytes } = fileOf(name)
    return { name, bytes: bytes.subarray(0, bytes.length / 2) }
  }

  function withoutPalette(): SampleFile {
    const { name, bytes } = flatPng('a.png', 8)
    // Its pixels are numbers of colours.
    bytes.writeUInt8(3, 25)
    return { name, bytes }
  }

  function ofTwelveBits(): SampleFile {
    const { bytes } = fileOf('jpg-bytes-sueltos.jpg')
    const changed = Buffer.from(bytes)
    changed[changed.indexOf(Buffer.from([0xff, 0xc0])) + 4] = 12
    return { name: 'a.jpg', bytes: changed }
  }
})

/** Every way by which a document comes in; each tries a file. */
const doors: Record<string, (file: SampleFile) => Promise<Answer>> = {
  'a member by the call of the specification': async (file) => tryUpload(file, await createDraft()),
  'a member who reports a payment': (file) =>
    fixture.rosa.post(
      '/api/payment-reports/',
      upload(file, { sale_code: ROSAS_SALE, paid_on: today(), amount: '400.000', comment: '' }),
    ),
  'staff who file a request': async (file) => {
    const { body } = await fixture.mario.post(
      '/api/filings/',
      json({
        member_id: await userIdOf(fixture.portal.db, 'rosa'),
        procedure_id: await twoDocuments(),
        sale_code: ROSAS_SALE,
        comment: 'La pidió por teléfono.',
      }),
    )
    return tryUpload(file, body.id, 0, fixture.mario)
  },
  'staff who answer': async (file) => {
    const { id } = await storeRequest(fixture.portal, { title: COPY, state: 'in_review' })
    return fixture.mario.post(`/api/requests/${id}/answer-files/`, upload(file))
  },
  'staff who announce': async (file) => {
    const ivan = await fixture.portal.as('ivan')
    const { id } = await draftBy(ivan)
    return ivan.post(`/api/announcements/${id}/files/`, upload(file))
  },
  'staff who publish': async (file) => publish(await fixture.portal.as('ivan'), file),
  'staff who replace what is published': async (file) => {
    const ivan = await fixture.portal.as('ivan')
    const { status, body } = await publish(ivan, fileOf('pdf-sin-eof.pdf'))
    expect(status).toBe(201)
    return ivan.post(`/api/sales/${ROSAS_SALE}/documents/${body.id}/versions/`, upload(file))
  },
}

/** The procedure of the fixture's drafts. */
async function twoDocuments(): Promise<number> {
  const { rows } = await fixture.portal.pool.query(
    'select procedure_id from requests where id = $1',
    [await fixture.createDraft()],
  )
  return rows[0].procedure_id
}

async function publish(person: Visitor, file: SampleFile): Promise<Answer> {
  const holder_id = await holderIdOf(fixture.portal.db, ROSAS_SALE)
  const fields = { category: 'deed', title: 'Escritura', date: '2026-03-14', holder_id }
  return person.post(`/api/sales/${ROSAS_SALE}/documents/`, upload(file, fields))
}

const wrong: [SampleFile, string][] = [
  [fileOf('qpdf-con-contrasena.pdf'), documentMessages.pdfPassword.text],
  [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF') }, documentMessages.pdfBroken.text],
  [fileOf('png-llamado.jpg'), misnamedMessage('a.jpg', 'PNG').text],
]

describe('one guard stands at every door (security 7.172)', () => {
  test.each(Object.entries(doors))('%s', async (_, door) => {
    for (const [file, sentence] of wrong) {
      const { status, body } = await door(file)
      expect([status, body]).toEqual([400, [sentence]])
    }
    expect((await door(fileOf('pdf-bom-antes.pdf'))).status).toBeLessThan(300)
  })

  test('a folder and a zip for many sales', async () => {
    const made = mkdtempSync(join(tmpdir(), 'carpeta-guard-'))
    onTestFinished(() => rmSync(made, { recursive: true }))
    const files = wrong.map(([{ name, bytes }, sentence], at) => ({
      name: `${ROSAS_SALE}_deed_Documento ${at}.${name.split('.').at(-1)}`,
      content: bytes,
      sentence,
    }))
    const [folder, archive] = [mkdtempSync(join(made, 'carpeta-')), join(made, 'a.zip')]
    for (const { name, content } of files) writeFileSync(join(folder, name), content)
    writeFileSync(archive, zip(files))
    const { config } = fixture.portal
    const services = { ...fixture.portal, storage: documentStorageAt(config.documents) }
    for (const path of [folder, archive]) {
      await using source = await openImportSource(path, { maxBytes: 10 * MB })
      const { rejects } = await planImport(services, source)
      const told = rejects.map(({ file, reason }) => [file, reason])
      expect(told.toSorted()).toEqual(files.map(({ name, sentence }) => [name, sentence]))
    }
  })
})

test('files of which one has hidden layers are not joined, and it is named (§12.978)', async () => {
  const id = await createDraft()
  const add = async (file: SampleFile, position = 0): Promise<number> => {
    const answer = await tryUpload(file, id, position)
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  const photo = await add(fileOf('jpg-sin-fin.jpg'))
  await add({ ...fileOf('pdf-capa-oculta.pdf'), name: 'plano.pdf' })
  await add(fileOf('pdf-sin-eof.pdf'), 1)
  const send = () => fixture.rosa.post('/api/request/send/', json({ request_id: id }))
  const { status, body } = await send()
  const named = expect.stringMatching(/de «Cédula». El PDF «plano\.pdf» tiene capas/)
  expect([status, body]).toEqual([400, [named]])
  await fixture.rosa.call('DELETE', `/api/documents/${photo}/`)
  expect((await send()).status).toBe(200)
})

test('several uploads of one person at once wait for their turn to be opened (security 7.172)', async () => {
  const drafts = await Promise.all(Array.from({ length: 5 }, () => createDraft()))
  const answers = await Promise.all(
    drafts.map((draft) => tryUpload(fileOf('pdf-sin-eof.pdf'), draft)),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
})

test('a file that cannot be attached is not opened (security 7.172)', async () => {
  const { id } = await storeRequest(fixture.portal, { title: TRANSFER, state: 'in_review' })
  const answer = await tryUpload(fileOf('qpdf-con-contrasena.pdf'), id)
  expect(answer.status).toBe(409)
})
