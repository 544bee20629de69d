import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDocumentsPortal } from '../../test/documents-portal.ts'
import { moveTo, openProcess } from '../../test/pdf/another-process.ts'
import { page, photo, readPages } from '../../test/pdf/readable-files.ts'
import { flatPng, type SampleFile } from '../../test/sample-files.ts'
import { storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { json, upload, Visitor } from '../../test/visitor.ts'

const fixture = openDocumentsPortal()
const { createDraft, uploadFile, listStored, filesIn } = fixture

const front = photo('frente.jpg')
const back = photo('dorso.jpg', { orientation: 6 })

const path = (id: number) => `/api/requests/${id}/slot-files/`

async function add(id: number, file: SampleFile, position = 0): Promise<number> {
  const { status, body } = await fixture.rosa.post(path(id), upload(file, { position }))
  expect([status, body]).toEqual([201, expect.objectContaining({ name: file.name, position })])
  return body.id
}

function join(id: number, fileIds: number[], position = 0, person: Visitor = fixture.rosa) {
  return person.post(`${path(id)}join/`, json({ position, file_ids: fileIds }))
}

async function list(id: number): Promise<[string, number][]> {
  const { body } = await fixture.rosa.get(path(id))
  return body.slot_files.map((it: { name: string; position: number }) => [it.name, it.position])
}

async function pagesOf(documentId: number, person = fixture.rosa): Promise<string[]> {
  return readPages((await person.get(`/api/documents/${documentId}/`)).bytes)
}

/** Mario rejected the first of three documents. */
async function storeRejected() {
  const stored = await storeRequest(fixture.portal, { title: TRANSFER, state: 'missing' })
  await fixture.portal.pool.query(
    "update request_documents set review = 'rejected' where document_id = $1",
    [stored.documentIds[0]],
  )
  return stored
}

describe('both sides of a card', () => {
  test('are kept in the draft, and become one PDF of two pages (§10.67, §12.340)', async () => {
    const id = await createDraft()
    const ids = [await add(id, front), await add(id, back)]
    expect(await list(id)).toEqual([
      ['frente.jpg', 0],
      ['dorso.jpg', 0],
    ])
    const joined = await join(id, ids)
    expect([joined.status, joined.body.name]).toEqual([201, 'Cédula.pdf'])
    expect(await pagesOf(joined.body.id)).toEqual(['wide', 'high'])
    expect(await list(id)).toEqual([])
    // The photos are in the PDF; their own bytes are removed.
    expect(await listStored()).toEqual({ rows: 1, files: [expect.any(String)] })
  })

  test('are joined once, one call after the other, however often they are repeated (security 7.44, security 7.50)', async () => {
    const id = await createDraft()
    const ids = [await add(id, front), await add(id, back)]
    const [first, second] = await Promise.all([join(id, ids), join(id, ids)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await join(id, ids)).body).toEqual(first.body)
    expect((await listStored()).rows).toBe(1)
  })

  test('are joined for a call that began before another one finished (security 7.44)', async () => {
    const id = await createDraft()
    const [first, second] = [await add(id, front), await add(id, back)]
    const { pool } = fixture.portal
    const other = await pool.connect()
    onTestFinished(() => other.release(true))
    await other.query('begin')
    await other.query('lock table slot_files in access exclusive mode')
    const joined = join(id, [first, second])
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1), 60_000)
    await other.query('delete from slot_files where request_id = $1', [id])
    await other.query(
      'insert into request_documents (request_id, document_id, position) values ($1, $2, 0)',
      [id, first],
    )
    await other.query('commit')
    expect([(await joined).status, (await joined).body.id]).toEqual([201, first])
  })

  test('are in the order that Rosa gave them, also after a reload (§12.340)', async () => {
    const id = await createDraft()
    const [a, b] = [await add(id, front), await add(id, back)]
    const c = await add(id, await page('contrato.pdf', ['Contrato']), 1)
    const arranged = await fixture.rosa.call(
      'PUT',
      path(id),
      json({
        slots: [
          { position: 0, file_ids: [c, b] },
          { position: 1, file_ids: [a] },
        ],
      }),
    )
    expect(arranged.status).toBe(200)
    expect(await list(id)).toEqual([
      ['contrato.pdf', 0],
      ['dorso.jpg', 0],
      ['frente.jpg', 1],
    ])
    expect(await pagesOf((await join(id, [b, c])).body.id)).toEqual(['high', 'Contrato'])
  })

  test('a document that the draft has becomes the first page', async () => {
    const id = await createDraft()
    const first = await uploadFile(front, id, 0)
    const second = await add(id, back)
    expect(await list(id)).toEqual([
      ['frente.jpg', 0],
      ['dorso.jpg', 0],
    ])
    expect(await pagesOf((await join(id, [first, second])).body.id)).toEqual(['wide', 'high'])
  })

  test('are sent only once they are joined', async () => {
    const id = await createDraft()
    const ids = [await add(id, front), await add(id, back)]
    await uploadFile(front, id, 1)
    const send = () => fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    expect((await send()).body).toEqual(['Falta 1 documento'])
    await join(id, ids)
    expect((await send()).status).toBe(200)
  })
})

describe('a single file', () => {
  test('stays byte for byte as it is (§12.340)', async () => {
    const id = await createDraft()
    const file = await page('cedula.pdf')
    const fileId = await add(id, file)
    const joined = await join(id, [fileId])
    expect(joined.body).toEqual({ id: fileId, name: 'cedula.pdf', size: file.bytes.length })
    expect((await fixture.rosa.get(`/api/documents/${fileId}/`)).bytes).toEqual(file.bytes)
  })

  test('by the upload of one document replaces what was chosen (§12.344)', async () => {
    const id = await createDraft()
    await add(id, front)
    await uploadFile(back, id, 0)
    expect(await list(id)).toEqual([])
    expect((await listStored()).rows).toBe(1)
  })

  test('can be removed', async () => {
    const id = await createDraft()
    const fileId = await add(id, front)
    expect((await fixture.rosa.call('DELETE', `/api/documents/${fileId}/`)).status).toBe(200)
    expect(await listStored()).toEqual({ rows: 0, files: [] })
  })
})

describe('refused with a reason', () => {
  test.each([
    [
      'a PDF with a password (§12.342)',
      () => page('a.pdf', ['A'], { userPassword: 'x' }),
      'pdfPassword',
    ],
    ['a damaged PDF', () => ({ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 %%EOF') }), 'pdfBroken'],
    ['a HEIC photo (§12.342)', () => ({ name: 'a.heic', bytes: heic }), 'heic'],
    ['a HEIC photo with another name', () => ({ name: 'a.jpg', bytes: heic }), 'heic'],
  ] as const)('%s', async (_name, file, message) => {
    const answer = await fixture.rosa.post(
      path(await createDraft()),
      upload(await file(), { position: 0 }),
    )
    expect([answer.status, answer.body]).toEqual([400, [documentMessages[message].text]])
    expect(await listStored()).toEqual({ rows: 0, files: [] })
  })

  test('a file that takes too long to open', async () => {
    const hasty = await openProcess(fixture.portal, { timeoutMs: 1 })
    const id = await createDraft()
    const contract = await page('contrato.pdf')
    const answer = await moveTo(hasty, fixture.rosa).post(
      path(id),
      upload(contract, { position: 0 }),
    )
    expect([answer.status, answer.body]).toEqual([400, [documentMessages.joinTooComplex.text]])
    expect(await listStored()).toEqual({ rows: 0, files: [] })
  })

  test('files that changed in another tab (security 7.44)', async () => {
    const id = await createDraft()
    const first = await add(id, front)
    await add(id, back)
    const answer = await join(id, [first])
    expect([answer.status, answer.body]).toEqual([409, documentMessages.slotChanged.text])
    expect(await list(id)).toHaveLength(2)
  })

  test('the eleventh file of a document (§12.343)', async () => {
    const id = await createDraft()
    for (let count = 0; count < 10; count++) await add(id, front)
    const answer = await fixture.rosa.post(path(id), upload(front, { position: 0 }))
    expect(answer.body).toEqual([documentMessages.tooManySlotFiles.text])
    expect(filesIn('documents')).toHaveLength(10)
  })
})

describe('PNGs with too many pixels among them are refused', () => {
  const large = flatPng('captura.png', 8000)

  test('when the last of them is added, also to a document that was uploaded alone (security 7.49)', async () => {
    const id = await createDraft()
    await add(id, large)
    await uploadFile(large, id, 1)
    for (const position of [0, 1]) {
      const answer = await fixture.rosa.post(path(id), upload(large, { position }))
      expect([answer.status, answer.body]).toEqual([400, [documentMessages.slotPixels.text]])
    }
    expect((await listStored()).rows).toBe(2)
  })

  test('when one is moved to the others; those that were accepted can be joined (security 7.49)', async () => {
    const id = await createDraft()
    const ids = [await add(id, large), await add(id, front)]
    const other = await add(id, large, 1)
    const slots = [{ position: 0, file_ids: [...ids, other] }]
    const arranged = await fixture.rosa.call('PUT', path(id), json({ slots }))
    expect([arranged.status, arranged.body]).toEqual([400, [documentMessages.slotPixels.text]])
    expect(await pagesOf((await join(id, ids)).body.id)).toEqual(['high', 'wide'])
  })

  test('when they are moved in two parts: a document is named once (security 7.162)', async () => {
    const id = await createDraft()
    const [first, second] = [await add(id, large), await add(id, large, 1)]
    const before = await list(id)
    const slots = [
      { position: 0, file_ids: [first] },
      { position: 0, file_ids: [second] },
    ]
    const arranged = await fixture.rosa.call('PUT', path(id), json({ slots }))
    expect([arranged.status, arranged.body]).toEqual([409, documentMessages.slotChanged.text])
    expect(await list(id)).toEqual(before)
  })
})

test('sixty documents are joined in a quarter of an hour (security 7.50)', async () => {
  const id = await createDraft()
  const ids = [await add(id, front), await add(id, back)]
  await fixture.portal.pool.query(
    `insert into rate_limits (key, points, expire)
     select 'join:' || id, 60, (extract(epoch from now()) * 1000 + 60000)::bigint
     from users where rut = '12345678-5'`,
  )
  expect((await join(id, ids)).status).toBe(429)
  expect(await list(id)).toHaveLength(2)
})

describe('the files of a request', () => {
  test('are for its member alone, also once it was sent (security 7.43)', async () => {
    const { id } = await storeRejected()
    const fileId = await add(id, front)
    for (const person of [fixture.mario, fixture.hernan]) {
      expect((await person.get(`/api/documents/${fileId}/`)).status).toBe(404)
      expect((await person.get(path(id))).status).toBeOneOf([403, 404])
      expect((await person.post(path(id), upload(back, { position: 0 }))).status).toBeOneOf([
        403, 404,
      ])
      expect((await join(id, [fileId], 0, person)).status).toBeOneOf([403, 404])
    }
    const anonymous = new Visitor(fixture.portal.app)
    expect((await anonymous.get(path(id))).status).toBe(401)
    expect((await fixture.rosa.get(`/api/documents/${fileId}/`)).bytes).toEqual(front.bytes)
  })

  test('replace a rejected document as one PDF, which staff see (§12.344)', async () => {
    const { id, documentIds } = await storeRejected()
    const ids = [await add(id, front), await add(id, back)]
    const before = (await fixture.mario.get(`/api/requests/${id}/`)).body
    expect(before.documents.map((it: { id: number }) => it.id)).toEqual(documentIds)
    const joined = await join(id, ids)
    const after = (await fixture.mario.get(`/api/requests/${id}/`)).body
    expect(after.documents[0].id).toBe(joined.body.id)
    expect(after.events.at(-1).kind).toBe('document_replaced')
    expect(await pagesOf(joined.body.id, fixture.mario)).toEqual(['wide', 'high'])
  })

  test('that a reply leaves behind are removed (security 7.44)', async () => {
    const { id } = await storeRejected()
    await add(id, front)
    await fixture.rosa.post(`/api/requests/${id}/reply/`, json({ comment: 'No la tengo' }))
    expect(await list(id)).toEqual([])
    await fixture.portal.sentEmails()
    expect(filesIn('documents')).toEqual([])
  })

  test('are in Rosa’s draft and in the export of her data (§12.341)', async () => {
    const draft = await createDraft()
    await add(draft, front, 1)
    const { rows } = await fixture.portal.pool.query(
      'select procedure_id from requests where id = $1',
      [draft],
    )
    const query = `procedure_id=${rows[0].procedure_id}&sale_code=V-1001`
    const { body } = await fixture.rosa.get(`/api/request/draft/?${query}`)
    expect([body.id, body.slot_files]).toEqual([
      draft,
      [expect.objectContaining({ name: 'frente.jpg', position: 1 })],
    ])
    const data = (await fixture.rosa.get('/api/client/data.json')).body
    expect(data.documents).toEqual([
      expect.objectContaining({ request_id: draft, name: 'frente.jpg', by: 'member' }),
    ])
  })
})

const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
