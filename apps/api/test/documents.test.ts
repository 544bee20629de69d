import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentMessages } from '@carpeta/domain/document-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from './open-portal.ts'
import { jpeg, pdf, png, type SampleFile } from './sample-files.ts'
import { json, multipartOf, type Part, upload, type Visitor } from './visitor.ts'

// security.md §7, row by row; where a row needs a connection of its own, a real one.

let portal: Portal
let dataDir: string
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let origin: string
let asksForTwo: number
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'carpeta-documents-'))
  portal = await openPortal('sample', { DATA_DIR: dataDir })
  rosa = await portal.as('rosa')
  hernan = await portal.as('hernan')
  mario = await portal.as('mario')
  const form = {
    title: 'Dos documentos',
    description: 'Para probar.',
    documents: ['Cédula', 'Contrato'],
    answer_hours: 8,
    is_active: true,
  }
  asksForTwo = (await mario.post('/api/procedures/', json(form))).body.id
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await portal.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await portal.pool.query('delete from requests; delete from rate_limits')
  await portal.pool.query("update documents set created_at = now() - interval '2 days'")
  await clearUp()
})

const MB = 1_048_576

async function begin(person: Visitor = rosa, sale = 'V-1001'): Promise<number> {
  const body = { procedure_id: asksForTwo, sale_code: sale, comment: crypto.randomUUID() }
  return (await person.post('/api/request/create/', json(body))).body.id
}

function hand(file: SampleFile | null, requestId: number, position?: number, person = rosa) {
  const fields = { request_id: requestId, ...(position === undefined ? {} : { position }) }
  return person.post('/api/upload-document/', upload(file, fields))
}

async function handed(file: SampleFile, requestId: number, position?: number): Promise<number> {
  const answer = await hand(file, requestId, position)
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** The rows, and the files that are really there once the jobs have run. */
async function kept(): Promise<{ rows: number; files: string[] }> {
  await portal.postedLetters()
  const { rows } = await portal.pool.query('select count(*)::int as count from documents')
  return { rows: rows[0].count, files: filesIn('documents') }
}

function filesIn(folder: string): string[] {
  const path = join(dataDir, folder)
  return existsSync(path) ? readdirSync(path) : []
}

async function expectNothingKept(): Promise<void> {
  expect(await kept()).toEqual({ rows: 0, files: [] })
  expect(filesIn('incoming')).toEqual([])
  await vi.waitFor(() => expect(heldFiles()).toEqual([]))
}

/** What is open of files that are coming in; they have no name, and end with their descriptor. */
function heldFiles(): string[] {
  const descriptors = '/proc/self/fd'
  if (!existsSync(descriptors)) return []
  return readdirSync(descriptors).flatMap((fd) => {
    try {
      const path = readlinkSync(join(descriptors, fd))
      return path.startsWith(join(dataDir, 'incoming')) ? [path] : []
    } catch {
      return []
    }
  })
}

/** Lets the hourly job run. */
async function clearUp(): Promise<void> {
  await portal.pool.query("select graphile_worker.add_job('clear_documents')")
  await portal.postedLetters()
}

/** What a browser sends besides the body. */
function sessionHeaders(person: Visitor): Record<string, string> {
  return {
    cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': person.cookies.get('csrftoken') ?? '',
  }
}

describe('a document', () => {
  test('is kept byte for byte, under a name of ours, with its hash', async () => {
    const file = pdf('Cédula de identidad.pdf', { size: 200_000, text: 'ñandú' })
    const answer = await hand(file, await begin())
    expect([answer.status, answer.body]).toEqual([
      201,
      { id: expect.any(Number), name: 'Cédula de identidad.pdf', size: 200_000 },
    ])
    const { rows } = await portal.pool.query('select * from documents')
    expect(rows[0]).toMatchObject({
      state: 'kept',
      type: 'application/pdf',
      size: '200000',
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
    })
    expect(rows[0].storage_key).toMatch(/^[0-9a-f]{40}$/)
    expect(filesIn('documents')).toEqual([rows[0].storage_key])
    expect(readFileSync(join(dataDir, 'documents', rows[0].storage_key))).toEqual(file.bytes)
    expect(filesIn('incoming')).toEqual([])
  })

  test('takes the first place that is free, or the one that is named', async () => {
    const id = await begin()
    await handed(png(), id, 1)
    // Some browsers send the field empty.
    const { status } = await rosa.post(
      '/api/upload-document/',
      upload(jpeg(), { request_id: id, position: '' }),
    )
    expect(status).toBe(201)
    const { body } = await rosa.get(`/api/requests/${id}/`)
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

  test('the number of its request may come after it', async () => {
    const id = await begin()
    const parts = [
      { name: 'document', filename: 'a.pdf', bytes: pdf().bytes },
      { name: 'request_id', bytes: Buffer.from(String(id)) },
    ]
    expect((await rosa.post('/api/upload-document/', multipartOf(parts))).status).toBe(201)
  })

  test('another one for the same place of a draft takes its place, and the first is gone', async () => {
    const id = await begin()
    const first = await handed(pdf('viejo.pdf'), id, 0)
    await handed(pdf('nuevo.pdf'), id, 0)
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body.documents).toMatchObject([{ name: 'nuevo.pdf', position: 0 }])
    expect((await rosa.get(`/api/documents/${first}/`)).status).toBe(404)
    expect(await kept()).toMatchObject({ rows: 1, files: [expect.any(String)] })
  })

  test('is taken out of a draft again, and is gone', async () => {
    const id = await begin()
    const document = await handed(pdf(), id)
    const removed = await rosa.call('DELETE', `/api/documents/${document}/`)
    expect([removed.status, removed.body]).toEqual([200, {}])
    await expectNothingKept()
    expect((await rosa.call('DELETE', `/api/documents/${document}/`)).status).toBe(404)
    await handed(pdf(), id)
    await handed(pdf(), id)
  })

  test('of somebody else or of a request that was sent is not taken out', async () => {
    const id = await begin()
    const documents = [await handed(pdf(), id), await handed(pdf(), id)]
    const remove = (person: Visitor) => person.call('DELETE', `/api/documents/${documents[0]}/`)
    expect((await remove(hernan)).status).toBe(404)
    expect((await remove(mario)).status).toBe(403)
    const stranger = portal.visitor()
    await stranger.fetchToken()
    expect((await remove(stranger)).status).toBe(401)
    await rosa.post('/api/request/send/', json({ request_id: id }))
    const answer = await remove(rosa)
    expect([answer.status, answer.body]).toEqual([409, 'La solicitud ya fue enviada'])
  })
})

describe('who may upload', () => {
  test('a stranger is a 401, staff a 403, for another’s request it is a 404', async () => {
    const id = await begin()
    const stranger = portal.visitor()
    await stranger.fetchToken()
    expect((await hand(pdf(), id, 0, stranger)).status).toBe(401)
    expect((await hand(pdf(), id, 0, mario)).status).toBe(403)
    expect((await hand(pdf(), id, 0, hernan)).status).toBe(404)
    expect((await hand(pdf(), 999_999)).status).toBe(404)
    await expectNothingKept()
  })

  test('7.14 without session or token 10 MB are refused before they are read', async () => {
    const send = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve) => {
        const sending = httpRequest(`${origin}/api/upload-document/`, {
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
        // Not one byte of the body has left: the answer is there all the same.
        sending.flushHeaders()
      })
    expect(await send({})).toBe(401)
    const { 'x-csrftoken': _token, ...cookieOnly } = sessionHeaders(rosa)
    expect(await send(cookieOnly)).toBe(403)
  })

  test('only a form with a file is taken', async () => {
    const id = await begin()
    const answer = await rosa.post('/api/upload-document/', json({ request_id: id }))
    expect(answer.status).toBe(415)
    expect((await rosa.post('/api/upload-document/')).status).toBe(415)
  })

  test('7.15 two hundred files in a day, or 500 MB, are enough', async () => {
    const id = await begin()
    const { rows } = await portal.pool.query("select id from users where rut = '12345678-5'")
    await portal.pool.query(
      `insert into rate_limits (key, points, expire)
      values ('upload:' || $1, 200, (extract(epoch from now()) * 1000 + 60000)::bigint)`,
      [rows[0].id],
    )
    const many = await hand(pdf(), id)
    expect([many.status, many.body]).toEqual([429, documentMessages.tooManyToday])
    expect(many.headers['retry-after']).toBe('3600')

    await portal.pool.query('delete from rate_limits')
    await portal.pool.query(
      `insert into documents (storage_key, state, name, type, size, uploaded_by)
      values ('grande', 'kept', 'a.pdf', 'application/pdf', $2, $1)`,
      [rows[0].id, 491 * MB],
    )
    expect((await hand(pdf(), id)).status).toBe(429)
    await portal.pool.query("update documents set size = size - $1 where storage_key = 'grande'", [
      MB,
    ])
    expect((await hand(pdf(), id)).status).toBe(201)
  })
})

describe('7.1 ten megabytes', () => {
  test('exactly are taken', async () => {
    const answer = await hand(pdf('a.pdf', { size: 10 * MB }), await begin())
    expect([answer.status, answer.body.size]).toEqual([201, 10 * MB])
  })

  test.each([
    ['one byte more', 10 * MB + 1],
    ['two megabytes more, beyond what is read at all', 12 * MB],
  ])('%s are refused in words that a browser gets to read', async (_what, size) => {
    const { payload, headers } = upload(pdf('a.pdf', { size }), { request_id: await begin() })
    const answer = await fetch(`${origin}/api/upload-document/`, {
      method: 'POST',
      headers: { ...sessionHeaders(rosa), ...(headers as Record<string, string>) },
      body: new Uint8Array(payload as Buffer),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toBe('El tamaño del archivo no debe ser superior a 10MB')
    await expectNothingKept()
  })

  test('sent in pieces, without saying how many, are counted all the same', async () => {
    const { payload, headers } = upload(pdf('a.pdf', { size: 12 * MB }), {
      request_id: await begin(),
    })
    const pieces = new Blob([new Uint8Array(payload as Buffer)]).stream()
    const answer = await fetch(`${origin}/api/upload-document/`, {
      method: 'POST',
      headers: { ...sessionHeaders(rosa), ...(headers as Record<string, string>) },
      body: pieces,
      duplex: 'half',
    })
    expect(answer.status).toBe(413)
    await expectNothingKept()
  })
})

describe('7.2 how many', () => {
  test('not one more than is asked for', async () => {
    const id = await begin()
    await handed(pdf(), id)
    await handed(pdf(), id)
    const answer = await hand(pdf(), id)
    expect([answer.status, answer.body]).toEqual([
      400,
      ['El máximo número de documentos permitidos es 2'],
    ])
    expect((await hand(pdf(), id, 2)).status).toBe(400)
    expect(await kept()).toMatchObject({ rows: 2 })
  })

  test('five at once for two: two are there', async () => {
    const id = await begin()
    const answers = await Promise.all(Array.from({ length: 5 }, () => hand(pdf(), id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400])
    const { rows, files } = await kept()
    expect([rows, files.length]).toEqual([2, 2])
  })

  test('five at once for one place: one is there, whichever came last', async () => {
    const id = await begin()
    const answers = await Promise.all(Array.from({ length: 5 }, () => hand(pdf(), id, 1)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const { rows, files } = await kept()
    expect([rows, files.length]).toEqual([1, 1])
  })

  test('the last one and the sending at once: it is sent whole, or waits', async () => {
    const id = await begin()
    await handed(pdf(), id)
    const send = () => rosa.post('/api/request/send/', json({ request_id: id }))
    const [last] = await Promise.all([hand(pdf(), id), send(), send(), send()])
    expect(last.status).toBe(201)
    expect((await send()).status).toBe(200)
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect([body.state, body.documents.length]).toEqual(['sent', 2])
  })

  test('after sending none, but what staff rejected is replaced', async () => {
    const id = await begin()
    const first = await handed(pdf('mala.pdf'), id)
    await handed(pdf(), id)
    await rosa.post('/api/request/send/', json({ request_id: id }))
    const late = await hand(pdf(), id)
    expect([late.status, late.body]).toEqual([409, 'La solicitud ya fue enviada'])

    const act = async (path: string, body: object) => {
      const { version } = (await mario.get(`/api/requests/${id}/`)).body
      const answer = await mario.post(`/api/requests/${id}/${path}`, json({ version, ...body }))
      expect(answer.status).toBe(200)
    }
    await act('review/', {})
    await act(`documents/${first}/review/`, { accepted: false, reason: 'No se lee' })
    expect((await hand(pdf(), id)).status).toBe(409)
    await act('ask/', { text: 'Envíala otra vez' })
    expect((await hand(pdf(), id, 1)).status).toBe(409)
    await handed(pdf('borrosa.pdf'), id)
    // Until staff have looked at it, a better one may still take its place.
    await handed(pdf('buena.pdf'), id, 0)
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body.documents).toMatchObject([
      { name: 'buena.pdf', position: 0, review: 'pending' },
      { position: 1 },
    ])
    expect(
      body.events.filter(({ kind }: { kind: string }) => kind === 'document_replaced'),
    ).toMatchObject([{ text: 'Cédula' }, { text: 'Cédula' }])
    // What staff have seen stays for the record.
    expect((await mario.get(`/api/documents/${first}/`)).status).toBe(200)
  })
})

describe('7.3 content and name agree', () => {
  test.each([
    ['a PDF', pdf()],
    ['a PNG', png()],
    ['a JPEG', jpeg()],
    ['a .jpeg in capitals', jpeg('FOTO.JPEG')],
    [
      'a photo to which the phone added a film',
      jpeg('foto.jpg', { trailer: Buffer.alloc(90_000, 7) }),
    ],
    [
      'a PDF with a line after its end',
      { name: 'a.pdf', bytes: Buffer.concat([pdf().bytes, Buffer.from('\r\n')]) },
    ],
  ])('%s is taken', async (_what, file) => {
    await handed(file, await begin())
  })

  const cut = (file: SampleFile, by: number) => ({ ...file, bytes: file.bytes.subarray(0, -by) })
  test.each([
    ['a PNG that is called PDF', { ...png(), name: 'a.pdf' }],
    ['a PDF that is called PNG', { ...pdf(), name: 'a.png' }],
    ['a JPEG that is called PNG', { ...jpeg(), name: 'a.png' }],
    [
      'a page that is called PNG',
      { name: 'a.png', bytes: Buffer.from('<html><script>1</script>') },
    ],
    [
      'a program that is called PDF',
      { name: 'a.pdf', bytes: Buffer.from(`MZ${'\0'.repeat(200)}%PDF-1.4 %%EOF`) },
    ],
    ['four bytes', { name: 'a.pdf', bytes: Buffer.from('%PDF') }],
    ['a PDF without its end', cut(pdf('a.pdf', { size: 9000 }), 20)],
    ['a PNG without its end', cut(png(), 4)],
    [
      'a PNG whose chunk leads nowhere',
      { name: 'a.png', bytes: Buffer.concat([png().bytes.subarray(0, 33), Buffer.alloc(40, 255)]) },
    ],
    ['a JPEG without its end', cut(jpeg(), 2)],
    [
      'a JPEG that is cut in its comment',
      { name: 'a.jpg', bytes: jpeg('a.jpg', { comment: 'x'.repeat(500) }).bytes.subarray(0, 300) },
    ],
    [
      'a JPEG of nothing but comments',
      {
        name: 'a.jpg',
        bytes: Buffer.concat([
          Buffer.from([0xff, 0xd8]),
          ...Array(30_000).fill(Buffer.from([0xff, 0xfe, 0, 2])),
        ]),
      },
    ],
    ['7.10 a zip', { name: 'a.zip', bytes: Buffer.from('PK\x03\x04', 'latin1') }],
    [
      '7.10 a docx that is called PDF',
      { name: 'a.pdf', bytes: Buffer.from(`PK\x03\x04${'\0'.repeat(100)}`, 'latin1') },
    ],
    [
      '7.10 an SVG',
      { name: 'a.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ],
    ['7.10 a TIFF', { name: 'a.tiff', bytes: Buffer.from('II*\0\x08\0\0\0', 'latin1') }],
    [
      '7.10 a HEIC that is called JPG',
      { name: 'a.jpg', bytes: Buffer.from(`\0\0\0\x18ftypheic${'\0'.repeat(100)}`, 'latin1') },
    ],
    ['7.10 a WEBP', { name: 'a.webp', bytes: Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1') }],
    ['a GIF that is a script', { name: 'a.png', bytes: Buffer.from('GIF89a/*') }],
  ])('%s is not', async (_what, file) => {
    const answer = await hand(file, await begin())
    expect([answer.status, answer.body]).toEqual([400, [documentMessages.type]])
    await expectNothingKept()
  })

  test('nothing at all is told so', async () => {
    const id = await begin()
    for (const file of [
      null,
      { name: 'a.pdf', bytes: Buffer.alloc(0) },
      { name: '', bytes: Buffer.alloc(0) },
    ]) {
      const answer = await hand(file, id)
      expect([answer.status, answer.body]).toEqual([400, ['Campo obligatorio']])
    }
  })

  test('7.9 a picture that claims to be enormous is never decoded', async () => {
    const before = process.memoryUsage().rss
    await handed(png('a.png', { width: 30_000, height: 30_000 }), await begin())
    // Decoded it would be 900 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB)
  })
})

describe('7.5 and 7.6 names', () => {
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
    const { status, body } = await hand(pdf(given), await begin())
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
  ])('%j is no name of a PDF', async (name) => {
    const { status } = await hand(pdf(name), await begin())
    expect(status).toBe(400)
  })

  test('7.7 no address leads to the folder', async () => {
    await handed(pdf(), await begin())
    const [key] = filesIn('documents')
    for (const path of [
      `/documents/${key}`,
      `/data/documents/${key}`,
      `/${key}`,
      '/documents/',
      '/..%2fdocuments/',
    ]) {
      expect((await rosa.get(path)).status).toBe(404)
    }
  })
})

describe('7.8 downloading', () => {
  test('is for its member, and for staff who answer once it was sent', async () => {
    const file = pdf('Cédula.pdf', { size: 300_000 })
    const id = await begin()
    const document = await handed(file, id)
    await handed(png(), id)
    const read = async (person: Visitor) => (await person.get(`/api/documents/${document}/`)).status
    expect(await read(mario)).toBe(404)
    await rosa.post('/api/request/send/', json({ request_id: id }))
    expect(await read(mario)).toBe(200)
    expect(await read(hernan)).toBe(404)
    expect(await read(await portal.as('carla'))).toBe(404)
    expect(await read(portal.visitor())).toBe(401)
    expect((await rosa.get('/api/documents/999999/')).status).toBe(404)
    expect((await rosa.get('/api/documents/..%2f/')).status).toBe(404)

    const answer = await rosa.get(`/api/documents/${document}/`)
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

  test('a name cannot add a header or leave its quotes', async () => {
    const document = await handed(pdf('a"\r\nX-Evil: sí; b=\\ % \'(*).pdf'), await begin())
    const { headers } = await rosa.get(`/api/documents/${document}/`)
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
      'a photo with a page behind it',
      jpeg('a.jpg', { trailer: Buffer.from('<html><script>1</script>') }),
    ],
  ])('7.4 %s is saved, never run', async (_what, file) => {
    const document = await handed(file, await begin())
    const { headers } = await rosa.get(`/api/documents/${document}/`)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-type']).toMatch(/^(application\/pdf|image\/(png|jpeg))$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  })

  test('7.17 what the camera wrote into a photo is kept as it was', async () => {
    const file = jpeg('a.jpg', { comment: 'GPS -36.72, -73.11' })
    const document = await handed(file, await begin())
    expect((await rosa.get(`/api/documents/${document}/`)).bytes.equals(file.bytes)).toBe(true)
  })

  test('is in the trail', async () => {
    const id = await begin()
    const document = await handed(pdf(), id)
    await handed(pdf(), id)
    await rosa.post('/api/request/send/', json({ request_id: id }))
    await mario.get(`/api/documents/${document}/`)
    const { rows } = await portal.pool.query(
      `select users.rut from audit_entries join users on users.id = actor_id
      where action = 'document.downloaded' and object_id = $1`,
      [String(document)],
    )
    expect(rows).toEqual([{ rut: '14567891-9' }])
  })

  test('a file of the answer reaches the member once the answer is out', async () => {
    const id = await begin()
    await handed(pdf(), id)
    await handed(pdf(), id)
    await rosa.post('/api/request/send/', json({ request_id: id }))
    const version = async () => (await mario.get(`/api/requests/${id}/`)).body.version
    await mario.post(`/api/requests/${id}/review/`, json({ version: await version() }))
    const { body } = await mario.post(
      `/api/requests/${id}/answer-files/`,
      upload(pdf('certificado.pdf')),
    )
    const [file] = body.answer_files
    expect((await rosa.get(`/api/requests/${id}/`)).body.answer_files).toEqual([])
    expect((await rosa.get(`/api/documents/${file.id}/`)).status).toBe(404)
    await mario.post(
      `/api/requests/${id}/resolve/`,
      json({ version: await version(), text: 'Va adjunto' }),
    )
    expect((await rosa.get(`/api/documents/${file.id}/`)).status).toBe(200)
    expect((await hernan.get(`/api/documents/${file.id}/`)).status).toBe(404)
  })

  test('one whose bytes are not there is a sentence', async () => {
    const document = await handed(pdf(), await begin())
    rmSync(join(dataDir, 'documents'), { recursive: true })
    const answer = await rosa.get(`/api/documents/${document}/`)
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notRead])
  })
})

describe('7.11 forms that are none', () => {
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
    ['the number twice', multipartOf([field('request_id'), field('request_id', '2'), file()]), 400],
    ['a number of a megabyte', multipartOf([field('request_id', '1'.repeat(MB)), file()]), 400],
    ['no number', multipartOf([file()]), 400],
    ['a word for a number', multipartOf([field('request_id', 'uno'), file()]), 400],
    [
      'a place that is none',
      multipartOf([field('request_id'), field('position', '-1'), file()]),
      400,
    ],
    ['the file in another field', multipartOf([field('request_id'), file('archivo')]), 400],
    ['a file that is a field', multipartOf([field('request_id'), field('document', '%PDF-')]), 400],
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
    ['an end in the middle of a part’s head', { payload: body.slice(0, 40), headers: type }, 400],
    ['nothing', { payload: '', headers: type }, 400],
    [
      'a head of a megabyte',
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
    const answer = await rosa.post('/api/upload-document/', options)
    expect([answer.status, typeof answer.body === 'string' || Array.isArray(answer.body)]).toEqual([
      expected,
      true,
    ])
    await expectNothingKept()
    // The next one is as if nothing had been.
    await handed(pdf(), await begin())
  })
})

describe('7.12 and 12.9 what is interrupted', () => {
  test('a browser that goes away in the middle leaves nothing', async () => {
    const { payload, headers } = upload(pdf('a.pdf', { size: 8 * MB }), {
      request_id: await begin(),
    })
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    const lines = Object.entries({
      host: '127.0.0.1',
      ...sessionHeaders(rosa),
      ...(headers as Record<string, string>),
      'content-length': String((payload as Buffer).length),
    }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`POST /api/upload-document/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await new Promise<void>((done) => {
      socket.write((payload as Buffer).subarray(0, 5 * MB), () => done())
    })
    await vi.waitFor(() => expect(heldFiles()).toHaveLength(existsSync('/proc/self/fd') ? 1 : 0))
    socket.destroy()
    await expectNothingKept()
  })

  test('7.13 what a kill left behind is cleared away, and nothing else', async () => {
    const id = await begin()
    const good = await handed(pdf(), id)
    const forgotten = await handed(pdf(), id)
    const fresh = await handed(pdf(), await begin())
    const arriving = (key: string, age: string) =>
      portal.pool.query(
        `insert into documents (storage_key, name, type, uploaded_by, created_at)
        select $1, 'a.pdf', 'application/pdf', id, now() - $2::interval
        from users where rut = '12345678-5'`,
        [key, age],
      )
    await arriving('interrumpido', '61 minutes')
    await arriving('llegando', '59 minutes')
    await portal.pool.query('delete from request_documents where document_id in ($1, $2)', [
      forgotten,
      fresh,
    ])
    await portal.pool.query(
      "update documents set created_at = now() - interval '25 hours' where id in ($1, $2)",
      [forgotten, good],
    )
    await clearUp()
    const { rows } = await portal.pool.query('select id, storage_key from documents order by id')
    expect(rows.map((row) => (row.storage_key === 'llegando' ? 'llegando' : row.id))).toEqual([
      good,
      fresh,
      'llegando',
    ])
    expect(filesIn('documents')).toHaveLength(2)
    expect((await rosa.get(`/api/documents/${good}/`)).status).toBe(200)
  })

  test('7.13 a draft that nobody touched for thirty days goes with its documents', async () => {
    const old = await begin()
    await handed(pdf(), old)
    const sent = await begin()
    const documents = [await handed(pdf(), sent), await handed(pdf(), sent)]
    await rosa.post('/api/request/send/', json({ request_id: sent }))
    await portal.pool.query("update requests set updated_at = now() - interval '31 days'")
    await portal.pool.query("update documents set created_at = now() - interval '31 days'")
    await clearUp()
    expect((await rosa.get(`/api/requests/${old}/`)).status).toBe(404)
    expect((await rosa.get(`/api/requests/${sent}/`)).status).toBe(200)
    const { rows } = await portal.pool.query('select id from documents order by id')
    expect(rows.map(({ id }) => id)).toEqual(documents)
  })
})

test('fifty files of 5 MB at once are not held in memory', async () => {
  const people = [rosa, hernan]
  const drafts = [await begin(rosa), await begin(hernan, 'V-2001')]
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
  // Fifty times 5 MB would be 250; what is on its way in pieces is far below.
  expect(highest).toBeLessThan(120 * MB)
  expect(new Set(statuses)).toEqual(new Set([400, 201]))

  /** The same bytes for all, handed to the socket as it takes them. */
  function sendSlowly(
    who: number,
    people: Visitor[],
    drafts: number[],
    bytes: Buffer,
    headers: unknown,
  ): Promise<number> {
    const field = `\r\ncontent-disposition: form-data; name="request_id"\r\n\r\n${drafts[who]}\r\n`
    const boundary = /boundary=(.+)$/.exec(
      (headers as { 'content-type': string })['content-type'],
    )?.[1]
    const head = Buffer.from(`--${boundary}${field}`)
    return new Promise((resolve, reject) => {
      const sending = httpRequest(`${origin}/api/upload-document/`, {
        method: 'POST',
        headers: {
          ...sessionHeaders(people[who] ?? rosa),
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
