import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, test, vi } from 'vitest'
import { openMachine } from '../../test/carpeta-process.ts'
import { MB } from '../../test/documents-portal.ts'
import { openPortalForTest, testConfig } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { countFiles, createRosasDraft, storeRequest } from '../../test/stored-requests.ts'
import { type Bucket, useBuckets } from '../../test/swift/bucket.ts'
import { upload } from '../../test/visitor.ts'
import { rootCause } from '../db/client.ts'
import { type DocumentStorage, documentStorageAt } from './document-storage.ts'

const startBucket = useBuckets()

function storageAt(bucket: Bucket): DocumentStorage {
  return documentStorageAt(testConfig({ DOCUMENTS_URL: bucket.shortTimeoutUrl }).documents)
}

function contentOf(text: string) {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { read: () => Readable.from([bytes]), size: bytes.length, sha256 }
}

describe('a bucket', () => {
  test('stores a document, returns the same bytes and deletes it (§12.77)', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.url })
    const { rosa, id } = await createRosasDraft(portal)
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
    expect(await countFiles(rosa, id)).toBe(0)
  })

  test('that does not answer gives a readable error, and nothing is stored (security 7.19)', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.url })
    const { rosa, id } = await createRosasDraft(portal)
    const form = upload(pdf(), { request_id: id })
    const { body } = await rosa.post('/api/upload-document/', form)
    await bucket.close()
    const answer = await rosa.post('/api/upload-document/', form)
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notStored.text])
    const download = await rosa.get(`/api/documents/${body.id}/`)
    expect([download.status, download.body]).toEqual([503, documentMessages.notRead.text])
    // The rest of the portal still answers.
    expect((await rosa.get('/api/sales-data/')).status).toBe(200)
    expect(await countFiles(rosa, id)).toBe(1)
  })

  test('that accepts the connection and stays silent gives a readable error without delaying other calls (§12.78, security 7.19)', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.shortTimeoutUrl })
    const { rosa, id } = await createRosasDraft(portal)
    const form = upload(pdf(), { request_id: id })
    const { body: document } = await rosa.post('/api/upload-document/', form)
    bucket.behave('silent')
    const answer = await rosa.post('/api/upload-document/', form)
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notStored.text])
    const download = await rosa.get(`/api/documents/${document.id}/`)
    expect([download.status, download.body]).toEqual([503, documentMessages.notRead.text])
    expect(await countFiles(rosa, id)).toBe(1)

    // More calls than database connections.
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
    expect(await countFiles(rosa, id)).toBe(0)

    bucket.behave('normal')
    await portal.sentEmails()
    expect(await bucket.size()).toBe(0)
    const { rows } = await portal.pool.query("select id from documents where state <> 'kept'")
    expect(rows).toEqual([])
  })

  test('that stays silent during a deletion is tried again', async () => {
    const bucket = await startBucket()
    const portal = await openPortalForTest({ DOCUMENTS_URL: bucket.shortTimeoutUrl })
    const { rosa, id } = await createRosasDraft(portal)
    const form = upload(pdf(), { request_id: id })
    const { body: document } = await rosa.post('/api/upload-document/', form)
    await rosa.call('DELETE', `/api/documents/${document.id}/`)
    bucket.behave('silent')
    const [sales] = await Promise.all([rosa.get('/api/sales-data/'), portal.sentEmails()])
    expect(sales.status).toBe(200)
    expect(await bucket.size()).toBe(1)
    bucket.behave('normal')
    // The worker returns before it records the failure.
    await vi.waitFor(async () => {
      const { rowCount } = await portal.pool.query(
        `update graphile_worker._private_jobs set run_at = now()
        where last_error is not null and locked_at is null`,
      )
      expect(rowCount).toBe(1)
    }, 60_000)
    await portal.sentEmails()
    expect(await bucket.size()).toBe(0)
  })

  test('that stops sending in the middle of a document ends the download', async () => {
    const bucket = await startBucket()
    const storage = storageAt(bucket)
    await storage.write('a', contentOf('x'.repeat(MB)))
    bucket.behave('silent in the middle')
    await expect(buffer(await storage.read('a'))).rejects.toThrow('inactivity')
  })

  test('refuses bytes that changed in transit', async () => {
    const storage = storageAt(await startBucket())
    await storage.write('a', contentOf('la cédula'))
    expect(await text(await storage.read('a'))).toBe('la cédula')
    const { sha256 } = contentOf('la cédula')
    await expect(storage.write('b', { ...contentOf('la cedula'), sha256 })).rejects.toThrow(
      documentMessages.notStored.text,
    )
    await expect(storage.read('b')).rejects.toThrow(documentMessages.notRead.text)
  })

  test('that stays silent stops the start with its name', async () => {
    const bucket = await startBucket()
    bucket.behave('silent')
    const { code, stderr } = await openMachine().command(['serve'], {
      DOCUMENTS_URL: bucket.shortTimeoutUrl,
    })
    expect(stderr).toMatch(/^DOCUMENTS_URL: no se puede guardar en el bucket documentos-/)
    expect(code).toBe(2)
  })

  test('that does not exist stops the start with its name', async () => {
    const { url } = await startBucket()
    const DOCUMENTS_URL = url.replace(/documentos-\w+/, 'otro')
    const { code, stderr } = await openMachine().command(['serve'], { DOCUMENTS_URL })
    expect(stderr).toMatch(/^DOCUMENTS_URL: no se puede guardar en el bucket otro/)
    expect(code).toBe(2)
  })

  test('whose server refuses the key takes no document (§12.574)', async () => {
    const bucket = await startBucket()
    const { documents } = testConfig({ DOCUMENTS_URL: bucket.wrongKeyUrl })
    const written = documentStorageAt(documents).write('a', contentOf('la cédula'))
    await expect(written).rejects.toThrow(documentMessages.notStored.text)
    const refusal = await documentStorageAt(documents).check().catch(rootCause)
    expect(refusal).toMatchObject({ name: 'SignatureDoesNotMatch' })
    expect(await bucket.size()).toBe(0)
  })
})
