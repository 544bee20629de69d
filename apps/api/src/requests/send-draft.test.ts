import { documentMessages, joinRefusal } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { describe, expect, test } from 'vitest'
import { openDocumentsPortal } from '../../test/documents-portal.ts'
import { page, photo, readPages } from '../../test/pdf/readable-files.ts'
import { storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { json } from '../../test/visitor.ts'

const fixture = openDocumentsPortal()
const { createDraft, uploadFile, listStored } = fixture

const front = photo('frente.jpg')
const back = photo('dorso.jpg', { orientation: 6 })

const send = (id: number, version?: number) =>
  fixture.rosa.post('/api/request/send/', json({ request_id: id, version }))
const reply = (id: number, body: object) =>
  fixture.rosa.post(`/api/requests/${id}/reply/`, json(body))
const draftOf = async (id: number) => (await fixture.rosa.get(`/api/requests/${id}/draft/`)).body

async function documentsOf(id: number) {
  return (await fixture.mario.get(`/api/requests/${id}/`)).body.documents
}

async function pagesOf(documentId: number, person = fixture.mario): Promise<string[]> {
  return readPages((await person.get(`/api/documents/${documentId}/`)).bytes)
}

/** Both sides of a card and a contract. */
async function complete(): Promise<number> {
  const id = await createDraft()
  await uploadFile(front, id, 0)
  await uploadFile(back, id, 0)
  await uploadFile(await page('contrato.pdf', ['Contrato']), id, 1)
  return id
}

/** Mario rejected the first of three documents. */
async function storeRejected() {
  const stored = await storeRequest(fixture.portal, { title: TRANSFER, state: 'missing' })
  await fixture.portal.pool.query(
    "update request_documents set review = 'rejected', reason = 'Se lee mal' where document_id = $1",
    [stored.documentIds[0]],
  )
  return stored
}

describe('a request', () => {
  test('is sent with one document for each required one: both sides of a card are one PDF (§10.67, §12.340)', async () => {
    const id = await complete()
    expect((await send(id)).status).toBe(200)
    const documents = await documentsOf(id)
    expect(documents.map(({ name, title }: Record<string, string>) => [title, name])).toEqual([
      ['Cédula', 'Cédula.pdf'],
      ['Contrato', 'contrato.pdf'],
    ])
    expect(await pagesOf(documents[0].id)).toEqual(['wide', 'high'])
    // The photos are in the PDF; their own bytes are removed.
    expect((await listStored()).rows).toBe(2)
  })

  test('whose procedure asks for no documents takes optional photos: staff read and judge them as one PDF (§12.1840)', async () => {
    const id = await createDraft(fixture.rosa, 'V-1001', [])
    expect((await draftOf(id)).slots).toMatchObject([{ position: 0, is_optional: true }])
    await uploadFile(front, id)
    await uploadFile(back, id)
    const { body } = await fixture.rosa.get('/api/request/drafts/')
    expect(body.results).toMatchObject([{ id, missing_documents: 0 }])
    expect((await send(id)).status).toBe(200)
    const [document, ...others] = await documentsOf(id)
    expect(others).toEqual([])
    expect(document).toMatchObject({
      ...{ title: 'Fotos o documentos', name: 'Fotos o documentos.pdf', review: 'pending' },
    })
    expect(await pagesOf(document.id)).toEqual(['wide', 'high'])

    const act = async (name: string, body: object) => {
      const { version } = (await fixture.mario.get(`/api/requests/${id}/`)).body
      const path = `/api/requests/${id}/${name}/`
      return fixture.mario.post(path, json({ version, ...body }))
    }
    const judged = await act(`documents/${document.id}/review`, {
      ...{ accepted: false, reason: 'Está oscura' },
    })
    expect(judged.body.events.at(-1).text).toBe('Fotos o documentos: Está oscura')
    expect((await act('ask', { text: 'Otra foto, por favor' })).status).toBe(200)
    // The rejected one is replaced; there is no second place for the same.
    expect((await draftOf(id)).slots).toMatchObject([
      { position: 0, is_optional: false, title: 'Fotos o documentos', reason: 'Está oscura' },
    ])
    await uploadFile(front, id)
    expect((await reply(id, {})).status).toBe(200)
    expect(await documentsOf(id)).toMatchObject([{ name: 'frente.jpg', review: 'pending' }])
  })

  test('needs its comment all the same, and is sent without a file (§5.25, §12.1840)', async () => {
    const id = await createDraft(fixture.rosa, 'V-1001', [])
    await uploadFile(front, id)
    const text = { version: 9, written_in: 'x', comment: '' }
    await fixture.rosa.call('PUT', `/api/requests/${id}/draft/`, json(text))
    expect((await send(id)).body).toBe(documentMessages.commentRequired.text)
    const other = await createDraft(fixture.rosa, 'V-1001', [])
    expect((await send(other)).status).toBe(200)
    expect(await documentsOf(other)).toEqual([])
  })

  test('is sent once, however often the call is repeated: one email each (security 7.44, security 12.2, security 15.300)', async () => {
    const before = (await fixture.portal.sentEmails()).length
    const id = await complete()
    const { version } = await draftOf(id)
    const atOnce = await Promise.all([send(id, version), send(id)])
    const { status, body } = await send(id, version)
    expect(status).toBe(200)
    for (const answer of atOnce) expect(answer.body).toEqual(body)
    expect(await documentsOf(id)).toHaveLength(2)
    expect((await fixture.portal.sentEmails()).length - before).toBe(2)
    // A document that a repeated call joined in vain is removed.
    expect((await listStored()).rows).toBe(2)
  })

  test('of another version than the one on the screen is not sent (§12.1040)', async () => {
    const id = await complete()
    const { version } = await draftOf(id)
    await uploadFile(photo('otra.jpg', { width: 50 }), id, 0)
    const refused = await send(id, version)
    expect([refused.status, refused.body]).toEqual([409, requestMessages.draftChanged.text])
    expect((await send(id, version + 1)).status).toBe(200)
    expect(await pagesOf((await documentsOf(id))[0].id)).toHaveLength(3)
  })

  test('whose files change while they are joined is sent with those that it has then (security 7.44)', async () => {
    const id = await complete()
    const [sent, added] = await Promise.all([
      send(id),
      fixture.tryUpload(photo('x.jpg', { width: 50 }), id, 0),
    ])
    expect(sent.status).toBe(200)
    // The file is in the request, or it came too late.
    const pages = await pagesOf((await documentsOf(id))[0].id)
    expect([added.status, pages.length]).toEqual(added.status === 201 ? [201, 3] : [409, 2])
  })

  test('is not sent when files cannot be joined, which names the document and leaves no joined one behind (§12.1044, security 15.300)', async () => {
    const id = await complete()
    await uploadFile(await page('escritura.pdf', Array<string>(100).fill('Página')), id, 1)
    const refused = await send(id)
    const refusal = joinRefusal('Contrato', documentMessages.tooManyPages)
    expect([refused.status, refused.body]).toEqual([400, [refusal.text]])
    expect((await listStored()).rows).toBe(4)
    expect((await draftOf(id)).slots.map((it: { files: object[] }) => it.files.length)).toEqual([
      2, 2,
    ])
  })

  test('with a single file is sent byte for byte (§12.340)', async () => {
    const id = await createDraft()
    const file = await page('cedula.pdf')
    const fileId = await uploadFile(file, id, 0)
    await uploadFile(front, id, 1)
    expect((await send(id)).status).toBe(200)
    expect((await fixture.mario.get(`/api/documents/${fileId}/`)).bytes).toEqual(file.bytes)
  })

  test('joins sixty documents in a quarter of an hour (security 7.50)', async () => {
    const id = await complete()
    await fixture.portal.pool.query(
      `insert into rate_limits (key, points, expire)
       select 'join:' || id, 60, (extract(epoch from now()) * 1000 + 60000)::bigint
       from users where rut = '12345678-5'`,
    )
    expect((await send(id)).status).toBe(429)
    expect((await draftOf(id)).slots[0].files).toHaveLength(2)
  })
})

describe('a reply', () => {
  test('has a slot for each rejected document, with its reason, and is kept until it is sent (§12.344)', async () => {
    const { id, documentIds } = await storeRejected()
    expect((await draftOf(id)).slots).toMatchObject([
      { position: 0, reason: 'Se lee mal' },
      { position: 3, is_optional: true },
    ])
    await uploadFile(front, id)
    await uploadFile(back, id, 0)
    const text = { version: 2, written_in: 'x', comment: 'Aquí va' }
    await fixture.rosa.call('PUT', `/api/requests/${id}/draft/`, json(text))
    expect((await documentsOf(id)).map((it: { id: number }) => it.id)).toEqual(documentIds)
    const data = (await fixture.rosa.get('/api/client/data.json')).body
    expect(data.requests).toMatchObject([{ id, unsent_reply: 'Aquí va' }])

    const { version } = await draftOf(id)
    const first = await reply(id, { version })
    expect([first.status, first.body.state]).toEqual([200, 'in_review'])
    const { body } = await fixture.mario.get(`/api/requests/${id}/`)
    expect(body.events.map((it: Record<string, string>) => [it.kind, it.text])).toEqual([
      ['document_replaced', body.documents[0].title],
      ['replied', 'Aquí va'],
    ])
    expect(await pagesOf(body.documents[0].id)).toEqual(['wide', 'high'])
    // Its answer may have been lost.
    expect((await reply(id, { version })).body).toEqual(first.body)
    const late = await reply(id, { version: version - 1 })
    expect([late.status, late.body]).toEqual([409, requestMessages.impossible.text])
  })

  test('takes files that nobody asked for by name, without a word (§12.1841)', async () => {
    const { id, documentIds } = await storeRequest(fixture.portal, {
      ...{ title: TRANSFER, state: 'missing' },
    })
    expect((await draftOf(id)).slots).toMatchObject([{ position: 3, is_optional: true }])
    const empty = await reply(id, { comment: '' })
    expect([empty.status, empty.body]).toEqual([400, requestMessages.replyEmpty.text])
    const file = await uploadFile(front, id)
    expect((await reply(id, {})).status).toBe(200)
    const documents = await documentsOf(id)
    expect(documents.map((it: { id: number }) => it.id)).toEqual([...documentIds, file])
    expect(documents.at(-1)).toMatchObject({ title: 'Fotos o documentos', name: 'frente.jpg' })
    const { body } = await fixture.mario.get(`/api/requests/${id}/`)
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual(['replied'])
  })

  test('of another version than the one on the screen is not sent (§12.1040)', async () => {
    const { id } = await storeRejected()
    await uploadFile(front, id)
    const refused = await reply(id, { version: 0 })
    expect([refused.status, refused.body]).toEqual([409, requestMessages.draftChanged.text])
  })

  test('that staff did not wait for is kept for the next question (§12.1045)', async () => {
    const { id } = await storeRejected()
    const file = await uploadFile(front, id)
    const act = async (name: string, body: object = {}) => {
      const { version } = (await fixture.mario.get(`/api/requests/${id}/`)).body
      const path = `/api/requests/${id}/${name}/`
      const answer = await fixture.mario.post(path, json({ version, text: 'x', ...body }))
      expect(answer.status).toBe(200)
    }
    const [, ...pending] = (await documentsOf(id)).map((it: { id: number }) => it.id)
    await act('resolve', { leave_documents: pending })
    expect((await fixture.rosa.get(`/api/requests/${id}/draft/`)).status).toBe(409)
    await act('reopen')
    await act('ask')
    expect((await draftOf(id)).slots).toMatchObject([{ files: [{ id: file }] }, { files: [] }])
    const discard = () => fixture.rosa.call('DELETE', `/api/requests/${id}/draft/`)
    for (let repeated = 0; repeated < 2; repeated++) expect((await discard()).status).toBe(200)
    expect((await draftOf(id)).slots).toMatchObject([{ files: [] }, { files: [] }])
  })
})
