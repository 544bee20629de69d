import { documentMessages, MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDocumentsPortal } from '../../../test/documents-portal.ts'
import { page, photo } from '../../../test/pdf/readable-files.ts'
import { pdf, type SampleFile } from '../../../test/sample-files.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

const fixture = openDocumentsPortal()
const { createDraft, uploadFile } = fixture

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
    ['a damaged PDF', documentMessages.shownBroken, () => pdf()],
    [
      'a PDF with a password',
      documentMessages.shownPassword,
      () => page('a.pdf', ['A'], { userPassword: 'secreta' }),
    ],
  ])('of %s is answered with a sentence (§12.422)', async (_what, sentence, file) => {
    const answer = await open(fixture.mario, await sent(await file()))
    expect([answer.status, answer.body]).toEqual([422, sentence])
    expect(answer.headers['x-error-code']).toBe('file_unreadable')
  })

  test('is a number from 1 that the document has, up to a hundred', async () => {
    const document = await sent(await page('contrato.pdf'))
    expect((await open(fixture.mario, document, 2)).status).toBe(404)
    expect((await open(fixture.mario, document, 0)).status).toBe(404)
    expect((await open(fixture.mario, document, 'uno')).status).toBe(404)
    const beyond = await open(fixture.mario, document, MAX_SHOWN_PAGES + 1)
    expect([beyond.status, beyond.body]).toEqual([422, documentMessages.shownPages])
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
