import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { documentMessages, MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDocumentsPortal } from '../../test/documents-portal.ts'
import { moveTo, openProcess } from '../../test/pdf/another-process.ts'
import { endlessPage, page, photo } from '../../test/pdf/readable-files.ts'
import { jpeg, pdf, png, type SampleFile } from '../../test/sample-files.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import type { App } from '../http/api.ts'
import { operator } from '../http/caller.ts'
import { openDocument } from './open-document.ts'

const fixture = openDocumentsPortal()
const { createDraft, tryUpload, uploadFile } = fixture

// The numbers are rows of docs/security.md.

describe('7.8 downloading', () => {
  test('is for its member and, once the request is sent, for staff who answer (security 5.4)', async () => {
    const file = pdf('Cédula.pdf', { size: 300_000 })
    const id = await createDraft()
    const document = await uploadFile(file, id)
    await uploadFile(png(), id)
    const read = async (person: Visitor) => (await person.get(`/api/documents/${document}/`)).status
    expect(await read(fixture.mario)).toBe(404)
    await fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    expect(await read(fixture.mario)).toBe(200)
    expect(await read(fixture.hernan)).toBe(404)
    expect(await read(await fixture.portal.as('carla'))).toBe(404)
    expect(await read(fixture.portal.visitor())).toBe(401)
    expect((await fixture.rosa.get('/api/documents/999999/')).status).toBe(404)
    expect((await fixture.rosa.get('/api/documents/..%2f/')).status).toBe(404)

    const answer = await fixture.rosa.get(`/api/documents/${document}/`)
    expect(answer.bytes.equals(file.bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '300000',
      'content-disposition': `attachment; filename="Cedula.pdf"; filename*=UTF-8''C%C3%A9dula.pdf`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('a name cannot add a header or leave its quotes (security 7.8)', async () => {
    const document = await uploadFile(
      pdf('a"\r\nX-Evil: sí; b=\\ % \'(*).pdf'),
      await createDraft(),
    )
    const { headers } = await fixture.rosa.get(`/api/documents/${document}/`)
    expect(headers['x-evil']).toBeUndefined()
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[^"\\\r\n]+\.pdf"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/,
    )
  })

  test.each([
    ['a PDF with a page in it', pdf('a.pdf', { text: '<html><script>alert(1)</script></html>' })],
    [
      'a PDF with a script',
      pdf('a.pdf', { text: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' }),
    ],
    ['a PNG with a page in it', png('a.png', { text: '<html><script>alert(1)</script>' })],
    ['a JPEG with a page in it', jpeg('a.jpg', { comment: '<script>alert(1)</script>' })],
    [
      'a photo followed by an HTML page',
      jpeg('a.jpg', { trailer: Buffer.from('<html><script>1</script>') }),
    ],
  ])('7.4 %s is saved and not run (security 7.4)', async (_what, file) => {
    const document = await uploadFile(file, await createDraft())
    const { headers } = await fixture.rosa.get(`/api/documents/${document}/`)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-type']).toMatch(/^(application\/pdf|image\/(png|jpeg))$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  })

  test('7.17 the metadata of a photo is unchanged (security 7.17)', async () => {
    const file = jpeg('a.jpg', { comment: 'GPS -36.72, -73.11' })
    const document = await uploadFile(file, await createDraft())
    expect((await fixture.rosa.get(`/api/documents/${document}/`)).bytes.equals(file.bytes)).toBe(
      true,
    )
  })

  test('is in the audit log', async () => {
    const id = await createDraft()
    const document = await uploadFile(pdf(), id)
    await uploadFile(pdf(), id)
    await fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    await fixture.mario.get(`/api/documents/${document}/`)
    const { rows } = await fixture.portal.pool.query(
      `select users.rut from audit_entries join users on users.id = actor_id
      where action = 'document.downloaded' and object_id = $1`,
      [String(document)],
    )
    expect(rows).toEqual([{ rut: '14567891-9' }])
  })

  test('a file of the answer reaches the member once the request is closed', async () => {
    const id = await createDraft()
    const documents = [await uploadFile(pdf(), id), await uploadFile(pdf(), id)]
    await fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    const version = async () => (await fixture.mario.get(`/api/requests/${id}/`)).body.version
    await fixture.mario.post(`/api/requests/${id}/review/`, json({ version: await version() }))
    const { body } = await fixture.mario.post(
      `/api/requests/${id}/answer-files/`,
      upload(pdf('certificado.pdf')),
    )
    const [file] = body.answer_files
    expect((await fixture.rosa.get(`/api/requests/${id}/`)).body.answer_files).toEqual([])
    expect((await fixture.rosa.get(`/api/documents/${file.id}/`)).status).toBe(404)
    await fixture.mario.post(
      `/api/requests/${id}/resolve/`,
      json({ version: await version(), text: 'Va adjunto', leave_documents: documents }),
    )
    expect((await fixture.rosa.get(`/api/documents/${file.id}/`)).status).toBe(200)
    expect((await fixture.hernan.get(`/api/documents/${file.id}/`)).status).toBe(404)
  })

  test('a download that the audit log cannot record is closed', async () => {
    const { body: user } = await fixture.mario.get('/api/auth/user/')
    const { config, db } = fixture.portal
    const { documentIds } = await storeRequest(fixture.portal)
    const content = Readable.from(['bytes'])
    const storage = { ...documentStorageAt(config.documents), read: async () => content }
    // PostgreSQL refuses NUL characters.
    const session = { sessionHash: '', sessionNumber: 0 }
    const caller = { ...operator, ...session, id: user.id, user, requestId: '\u0000' }
    const opened = openDocument({ db, storage }, caller, documentIds[0] ?? 0)
    await expect(opened).rejects.toThrow()
    expect(content.destroyed).toBe(true)
  })

  test('a document without its bytes gives a readable error', async () => {
    const document = await uploadFile(pdf(), await createDraft())
    rmSync(join(fixture.dataDir, 'documents'), { recursive: true })
    const answer = await fixture.rosa.get(`/api/documents/${document}/`)
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notRead.text])
  })
})

const open = (person: Visitor, document: number, number: number | string = 1) =>
  person.get(`/api/documents/${document}/pages/${number}/`)

const send = (id: number) => fixture.rosa.post('/api/request/send/', json({ request_id: id }))

let id: number
beforeEach(async () => {
  id = await createDraft()
})

/** Rosa sends two documents. @returns the first */
async function sent(file: SampleFile, other: SampleFile = photo('dorso.jpg')): Promise<number> {
  const document = await uploadFile(file, id)
  await uploadFile(other, id)
  await send(id)
  return document
}

describe('7.45 a page of a document', () => {
  test('is for its member and, once the request is sent, for staff who answer (security 7.45)', async () => {
    const document = await uploadFile(await page('contrato.pdf'), id)
    await uploadFile(photo('dorso.jpg'), id)
    const status = async (person: Visitor) => (await open(person, document)).status
    expect([await status(fixture.rosa), await status(fixture.mario)]).toEqual([200, 404])
    await send(id)
    expect(await status(fixture.mario)).toBe(200)
    expect(await status(fixture.hernan)).toBe(404)
    expect(await status(await fixture.portal.as('carla'))).toBe(404)
    expect(await status(fixture.portal.visitor())).toBe(401)
    expect((await open(fixture.mario, 999_999)).status).toBe(404)
  })

  test('of a PDF is a PNG that is never run, and says how many pages there are (§12.420, security 7.45)', async () => {
    const document = await sent(await page('Contrato.pdf', ['Uno', 'Dos']))
    const { headers, bytes } = await open(fixture.mario, document, 2)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^attachment; filename="Contrato.pdf-2.png"/),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-page-count': '2',
    })
  })

  test('of a picture is the picture, and the only one (§12.420)', async () => {
    const file = photo('cedula.jpg')
    const document = await sent(file)
    const { headers, bytes } = await open(fixture.mario, document)
    expect(bytes.equals(file.bytes)).toBe(true)
    expect([headers['content-type'], headers['x-page-count']]).toEqual(['image/jpeg', '1'])
    expect((await open(fixture.mario, document, 2)).status).toBe(404)
  })

  test.each<[string, string, () => Promise<SampleFile> | SampleFile]>([
    [
      'a damaged PDF',
      documentMessages.shownBroken.text,
      () => ({ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 %%EOF') }),
    ],
    [
      'a PDF with a password',
      documentMessages.shownPassword.text,
      () => page('a.pdf', ['A'], { userPassword: 'secreta' }),
    ],
  ])(
    'of %s from before the guard is answered with a sentence (§12.422)',
    async (_what, sentence, file) => {
      const document = await sent(pdf())
      const { rows } = await fixture.portal.pool.query(
        'select storage_key from documents where id = $1',
        [document],
      )
      const stored = join(fixture.dataDir, 'documents', rows[0].storage_key)
      writeFileSync(stored, (await file()).bytes)
      const answer = await open(fixture.mario, document)
      expect([answer.status, answer.body]).toEqual([422, sentence])
      expect(answer.headers['x-error-code']).toBe('file_unreadable')
    },
  )

  test('is a number from 1 that the document has, up to a hundred', async () => {
    const document = await sent(await page('contrato.pdf'))
    expect((await open(fixture.mario, document, 2)).status).toBe(404)
    expect((await open(fixture.mario, document, 0)).status).toBe(404)
    expect((await open(fixture.mario, document, 'uno')).status).toBe(404)
    const beyond = await open(fixture.mario, document, MAX_SHOWN_PAGES + 1)
    expect([beyond.status, beyond.body]).toEqual([422, documentMessages.shownPages.text])
  })

  test('is in the audit log, and the number of pages has a limit (security 7.45)', async () => {
    const document = await sent(await page('contrato.pdf'))
    await open(fixture.mario, document)
    const { rows } = await fixture.portal.pool.query(
      `select users.first_name from audit_entries join users on users.id = actor_id
       where action = 'document.viewed' and object_id = $1`,
      [String(document)],
    )
    expect(rows).toEqual([{ first_name: 'Mario' }])
    await fixture.portal.pool.query("update rate_limits set points = 600 where key like 'page%'")
    expect((await open(fixture.mario, document)).status).toBe(429)
  })
})

describe('a small PDF that takes minutes to draw', () => {
  // Rosa uploaded a small PDF that takes minutes to draw.

  vi.setConfig({ testTimeout: 120_000 })

  const pathOf = (document: number) => `/api/documents/${document}/pages/1/`

  async function uploadEndless(): Promise<number> {
    return uploadFile(endlessPage('degradado.pdf'), await createDraft())
  }

  async function uploadOrdinary(person: Visitor, sale: string): Promise<number> {
    const draft = await createDraft(person, sale)
    return (await tryUpload(await page('contrato.pdf'), draft, 0, person)).body.id
  }

  /** Calls of a browser that opens pages; none is answered before its time. */
  async function openPages(app: App, person: Visitor, document: number, count: number) {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const statuses: (number | undefined)[] = []
    const calls = Array.from({ length: count }, () => {
      const options = { port, path: pathOf(document), headers: person.headers() }
      const call = request(options, (response) => statuses.push(response.resume().statusCode))
      return call.on('error', () => {}).end()
    })
    const hangUp = () => {
      for (const call of calls) call.destroy()
    }
    return { statuses, hangUp }
  }

  test('thirty calls for it keep nobody else waiting: two are accepted, and one is drawn (security 10.68)', async () => {
    const app = await openProcess(fixture.portal, { timeoutMs: 600_000 })
    const hers = await openPages(app, fixture.rosa, await uploadEndless(), 30)
    await vi.waitFor(() => expect(hers.statuses).toEqual(Array(28).fill(429)), 60_000)
    const his = await uploadOrdinary(fixture.hernan, 'V-2001')
    expect((await moveTo(app, fixture.hernan).get(pathOf(his))).status).toBe(200)
    // Both of hers are still under way.
    expect(hers.statuses).toHaveLength(28)
    hers.hangUp()
  })

  test('calls whose clients hang up give their places back, and say nothing about the document (security 10.69)', async () => {
    const app = await openProcess(fixture.portal, { timeoutMs: 600_000 })
    const [endless, ordinary] = [
      await uploadEndless(),
      await uploadOrdinary(fixture.rosa, 'V-1001'),
    ]
    const rosa = moveTo(app, fixture.rosa)
    const { statuses, hangUp } = await openPages(app, fixture.rosa, endless, 3)
    await vi.waitFor(() => expect(statuses).toEqual([429]), 60_000)
    const refused = await rosa.get(pathOf(ordinary))
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
    hangUp()
    await vi.waitUntil(async () => (await rosa.get(pathOf(ordinary))).status === 200, 60_000)
    const { rows } = await fixture.portal.pool.query(
      'select is_too_complex from documents where id = $1',
      [endless],
    )
    expect(rows).toEqual([{ is_too_complex: false }])
  })

  test('once it took too long, every process answers so without drawing (security 10.70)', async () => {
    const endless = await uploadEndless()
    const tooComplex = { status: 422, body: documentMessages.shownTooComplex.text }
    const hasty = await openProcess(fixture.portal, { timeoutMs: 1 })
    expect(await moveTo(hasty, fixture.rosa).get(pathOf(endless))).toMatchObject(tooComplex)
    const full = moveTo(await openProcess(fixture.portal, { max: 0 }), fixture.rosa)
    expect(await full.get(pathOf(endless))).toMatchObject(tooComplex)
    const other = await full.get(pathOf(await uploadOrdinary(fixture.rosa, 'V-1001')))
    expect([other.status, other.headers['retry-after']]).toEqual([503, '5'])
  })
})
