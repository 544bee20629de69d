import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort, openMachine } from '../../test/carpeta-process.ts'
import { openPortalForTest, type Portal, testConfig } from '../../test/open-portal.ts'
import { pdf, type SampleFile } from '../../test/sample-files.ts'
import { type Bucket, startBucket } from '../../test/stand-in-bucket.ts'
import { EICAR, startClamd } from '../../test/stand-in-clamd.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { type DocumentStorage, documentStorageAt } from './document-storage.ts'

const MB = 1_048_576

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function rosasDraft(portal: Portal): Promise<{ rosa: Visitor; id: number }> {
  const rosa = await portal.as('rosa')
  const { body } = await rosa.get('/api/procedures/')
  const procedure = body.results.find((it: { document_amount: number }) => it.document_amount === 3)
  const form = { procedure_id: procedure.id, sale_code: 'V-1001', comment: '' }
  return { rosa, id: (await rosa.post('/api/request/create/', json(form))).body.id }
}

/** What Rosa's draft has. A row that is left by itself is the hourly job's to clear away. */
async function attached(rosa: Visitor, id: number): Promise<number> {
  return (await rosa.get(`/api/requests/${id}/`)).body.documents.length
}

function storageAt(bucket: Bucket): DocumentStorage {
  return documentStorageAt(testConfig({ DOCUMENTS_URL: bucket.impatientUrl }).documents)
}

function contentOf(words: string) {
  const bytes = Buffer.from(words)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { read: () => Readable.from([bytes]), size: bytes.length, sha256 }
}

describe('a bucket', () => {
  test('keeps a document, gives it back byte for byte and lets it go', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.url })
    const { rosa, id } = await rosasDraft(portal)
    for (const size of [0, 10 * MB]) {
      const file = pdf('Cédula.pdf', { size, text: 'ñ' })
      const { status, body } = await rosa.post(
        '/api/upload-document/',
        upload(file, { request_id: id, position: 0 }),
      )
      expect(status).toBe(201)
      const download = await rosa.get(`/api/documents/${body.id}/`)
      expect(download.status).toBe(200)
      expect(download.bytes.equals(file.bytes)).toBe(true)
      await rosa.call('DELETE', `/api/documents/${body.id}/`)
      expect((await rosa.get(`/api/documents/${body.id}/`)).status).toBe(404)
    }
    expect(await attached(rosa, id)).toBe(0)
  })

  test('that does not answer refuses with a sentence, and nothing is half kept', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.url })
    const { rosa, id } = await rosasDraft(portal)
    const form = upload(pdf(), { request_id: id })
    const { body } = await rosa.post('/api/upload-document/', form)
    await bucket.close()
    const answer = await rosa.post('/api/upload-document/', form)
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notStored])
    const download = await rosa.get(`/api/documents/${body.id}/`)
    expect([download.status, download.body]).toEqual([503, documentMessages.notRead])
    // The rest of the portal goes on.
    expect((await rosa.get('/api/sales-data/')).status).toBe(200)
    expect(await attached(rosa, id)).toBe(1)
  })

  test('that takes the call and stays silent is a sentence too, and nobody else waits for it', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.impatientUrl })
    const { rosa, id } = await rosasDraft(portal)
    const form = upload(pdf(), { request_id: id })
    const { body: document } = await rosa.post('/api/upload-document/', form)
    bucket.be('silent')
    const answer = await rosa.post('/api/upload-document/', form)
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notStored])
    const download = await rosa.get(`/api/documents/${document.id}/`)
    expect([download.status, download.body]).toEqual([503, documentMessages.notRead])
    expect(await attached(rosa, id)).toBe(1)

    // More than there are connections to the database.
    const stored = await Promise.all(
      Array.from({ length: 4 }, () => storeRequest(portal, { state: 'draft' })),
    )
    const documents = [document.id, ...stored.flatMap(({ documentIds }) => documentIds)]
    expect(documents.length).toBeGreaterThan(portal.pool.options.max)
    const remove = (it: number) => rosa.call('DELETE', `/api/documents/${it}/`)
    const [sales, ...removed] = await Promise.all([
      rosa.get('/api/sales-data/'),
      ...documents.map(remove),
    ])
    expect(removed.map(({ status }) => status)).toEqual(documents.map(() => 200))
    expect(sales.status).toBe(200)
    expect(await attached(rosa, id)).toBe(0)

    bucket.be('well')
    await portal.sentEmails()
    expect(bucket.size()).toBe(0)
    const { rows } = await portal.pool.query("select id from documents where state <> 'kept'")
    expect(rows).toEqual([])
  })

  test('that stays silent while a document is to be removed is asked again', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.impatientUrl })
    const { rosa, id } = await rosasDraft(portal)
    const form = upload(pdf(), { request_id: id })
    const { body: document } = await rosa.post('/api/upload-document/', form)
    await rosa.call('DELETE', `/api/documents/${document.id}/`)
    bucket.be('silent')
    const [sales] = await Promise.all([rosa.get('/api/sales-data/'), portal.sentEmails()])
    expect(sales.status).toBe(200)
    expect(bucket.size()).toBe(1)
    bucket.be('well')
    // The worker does not wait until the failure is noted.
    await vi.waitFor(async () => {
      const { rowCount } = await portal.pool.query(
        `update graphile_worker._private_jobs set run_at = now()
        where last_error is not null and locked_at is null`,
      )
      expect(rowCount).toBe(1)
    })
    await portal.sentEmails()
    expect(bucket.size()).toBe(0)
  })

  test('that falls silent in the middle of a document gives it up', async () => {
    const bucket = await startBucket()
    const storage = storageAt(bucket)
    await storage.keep('a', contentOf('x'.repeat(MB)))
    bucket.be('silent in the middle')
    await expect(buffer(await storage.read('a'))).rejects.toThrow('inactivity')
  })

  test('refuses bytes that changed on their way', async () => {
    const storage = storageAt(await startBucket())
    await storage.keep('a', contentOf('la cédula'))
    expect(await text(await storage.read('a'))).toBe('la cédula')
    const { sha256 } = contentOf('la cédula')
    await expect(storage.keep('b', { ...contentOf('la cedula'), sha256 })).rejects.toThrow(
      documentMessages.notStored,
    )
    await expect(storage.read('b')).rejects.toThrow(documentMessages.notRead)
  })

  test('that stays silent stops the start with its name', async () => {
    const bucket = await startBucket()
    bucket.be('silent')
    const { code, stderr } = await openMachine().run(['serve'], {
      DOCUMENTS_URL: bucket.impatientUrl,
    })
    expect(stderr).toMatch(/^DOCUMENTS_URL: no se puede guardar en el bucket documentos/)
    expect(code).toBe(2)
  })
})

describe('a scanner', () => {
  test('gets the whole file; a virus is refused and not kept', async () => {
    const clamd = await startClamd()
    const portal = await openPortalForTest({ CLAMD_URL: clamd.url })
    const { rosa, id } = await rosasDraft(portal)
    const good = pdf('a.pdf', { size: 3 * MB })
    const bad = pdf('a.pdf', { text: EICAR })
    const hand = (file: typeof good) =>
      rosa.post('/api/upload-document/', upload(file, { request_id: id }))
    expect((await hand(good)).status).toBe(201)
    expect(clamd.scans).toEqual([good.bytes.toString('latin1')])
    const warn = vi.spyOn(portal.app.log, 'warn')
    const answer = await hand(bad)
    expect([answer.status, answer.body]).toEqual([400, [documentMessages.infected]])
    expect(await attached(rosa, id)).toBe(1)
    // Who tried, from where, and with what.
    const { rows } = await portal.pool.query("select id from users where rut = '12345678-5'")
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: rows[0].id, address: '127.0.0.1' }),
      'a virus was handed in: stream: Win.Test.EICAR_HDB-1 FOUND',
    )
  })

  test.each(['error', 'hang up', 'limit', 'silence'] as const)(
    'that answers with %s lets nothing through',
    async (way) => {
      const portal = await openPortalForTest({
        CLAMD_URL: `${(await startClamd(way)).url}?timeout=1`,
      })
      const { rosa, id } = await rosasDraft(portal)
      const form = upload(pdf('a.pdf', { size: 3 * MB }), { request_id: id })
      const answer = await rosa.post('/api/upload-document/', form)
      expect([answer.status, answer.body]).toEqual([503, documentMessages.notScanned])
      expect(answer.headers['retry-after']).toBe('60')
      expect(await attached(rosa, id)).toBe(0)
    },
  )

  test('looks at the files of an answer too', async () => {
    const clamd = await startClamd()
    const portal = await openPortalForTest({ CLAMD_URL: clamd.url })
    const mario = await portal.as('mario')
    const { id } = await storeRequest(portal, { title: COPY, state: 'in_review' })
    const add = (text: string) =>
      mario.post(`/api/requests/${id}/answer-files/`, upload(pdf('a.pdf', { text })))
    const refused = await add(EICAR)
    expect([refused.status, refused.body]).toEqual([400, [documentMessages.infected]])
    expect((await add('')).body.answer_files).toHaveLength(1)
    expect(clamd.scans).toHaveLength(2)
  })

  test('that is not there neither', async () => {
    const portal = await openPortalForTest({ CLAMD_URL: 'tcp://127.0.0.1:9' })
    const { rosa, id } = await rosasDraft(portal)
    const answer = await rosa.post('/api/upload-document/', upload(pdf(), { request_id: id }))
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notScanned])
    expect((await rosa.get('/api/sales-data/')).status).toBe(200)
  })
})

describe('a folder', () => {
  test('that is none refuses with a sentence', async () => {
    const file = join(folderForTest(), 'archivo')
    writeFileSync(file, '')
    const portal = await openPortalForTest({ DOCUMENTS_URL: `file:${file}` })
    const { rosa, id } = await rosasDraft(portal)
    const answer = await rosa.post('/api/upload-document/', upload(pdf(), { request_id: id }))
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notStored])
    expect(await attached(rosa, id)).toBe(0)
  })

  /** A portal that has room for the small and none for the large. */
  interface Cramped {
    portal: Portal
    hand: (
      rosa: Visitor,
      id: number,
      file: SampleFile,
    ) => Promise<{ status: number; body: unknown }>
    /** What lies there of documents. */
    left: () => string[]
  }

  const cramped: [string, () => Promise<Cramped>][] = [
    ['for the files of a process', openLimited],
    ...mounted([
      ['where documents are', (full: string) => ({ DOCUMENTS_URL: `file:${full}` })],
      [
        'where they come in',
        (full: string) => ({ DATA_DIR: full, DOCUMENTS_URL: `file:${folderForTest()}` }),
      ],
    ]),
  ]
  test.each(cramped)(
    '7.18 a full disk %s is a 507, nothing is left, and it goes on with a smaller file',
    async (_where, open) => {
      const { portal, hand, left } = await open()
      const { rosa, id } = await rosasDraft(portal)
      const answer = await hand(rosa, id, pdf('a.pdf', { size: 3 * MB }))
      expect([answer.status, answer.body]).toEqual([507, documentMessages.notStored])
      expect(await attached(rosa, id)).toBe(0)
      expect(left()).toEqual([])
      expect((await rosa.get('/api/sales-data/')).status).toBe(200)
      expect((await hand(rosa, id, pdf())).status).toBe(201)
    },
  )

  /** The system lets no file of it grow beyond a megabyte (two where its shell counts otherwise). */
  async function openLimited(): Promise<Cramped> {
    const machine = openMachine({ ulimit: '-f 2048' })
    const portal = await openPortalForTest({})
    const port = await freePort()
    await machine.serve(port, {
      DATABASE_URL: portal.pool.options.connectionString ?? '',
      SECRET_KEY: portal.config.secretKey,
    })
    return {
      portal,
      hand: async (rosa, id, file) => {
        const { payload, headers } = upload(file, { request_id: id })
        const answer = await fetch(`http://localhost:${port}/api/upload-document/`, {
          method: 'POST',
          headers: { ...rosa.headers(), ...(headers as Record<string, string>) },
          body: new Uint8Array(payload as Buffer),
        })
        return { status: answer.status, body: await answer.json() }
      },
      left: () => [
        ...filesIn(machine.dataDir, 'documents'),
        ...filesIn(machine.dataDir, 'incoming'),
      ],
    }
  }

  /** A real disk of one megabyte, on the machines that let us mount one. */
  function mounted(
    cases: [string, (full: string) => NodeJS.ProcessEnv][],
  ): [string, () => Promise<Cramped>][] {
    if (!canMount()) return []
    return cases.map(([where, settings]) => [
      where,
      async () => {
        const full = mountTiny()
        return {
          portal: await openPortalForTest(settings(full)),
          hand: (rosa, id, file) =>
            rosa.post('/api/upload-document/', upload(file, { request_id: id })),
          left: () => readdirSync(full).filter((name) => name !== 'incoming'),
        }
      },
    ])
  }

  function filesIn(...path: string[]): string[] {
    return existsSync(join(...path)) ? readdirSync(join(...path)) : []
  }

  function mountTiny(): string {
    const folder = folderForTest()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
    return folder
  }

  function canMount(): boolean {
    const folder = mkdtempSync(join(tmpdir(), 'carpeta-mount-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
      execFileSync('umount', [folder])
      return true
    } catch {
      return false
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
})

describe('DOCUMENTS_URL', () => {
  const place = (DOCUMENTS_URL: string, env = {}) =>
    readConfig({ SECRET_KEY: 'x', DOCUMENTS_URL, ...env }).documents

  test('is a folder beside the other data unless it is set', () => {
    expect(readConfig({ SECRET_KEY: 'x', DATA_DIR: '/srv/portal' }).documents).toEqual({
      kind: 'folder',
      folder: '/srv/portal/documents',
    })
  })

  test('names a folder or a bucket', () => {
    expect(place('file:///srv/documentos')).toEqual({ kind: 'folder', folder: '/srv/documentos' })
    expect(place('file:/srv/documentos')).toEqual({ kind: 'folder', folder: '/srv/documentos' })
    expect(place('file:documentos')).toEqual({
      kind: 'folder',
      folder: join(process.cwd(), 'documentos'),
    })
    expect(place('s3://cubo?region=sa-east-1')).toEqual({
      kind: 'bucket',
      bucket: 'cubo',
      region: 'sa-east-1',
      endpoint: null,
      credentials: null,
      timeoutMs: 30_000,
    })
    expect(place('s3://cubo', { AWS_REGION: 'us-west-2' })).toMatchObject({ region: 'us-west-2' })
    expect(
      place('s3://cubo?endpoint=https%3A%2F%2Fminio.example%3A9000&key=a&secret=b%2F%2B'),
    ).toEqual({
      kind: 'bucket',
      bucket: 'cubo',
      region: 'us-east-1',
      endpoint: 'https://minio.example:9000',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b/+' },
      timeoutMs: 30_000,
    })
    expect(place('s3://cubo?region=sa-east-1&timeout=5')).toMatchObject({ timeoutMs: 5000 })
  })

  test.each([
    'documentos',
    '/srv/documentos',
    'file:',
    'ftp://example/documentos',
    's3://',
    's3://cubo',
    's3://cubo/carpeta?region=sa-east-1',
    's3://cubo?region=sa-east-1&key=s3cr3t0',
    's3://cubo?region=sa-east-1&clave=s3cr3t0',
    's3://cubo?endpoint=minio.example',
    's3://cubo?region=sa-east-1&timeout=0',
    's3://cubo?region=sa-east-1&timeout=pronto',
  ])('%s is none, and is not shown', (given) => {
    expect(() => place(given)).toThrow(ConfigError)
    expect(() => place(given)).toThrow(/^DOCUMENTS_URL no es válida/)
    expect(() => place(given)).not.toThrow('s3cr3t0')
  })

  test('CLAMD_URL names a host, with clamd’s own port unless another is given', () => {
    const scanner = (CLAMD_URL: string) => readConfig({ SECRET_KEY: 'x', CLAMD_URL }).scanner
    expect(scanner('tcp://clamd')).toEqual({ host: 'clamd', port: 3310, timeoutMs: 30_000 })
    expect(scanner('tcp://[::1]:4000?timeout=5')).toEqual({
      host: '::1',
      port: 4000,
      timeoutMs: 5000,
    })
    expect(() => scanner('http://clamd')).toThrow('CLAMD_URL')
    expect(() => scanner('tcp://clamd?timeout=x')).toThrow('CLAMD_URL')
    expect(readConfig({ SECRET_KEY: 'x' }).scanner).toBeNull()
  })

  test('a folder where nothing can be kept stops the start, and is named', async () => {
    const machine = openMachine()
    const file = join(machine.dataDir, 'archivo')
    writeFileSync(file, '')
    const { code, stderr } = await machine.run(['serve'], { DOCUMENTS_URL: `file:${file}` })
    expect(stderr).toMatch(/^DOCUMENTS_URL: no se puede guardar en .*archivo \(E/)
    expect(code).toBe(2)
  })

  test('a bucket that is not there too', async () => {
    const { url } = await startBucket()
    const DOCUMENTS_URL = url.replace('documentos', 'otro')
    const { code, stderr } = await openMachine().run(['serve'], { DOCUMENTS_URL })
    expect(stderr).toMatch(/^DOCUMENTS_URL: no se puede guardar en el bucket otro/)
    expect(code).toBe(2)
  })
})
