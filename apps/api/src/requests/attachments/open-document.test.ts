import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, test } from 'vitest'
import { openDocumentsPortal } from '../../../test/documents-portal.ts'
import { jpeg, pdf, png } from '../../../test/sample-files.ts'
import { json, upload, type Visitor } from '../../../test/visitor.ts'

// The numbers are rows of docs/security.md.

const fixture = openDocumentsPortal()
const { createDraft, uploadFile } = fixture

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

  test('a HEAD request gets the headers without the body', async () => {
    const document = await uploadFile(pdf('Cédula.pdf', { size: 5000 }), await createDraft())
    const address = `/api/documents/${document}/`
    const { status, bytes, headers } = await fixture.rosa.call('HEAD', address)
    expect([status, bytes.length, headers['content-length']]).toEqual([200, 0, '5000'])
    expect((await fixture.hernan.call('HEAD', address)).status).toBe(404)
  })

  test('a document without its bytes gives a readable error', async () => {
    const document = await uploadFile(pdf(), await createDraft())
    rmSync(join(fixture.dataDir, 'documents'), { recursive: true })
    const answer = await fixture.rosa.get(`/api/documents/${document}/`)
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notRead])
  })
})
