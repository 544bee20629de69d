import { request as httpRequest } from 'node:http'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, test } from 'vitest'
import { MB, openDocumentsPortal, uploadTargets } from '../../test/documents-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { json, multipartOf, type Part, upload, type Visitor } from '../../test/visitor.ts'

// The numbers are rows of docs/security.md.

// Fifty arrive in a test; of one user it would be five.
const fixture = openDocumentsPortal({ uploads: { max: 50, maxOfOwner: 50 } })
const { createDraft, tryUpload, uploadFile, expectNothingStored } = fixture

const targets = uploadTargets(fixture)

describe('before the body is read', () => {
  test('only multipart forms are accepted', async () => {
    const id = await createDraft()
    const answer = await fixture.rosa.post('/api/upload-document/', json({ request_id: id }))
    expect(answer.status).toBe(415)
    expect((await fixture.rosa.post('/api/upload-document/')).status).toBe(415)
  })

  test('7.14 without session or token 10 MB are refused before they are read (§10.34, §11.1, security 7.14)', async () => {
    const send = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve) => {
        const sending = httpRequest(`${fixture.origin}/api/upload-document/`, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 10 * MB,
          },
        })
        sending.on('error', () => {})
        sending.on('response', (response) => {
          resolve(response.statusCode)
          sending.destroy()
        })
        // Sends the headers only: the answer does not wait for the body.
        sending.flushHeaders()
      })
    expect(await send({})).toBe(401)
    const { 'x-csrftoken': _token, ...cookieOnly } = fixture.rosa.headers()
    expect(await send(cookieOnly)).toBe(403)
  })

  test('7.15 two hundred files or 500 MB in a day are the limit (security 7.15)', async () => {
    const id = await createDraft()
    const { rows } = await fixture.portal.pool.query(
      "select id from users where rut = '12345678-5'",
    )
    await fixture.portal.pool.query(
      `insert into rate_limits (key, points, expire)
      values ('upload:' || $1, 200, (extract(epoch from now()) * 1000 + 60000)::bigint)`,
      [rows[0].id],
    )
    const many = await tryUpload(pdf(), id)
    expect([many.status, many.body]).toEqual([429, documentMessages.tooManyToday])
    expect(many.headers['retry-after']).toBe('3600')

    await fixture.portal.pool.query('delete from rate_limits')
    await fixture.portal.pool.query(
      `insert into documents (storage_key, state, name, type, size, uploaded_by)
      values ('grande', 'kept', 'a.pdf', 'application/pdf', $2, $1)`,
      [rows[0].id, 491 * MB],
    )
    expect((await tryUpload(pdf(), id)).status).toBe(429)
    await fixture.portal.pool.query(
      "update documents set size = size - $1 where storage_key = 'grande'",
      [MB],
    )
    expect((await tryUpload(pdf(), id)).status).toBe(201)
  })
})

describe('7.1 ten megabytes', () => {
  test('exactly are accepted (§9.8, §11.34, security 7.1)', async () => {
    const answer = await tryUpload(pdf('a.pdf', { size: 10 * MB }), await createDraft())
    expect([answer.status, answer.body.size]).toEqual([201, 10 * MB])
  })

  test.each([
    ['Rosa’s, one byte more,', 10 * MB + 1, targets.Rosa],
    ['Rosa’s, two megabytes more, beyond the body limit,', 12 * MB, targets.Rosa],
    ['Mario’s for an answer, one byte more,', 10 * MB + 1, targets.Mario],
    ['Mario’s for an answer, two megabytes more,', 12 * MB, targets.Mario],
  ])(
    '%s are refused with a readable error (§5.17, §11.34, §11.35, security 7.1)',
    async (_what, size, openTarget) => {
      const { person, path, fields } = await openTarget()
      const { payload, headers } = upload(pdf('a.pdf', { size }), fields)
      const answer = await fetch(fixture.origin + path, {
        method: 'POST',
        headers: { ...person.headers(), ...(headers as Record<string, string>) },
        body: new Uint8Array(payload as Buffer),
      })
      expect(answer.status).toBe(413)
      expect(await answer.json()).toBe('El tamaño del archivo no debe ser superior a 10MB')
      await expectNothingStored()
    },
  )

  test('sent in chunks without a length are counted (security 7.21)', async () => {
    const { payload, headers } = upload(pdf('a.pdf', { size: 12 * MB }), {
      request_id: await createDraft(),
    })
    const pieces = new Blob([new Uint8Array(payload as Buffer)]).stream()
    const answer = await fetch(`${fixture.origin}/api/upload-document/`, {
      method: 'POST',
      headers: { ...fixture.rosa.headers(), ...(headers as Record<string, string>) },
      body: pieces,
      duplex: 'half',
    })
    expect(answer.status).toBe(413)
    await expectNothingStored()
  })
})

describe('7.11 malformed forms (security 7.11)', () => {
  const field = (name: string, value = '1'): Part => ({ name, bytes: Buffer.from(value) })
  const file = (name = 'document', filename = 'a.pdf'): Part => ({
    name,
    filename,
    bytes: pdf().bytes,
  })
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const body = `--x\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-`

  test.each([
    ['a thousand parts', multipartOf(Array.from({ length: 1000 }, (_, i) => field(`f${i}`))), 413],
    ['a thousand files', multipartOf(Array.from({ length: 1000 }, () => file())), 413],
    ['two files', multipartOf([field('request_id'), file(), file()]), 413],
    ['a field __proto__', multipartOf([field('__proto__'), file()]), 400],
    ['a file __proto__', multipartOf([field('request_id'), file('__proto__')]), 400],
    ['a field constructor', multipartOf([field('constructor'), file()]), 400],
    [
      'the request’s id twice',
      multipartOf([field('request_id'), field('request_id', '2'), file()]),
      400,
    ],
    ['an id of a megabyte', multipartOf([field('request_id', '1'.repeat(MB)), file()]), 400],
    ['no id', multipartOf([file()]), 400],
    ['a word as id', multipartOf([field('request_id', 'uno'), file()]), 400],
    [
      'an invalid position',
      multipartOf([field('request_id'), field('position', '-1'), file()]),
      400,
    ],
    ['the file in another field', multipartOf([field('request_id'), file('archivo')]), 400],
    [
      'the file as a text field',
      multipartOf([field('request_id'), field('document', '%PDF-')]),
      400,
    ],
    ['no boundary', { payload: body, headers: { 'content-type': 'multipart/form-data' } }, 400],
    [
      'an empty boundary',
      { payload: body, headers: { 'content-type': 'multipart/form-data; boundary=' } },
      400,
    ],
    [
      'another boundary',
      { payload: body, headers: { 'content-type': 'multipart/form-data; boundary=y' } },
      400,
    ],
    ['no final boundary', { payload: body, headers: type }, 400],
    ['an end within a part’s header', { payload: body.slice(0, 40), headers: type }, 400],
    ['nothing', { payload: '', headers: type }, 400],
    [
      'a header of a megabyte',
      { payload: body.replace('\r\n\r\n', `\r\nx: ${'y'.repeat(MB)}\r\n\r\n`), headers: type },
      400,
    ],
    [
      'base64',
      {
        payload: `${body.replace('\r\n\r\n', '\r\ncontent-transfer-encoding: base64\r\n\r\n')}\r\n--x--\r\n`,
        headers: type,
      },
      400,
    ],
  ])('%s', async (_what, options, expected) => {
    const answer = await fixture.rosa.post('/api/upload-document/', options)
    expect([answer.status, typeof answer.body === 'string' || Array.isArray(answer.body)]).toEqual([
      expected,
      true,
    ])
    await expectNothingStored()
    // The next upload succeeds.
    await uploadFile(pdf(), await createDraft())
  })
})

test('fifty concurrent files of 5 MB are not kept in memory (security 7.15)', async () => {
  const people = [fixture.rosa, fixture.hernan]
  const drafts = [await createDraft(fixture.rosa), await createDraft(fixture.hernan, 'V-2001')]
  const { payload, headers } = upload(pdf('a.pdf', { size: 5 * MB }), {})
  const bytes = payload as Buffer
  const before = process.memoryUsage()
  let highest = 0
  const watch = setInterval(() => {
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    highest = Math.max(highest, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed)
  }, 10)
  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, i) => sendSlowly(i % 2, people, drafts, bytes, headers)),
  )
  clearInterval(watch)
  // All files together have 250 MB.
  expect(highest).toBeLessThan(120 * MB)
  // The same bytes are the same file.
  expect(new Set(statuses)).toEqual(new Set([201]))

  /** All calls share the same bytes, written as the socket accepts them. */
  function sendSlowly(
    index: number,
    people: Visitor[],
    drafts: number[],
    bytes: Buffer,
    headers: unknown,
  ): Promise<number> {
    const field = `\r\ncontent-disposition: form-data; name="request_id"\r\n\r\n${drafts[index]}\r\n`
    const boundary = /boundary=(.+)$/.exec(
      (headers as { 'content-type': string })['content-type'],
    )?.[1]
    const head = Buffer.from(`--${boundary}${field}`)
    return new Promise((resolve, reject) => {
      const sending = httpRequest(`${fixture.origin}/api/upload-document/`, {
        method: 'POST',
        headers: {
          ...(people[index] ?? fixture.rosa).headers(),
          ...(headers as Record<string, string>),
          'content-length': head.length + bytes.length,
        },
      })
      sending.on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      sending.on('error', reject)
      sending.write(head)
      sending.end(bytes)
    })
  }
})
