import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { backUp, emptyInstallation, temporaryFolder } from '../../test/backup/installations.ts'
import { openPortalWithDocuments } from '../../test/personal-data/erasure.ts'
import { useBuckets } from '../../test/swift/bucket.ts'
import { lockForBackup } from '../db/locks-store.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { readBackupPlace } from './backup-place.ts'
import { type FileFault, verifyFiles } from './stored-files.ts'

vi.setConfig({ testTimeout: 120_000 })

const MB = 1024 ** 2

type PortalWithDocuments = Awaited<ReturnType<typeof openPortalWithDocuments>>

/** A second document beside the sample's one. */
async function addDocument({ pool, documentsFolder }: PortalWithDocuments): Promise<void> {
  const [key, content] = ['c'.repeat(40), 'Cédula']
  writeFileSync(join(documentsFolder, key), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await pool.query(
    `insert into documents (storage_key, name, type, uploaded_by, state, size, sha256)
     select $1, 'cédula.pdf', 'application/pdf', min(id), 'kept', $2, $3 from users`,
    [key, Buffer.byteLength(content), sha256],
  )
}

async function faultsOf({ db, config }: Pick<PortalWithDocuments, 'db' | 'config'>) {
  const storage = documentStorageAt(config.documents)
  const faults: [string, FileFault][] = []
  await verifyFiles({ db, storage }, (key, fault) => faults.push([key, fault]))
  return faults
}

describe('a document or an export that is removed while a backup runs', () => {
  test('stays until the backup has ended, and then goes (§12.516)', async () => {
    const portal = await openPortalWithDocuments()
    const files = () => readdirSync(portal.documentsFolder)
    const before = files()
    expect(before).not.toEqual([])
    const backup = await lockForBackup(portal.pool)
    await portal.pool.query('delete from requests')
    await portal.pool.query(`update documents set created_at = now() - interval '2 days'`)
    const exported = 'd'.repeat(40)
    writeFileSync(join(portal.documentsFolder, exported), 'corte')
    await portal.pool.query(
      `insert into uploaded_exports (storage_key, is_leaving, name, state, mode)
       values ($1, true, 'ventas.ndjson', 'failed', 'apply')`,
      [exported],
    )
    before.push(exported)
    const clean = async () => {
      await portal.pool.query(`select graphile_worker.add_job('remove_orphaned_documents')`)
      await portal.pool.query(`select graphile_worker.add_job('remove_exports')`)
      await portal.sentEmails()
    }
    await clean()
    expect(files().toSorted()).toEqual(before.toSorted())
    await expect(backUp(portal, temporaryFolder())).rejects.toThrow(
      'Ya corre otro respaldo: espere a que termine.',
    )
    await backup.end()
    await clean()
    expect(files()).toEqual([])
  })
})

describe('carpeta verify', () => {
  test('lists what is missing, is another or belongs to nothing, and no upload under way (§12.520)', async () => {
    const portal = await openPortalWithDocuments()
    await addDocument(portal)
    expect(await faultsOf(portal)).toEqual([])
    const [missing = '', different = ''] = readdirSync(portal.documentsFolder)
    rmSync(join(portal.documentsFolder, missing))
    writeFileSync(join(portal.documentsFolder, different), 'otro')
    const [alone, arriving] = ['a'.repeat(40), 'b'.repeat(40)]
    for (const key of [alone, arriving]) writeFileSync(join(portal.documentsFolder, key), 'x')
    await portal.pool.query(
      `insert into documents (storage_key, name, type, uploaded_by)
       select $1, 'cédula.pdf', 'application/pdf', min(id) from users`,
      [arriving],
    )
    expect((await faultsOf(portal)).toSorted()).toEqual(
      [
        [missing, 'missing'],
        [different, 'different'],
        [alone, 'without row'],
      ].toSorted(),
    )
    const made = await backUp(portal, temporaryFolder())
    expect(made.namedFaults.toSorted()).toEqual(
      [
        `${missing}: la base lo tiene, y el almacén no`,
        `${different}: su contenido no es el que dice la base`,
      ].toSorted(),
    )
  })
})

describe('a bucket', () => {
  const startBucket = useBuckets()

  test('takes backups of documents in a bucket, and another bucket is restored from it (§12.515)', async () => {
    const backups = await startBucket()
    const documents = await startBucket()
    const portal = await openPortalWithDocuments()
    await backUp(portal, backups.url)
    const installation = await emptyInstallation({ DOCUMENTS_URL: documents.url })
    const { manifest } = await installation.restore(backups.url)
    expect(await documents.size()).toBe(manifest.files)
    expect(await faultsOf(await installation.open())).toEqual([])
  })

  test('that does not answer fails in a sentence, and nothing is there afterwards (§12.515)', async () => {
    const bucket = await startBucket()
    const portal = await openPortalWithDocuments()
    bucket.behave('silent')
    await expect(backUp(portal, bucket.shortTimeoutUrl)).rejects.toThrow(
      `No se hizo el respaldo en s3://${bucket.name}, y no quedó nada a medias.`,
    )
    bucket.behave('normal')
    expect(await readBackupPlace(bucket.url, {}).store.list()).toEqual([])
  })

  test('takes a backup of several parts, and gives back the same bytes (§12.573)', async () => {
    const { store } = readBackupPlace((await startBucket()).url, {})
    const hash = createHash('sha256')
    const chunks = Array.from({ length: 65 }, () => randomBytes(MB))
    for (const chunk of chunks) hash.update(chunk)
    const name = 'carpeta-2026-11-22T030000Z.tar.gz'
    await store.write(name, Readable.from(chunks))
    expect(await store.list()).toEqual([name])
    const stored = createHash('sha256')
    for await (const chunk of await store.read(name)) stored.update(chunk)
    expect(stored.digest('hex')).toBe(hash.digest('hex'))
  })

  test('has nothing of a backup that breaks off after its first part (§12.573)', async () => {
    const bucket = await startBucket()
    const { store } = readBackupPlace(bucket.url, {})
    const failure = new Error('no more')
    async function* breaking() {
      for (let sent = 0; sent < 33; sent += 1) yield Buffer.alloc(MB)
      throw failure
    }
    const name = 'carpeta-2026-11-22T030000Z.tar.gz'
    await expect(store.write(name, Readable.from(breaking()))).rejects.toBe(failure)
    expect([await store.list(), await bucket.size()]).toEqual([[], 0])
  })
})

test('a backup that breaks off leaves nothing under its name (§12.515)', async () => {
  const folder = temporaryFolder()
  const { store } = readBackupPlace(folder, {})
  const failure = new Error('no more')
  async function* breaking() {
    yield Buffer.from('una parte')
    throw failure
  }
  const name = 'carpeta-2026-11-22T030000Z.tar.gz'
  await expect(store.write(name, Readable.from(breaking()))).rejects.toBe(failure)
  expect(readdirSync(folder)).toEqual([])
})
