import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openDocumentsPortal } from '../../test/documents-portal.ts'
import { jpeg, pdf, png } from '../../test/sample-files.ts'
import { json, multipartOf, upload, type Visitor } from '../../test/visitor.ts'

// The numbers are rows of docs/security.md.

const fixture = openDocumentsPortal()
const { createDraft, tryUpload, uploadFile, listStored, filesIn, expectNothingStored } = fixture

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
      { id: expect.any(Number), name: 'Cédula de identidad.pdf', size: 200_000 },
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
    const { body } = await fixture.rosa.get(`/api/requests/${id}/`)
    expect(
      body.documents.map((it: Record<string, unknown>) => [
        it.position,
        it.title,
        it.name,
        it.type,
      ]),
    ).toEqual([
      [0, 'Cédula', 'foto.jpg', 'image/jpeg'],
      [1, 'Contrato', 'foto.png', 'image/png'],
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

  test('another one for the same position of a draft replaces it and deletes the first (§12.3)', async () => {
    const id = await createDraft()
    const first = await uploadFile(pdf('viejo.pdf'), id, 0)
    await uploadFile(pdf('nuevo.pdf'), id, 0)
    const { body } = await fixture.rosa.get(`/api/requests/${id}/`)
    expect(body.documents).toMatchObject([{ name: 'nuevo.pdf', position: 0 }])
    expect((await fixture.rosa.get(`/api/documents/${first}/`)).status).toBe(404)
    expect(await listStored()).toMatchObject({ rows: 1, files: [expect.any(String)] })
  })

  test('is removed from a draft and deleted (§12.4)', async () => {
    const id = await createDraft()
    const document = await uploadFile(pdf(), id)
    const removed = await fixture.rosa.call('DELETE', `/api/documents/${document}/`)
    expect([removed.status, removed.body]).toEqual([200, {}])
    await expectNothingStored()
    expect((await fixture.rosa.call('DELETE', `/api/documents/${document}/`)).status).toBe(404)
    await uploadFile(pdf(), id)
    await uploadFile(pdf(), id)
  })

  test('of another member or of a sent request is not removed (security 7.20)', async () => {
    const id = await createDraft()
    const documents = [await uploadFile(pdf(), id), await uploadFile(pdf(), id)]
    const remove = (person: Visitor) => person.call('DELETE', `/api/documents/${documents[0]}/`)
    expect((await remove(fixture.hernan)).status).toBe(404)
    expect((await remove(fixture.mario)).status).toBe(403)
    const anonymous = fixture.portal.visitor()
    await anonymous.fetchToken()
    expect((await remove(anonymous)).status).toBe(401)
    await fixture.rosa.post('/api/request/send/', json({ request_id: id }))
    const answer = await remove(fixture.rosa)
    expect([answer.status, answer.body]).toEqual([409, 'La solicitud ya fue enviada'])
  })
})

describe('permission to upload', () => {
  test('an anonymous visitor gets 401, staff 403, and another member 404 (security 5.3)', async () => {
    const id = await createDraft()
    const anonymous = fixture.portal.visitor()
    await anonymous.fetchToken()
    expect((await tryUpload(pdf(), id, 0, anonymous)).status).toBe(401)
    expect((await tryUpload(pdf(), id, 0, fixture.mario)).status).toBe(403)
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
    const answer = await tryUpload(pdf(), id)
    expect([answer.status, answer.body]).toEqual([
      400,
      ['El máximo número de documentos permitidos es 2'],
    ])
    expect((await tryUpload(pdf(), id, 2)).status).toBe(400)
    expect(await listStored()).toMatchObject({ rows: 2 })
  })

  test('five concurrent uploads for two positions store two (security 7.2)', async () => {
    const id = await createDraft()
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryUpload(pdf(), id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400])
    const { rows, files } = await listStored()
    expect([rows, files.length]).toEqual([2, 2])
  })

  test('five concurrent uploads for one position store the last one', async () => {
    const id = await createDraft()
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryUpload(pdf(), id, 1)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const { rows, files } = await listStored()
    expect([rows, files.length]).toEqual([1, 1])
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
    await uploadFile(pdf('borrosa.pdf'), id)
    // Until the member replies, another file can replace it.
    await uploadFile(pdf('buena.pdf'), id, 0)
    const { body } = await fixture.rosa.get(`/api/requests/${id}/`)
    expect(body.documents).toMatchObject([
      { name: 'buena.pdf', position: 0, review: 'pending' },
      { position: 1 },
    ])
    expect(
      body.events.filter(({ kind }: { kind: string }) => kind === 'document_replaced'),
    ).toMatchObject([{ text: 'Cédula' }, { text: 'Cédula' }])
    // The rejected document stays for the record.
    expect((await fixture.mario.get(`/api/documents/${first}/`)).status).toBe(200)
  })
})
