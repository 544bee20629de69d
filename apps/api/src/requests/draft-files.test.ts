import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { describe, expect, test, vi } from 'vitest'
import { openDocumentsPortal } from '../../test/documents-portal.ts'
import { moveTo, openProcess } from '../../test/pdf/another-process.ts'
import { page, photo } from '../../test/pdf/readable-files.ts'
import { flatPng, jpeg, pdf, png } from '../../test/sample-files.ts'
import { storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { json, multipartOf, upload, type Visitor } from '../../test/visitor.ts'

// The numbers are rows of docs/security.md.

const fixture = openDocumentsPortal()
const { createDraft, tryUpload, uploadFile, listStored, filesIn, expectNothingStored } = fixture

const front = photo('frente.jpg')
const back = photo('dorso.jpg', { orientation: 6 })

test('of one member five arrive at once; a sixth waits, and nobody else (§12.577, security 7.51)', async () => {
  const beginUpload = () => {
    const sending = request(`${fixture.origin}/api/upload-document/`, {
      method: 'POST',
      headers: {
        ...fixture.rosa.headers(),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 100_000,
      },
    })
    sending.on('error', () => {})
    sending.write(
      '--x\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n',
    )
    return sending
  }
  const open = Array.from({ length: 6 }, beginUpload)
  const answers = open.map((sending) => once(sending, 'response') as Promise<[IncomingMessage]>)
  const [first] = await Promise.race(answers)
  expect([first.statusCode, first.headers['retry-after']]).toEqual([429, '10'])
  const draft = await createDraft(fixture.hernan, 'V-2001')
  expect((await tryUpload(pdf(), draft, 0, fixture.hernan)).status).toBe(201)
  for (const answer of answers) answer.catch(() => {})
  for (const sending of open) sending.destroy()
  await vi.waitFor(async () => expect((await tryUpload(pdf(), 999_999)).status).toBe(404))
})

describe('a document', () => {
  test('is stored byte for byte, under a random name, with its hash (§7.21, security 7.6)', async () => {
    const file = pdf('Cédula de identidad.pdf', { size: 200_000, text: 'ñandú' })
    const answer = await tryUpload(file, await createDraft())
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Cédula de identidad.pdf',
        size: 200_000,
        type: 'application/pdf',
        position: 0,
        version: 2,
      },
    ])
    const { rows } = await fixture.portal.pool.query('select * from documents')
    expect(rows[0]).toMatchObject({
      state: 'kept',
      type: 'application/pdf',
      size: '200000',
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
    })
    expect(rows[0].storage_key).toMatch(/^[0-9a-f]{40}$/)
    expect(filesIn('documents')).toEqual([rows[0].storage_key])
    expect(readFileSync(join(fixture.dataDir, 'documents', rows[0].storage_key))).toEqual(
      file.bytes,
    )
    expect(filesIn('incoming')).toEqual([])
  })

  test('gets the first free position, or the given one', async () => {
    const id = await createDraft()
    await uploadFile(png(), id, 1)
    // Some browsers send the field empty.
    const { status } = await fixture.rosa.post(
      '/api/upload-document/',
      upload(jpeg(), { request_id: id, position: '' }),
    )
    expect(status).toBe(201)
    expect(await list(id)).toEqual([
      ['Cédula', 'foto.jpg'],
      ['Contrato', 'foto.png'],
    ])
  })

  test('the request’s id can follow the file (§11.36)', async () => {
    const id = await createDraft()
    const parts = [
      { name: 'document', filename: 'a.pdf', bytes: pdf().bytes },
      { name: 'request_id', bytes: Buffer.from(String(id)) },
    ]
    expect((await fixture.rosa.post('/api/upload-document/', multipartOf(parts))).status).toBe(201)
  })

  test('the same one again is the same file, also from calls at once; another one comes after it (§12.3, security 7.240)', async () => {
    const id = await createDraft()
    const first = await uploadFile(front, id, 0)
    const again = { ...front, name: 'otra-vez.jpg' }
    const answers = await Promise.all([1, 2, 3].map(() => tryUpload(again, id, 0)))
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([201, { id: first, name: 'frente.jpg', version: 2 }])
    }
    const other = await Promise.all([1, 2, 3].map(() => tryUpload(back, id, 0)))
    expect(new Set(other.map(({ body }) => body.id)).size).toBe(1)
    expect(await list(id)).toEqual([['Cédula', 'frente.jpg', 'dorso.jpg']])
    expect((await listStored()).rows).toBe(2)
    // A member may have one file for both documents.
    expect(await uploadFile(front, id)).not.toBe(first)
    expect(await uploadFile(front, id)).toBe(first)
  })

  test('is removed from a draft and deleted (§12.4)', async () => {
    const id = await createDraft()
    const document = await uploadFile(pdf(), id)
    const removed = await fixture.rosa.call('DELETE', `/api/documents/${document}/`)
    expect([removed.status, removed.body]).toEqual([200, { version: 3 }])
    await expectNothingStored()
    expect((await fixture.rosa.call('DELETE', `/api/documents/${document}/`)).status).toBe(404)
  })

  test('of another member or of a sent request is not removed (security 7.20)', async () => {
    const id = await createDraft()
    const documents = [await uploadFile(pdf(), id), await uploadFile(pdf(), id)]
    const remove = (person: Visitor) => person.call('DELETE', `/api/documents/${documents[0]}/`)
    expect((await remove(fixture.hernan)).status).toBe(404)
    expect((await remove(fixture.mario)).status).toBe(404)
    const anonymous = fixture.portal.visitor()
    await anonymous.fetchToken()
    expect((await remove(anonymous)).status).toBe(401)
    await fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    const answer = await remove(fixture.rosa)
    expect([answer.status, answer.body]).toEqual([409, 'La solicitud ya fue enviada'])
  })
})

describe('permission to upload', () => {
  test('an anonymous visitor gets 401, others 404 (security 5.3)', async () => {
    const id = await createDraft()
    const anonymous = fixture.portal.visitor()
    await anonymous.fetchToken()
    expect((await tryUpload(pdf(), id, 0, anonymous)).status).toBe(401)
    expect((await tryUpload(pdf(), id, 0, fixture.mario)).status).toBe(404)
    expect((await tryUpload(pdf(), id, 0, fixture.hernan)).status).toBe(404)
    expect((await tryUpload(pdf(), 999_999)).status).toBe(404)
    await expectNothingStored()
  })
})

describe('7.2 the number of documents', () => {
  test('is limited to the required documents (security 7.2)', async () => {
    const id = await createDraft()
    await uploadFile(pdf(), id)
    await uploadFile(pdf(), id)
    const answer = await tryUpload(front, id)
    expect([answer.status, answer.body]).toEqual([
      400,
      ['El máximo número de documentos permitidos es 2'],
    ])
    expect((await tryUpload(pdf(), id, 2)).status).toBe(400)
    expect(await listStored()).toMatchObject({ rows: 2 })
  })

  test('five concurrent uploads for two positions store two (security 7.2)', async () => {
    const id = await createDraft()
    const files = Array.from({ length: 5 }, (_, i) => pdf('a.pdf', { text: String(i) }))
    const answers = await Promise.all(files.map((file) => tryUpload(file, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400])
    const { rows, files: stored } = await listStored()
    expect([rows, stored.length]).toEqual([2, 2])
  })

  test('a concurrent upload and sending: the request is sent complete or stays a draft', async () => {
    const id = await createDraft()
    await uploadFile(pdf(), id)
    const send = () => fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    const [last] = await Promise.all([tryUpload(pdf(), id), send(), send(), send()])
    expect(last.status).toBe(201)
    expect((await send()).status).toBe(200)
    const { body } = await fixture.rosa.get(`/api/requests/${id}/`)
    expect([body.state, body.documents.length]).toEqual(['sent', 2])
  })

  test('after sending, only a rejected document can be replaced (security 5.18, security 7.20)', async () => {
    const id = await createDraft()
    const first = await uploadFile(pdf('mala.pdf'), id)
    await uploadFile(pdf(), id)
    await fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    const late = await tryUpload(pdf(), id)
    expect([late.status, late.body]).toEqual([409, 'La solicitud ya fue enviada'])

    const action = async (path: string, body: object) => {
      const { version } = (await fixture.mario.get(`/api/requests/${id}/`)).body
      const answer = await fixture.mario.post(
        `/api/requests/${id}/${path}`,
        json({ version, ...body }),
      )
      expect(answer.status).toBe(200)
    }
    await action('review/', {})
    await action(`documents/${first}/review/`, { accepted: false, reason: 'No se lee' })
    expect((await tryUpload(pdf(), id)).status).toBe(409)
    await action('ask/', { text: 'Envíala otra vez' })
    expect((await tryUpload(pdf(), id, 1)).status).toBe(409)
    await uploadFile(pdf('buena.pdf'), id)
    const { body } = await fixture.mario.get(`/api/requests/${id}/`)
    const leave_documents = [body.documents[1].id]
    await action('resolve/', { text: 'Ya no hace falta', leave_documents })
    expect((await tryUpload(front, id, 0)).status).toBe(409)
  })
})

describe('refused with a reason', () => {
  test('a file that takes too long to open', async () => {
    const hasty = await openProcess(fixture.portal, { timeoutMs: 1 })
    const rosa = moveTo(hasty, fixture.rosa)
    const answer = await tryUpload(await page('contrato.pdf'), await createDraft(), 0, rosa)
    expect([answer.status, answer.body]).toEqual([400, [documentMessages.joinTooComplex.text]])
    expect(await listStored()).toEqual({ rows: 0, files: [] })
  })

  test('the eleventh file of a document (§12.343)', async () => {
    const id = await createDraft()
    for (let i = 0; i < 10; i++) await uploadFile(photo(`${i}.jpg`, { width: 50 + i }), id, 0)
    const answer = await tryUpload(front, id, 0)
    expect(answer.body).toEqual([documentMessages.tooManySlotFiles.text])
    expect(filesIn('documents')).toHaveLength(10)
  })
})

interface Place {
  position: number
  file_ids: number[]
}

async function arrange(id: number, version: number, slots: Place[]) {
  const path = `/api/requests/${id}/draft/files/`
  return fixture.rosa.call('PUT', path, json({ version, slots }))
}

describe('the files of a draft', () => {
  test('are put in order and under other documents, also when the answer was lost (§12.340)', async () => {
    const id = await createDraft()
    const [a, b] = [await uploadFile(front, id, 0), await uploadFile(back, id, 0)]
    const c = await uploadFile(pdf('contrato.pdf'), id, 1)
    const order = [
      { position: 0, file_ids: [c, b] },
      { position: 1, file_ids: [a] },
    ]
    for (let repeated = 0; repeated < 2; repeated++) {
      expect((await arrange(id, 4, order)).status).toBe(200)
      expect(await list(id)).toEqual([
        ['Cédula', 'contrato.pdf', 'dorso.jpg'],
        ['Contrato', 'frente.jpg'],
      ])
    }
    const other = await arrange(id, 4, [{ position: 0, file_ids: [a, b, c] }])
    expect([other.status, other.body]).toEqual([409, requestMessages.draftChanged.text])
    // A text that was saved meanwhile is no other order.
    const text = json({ version: 5, written_in: 'x', comment: 'Van' })
    await fixture.rosa.call('PUT', `/api/requests/${id}/draft/`, text)
    expect((await arrange(id, 5, [{ position: 0, file_ids: [a, b, c] }])).status).toBe(200)
  })

  test.each<[string, (a: number, b: number) => Place[], number]>([
    ['without one of them', (a) => [{ position: 0, file_ids: [a] }], 409],
    ['with a file of others', (a, b) => [{ position: 0, file_ids: [a, b, 999_999] }], 409],
    [
      'in two parts of a document (security 7.162)',
      (a, b) => [
        { position: 0, file_ids: [b] },
        { position: 0, file_ids: [a] },
      ],
      409,
    ],
    ['under a document that is not required', (a, b) => [{ position: 2, file_ids: [a, b] }], 400],
  ])('are not arranged %s', async (_how, slots, status) => {
    const id = await createDraft()
    const ids = [await uploadFile(front, id, 0), await uploadFile(back, id, 0)] as const
    expect((await arrange(id, 9, slots(...ids))).status).toBe(status)
    expect(await list(id)).toEqual([['Cédula', 'frente.jpg', 'dorso.jpg']])
  })

  test('with too many pixels among PNGs are refused when one is added or moved (security 7.49)', async () => {
    const id = await createDraft()
    const [large, larger] = [flatPng('captura.png', 8000), flatPng('captura.png', 8001)]
    const first = await uploadFile(large, id, 0)
    const added = await tryUpload(larger, id, 0)
    expect([added.status, added.body]).toEqual([400, [documentMessages.slotPixels.text]])
    const other = await uploadFile(larger, id, 1)
    const moved = await arrange(id, 9, [{ position: 0, file_ids: [first, other] }])
    expect([moved.status, moved.body]).toEqual([400, [documentMessages.slotPixels.text]])
    expect((await listStored()).rows).toBe(2)
  })

  test('are for its member alone, also in a reply (security 7.43)', async () => {
    const { id } = await storeRequest(fixture.portal, { title: TRANSFER, state: 'missing' })
    await fixture.portal.pool.query("update request_documents set review = 'rejected'")
    const file = await uploadFile(front, id, 0)
    for (const person of [fixture.mario, fixture.hernan]) {
      expect((await person.get(`/api/documents/${file}/`)).status).toBe(404)
      expect((await person.get(`/api/requests/${id}/draft/`)).status).toBe(404)
      expect((await tryUpload(back, id, 0, person)).status).toBe(404)
      expect((await person.call('DELETE', `/api/documents/${file}/`)).status).toBe(404)
    }
    expect((await fixture.rosa.get(`/api/documents/${file}/`)).bytes).toEqual(front.bytes)
    expect((await fixture.rosa.get(`/api/documents/${file}/pages/1/`)).bytes).toEqual(front.bytes)
    const { body: seen } = await fixture.mario.get(`/api/requests/${id}/`)
    expect(seen.documents.map(({ name }: { name: string }) => name)).toEqual(
      Array(3).fill('documento.pdf'),
    )
  })

  test('are in the export of Rosa’s data (§12.341)', async () => {
    const id = await createDraft()
    await uploadFile(front, id, 1)
    const data = (await fixture.rosa.get('/api/client/data.json')).body
    expect(data.documents).toEqual([
      expect.objectContaining({ request_id: id, name: 'frente.jpg', by: 'member' }),
    ])
  })
})

/** The names of the files of each document that has some. */
async function list(id: number): Promise<string[][]> {
  const { body } = await fixture.rosa.get(`/api/requests/${id}/draft/`)
  const slots: { title: string; files: { name: string }[] }[] = body.slots
  const filled = slots.filter(({ files }) => files.length > 0)
  return filled.map(({ title, files }) => [title, ...files.map(({ name }) => name)])
}
