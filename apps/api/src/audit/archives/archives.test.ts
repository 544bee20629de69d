import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import {
  ARCHIVED_MONTH,
  archiveForTest,
  archiveServices,
  recordLongAgo,
} from '../../../test/audit/archives.ts'
import { chainNow, verifyChain } from '../../../test/audit/verify-log.ts'
import type { Portal } from '../../../test/open-portal.ts'
import { openPortalWithDocuments } from '../../../test/personal-data/erasure.ts'
import { connect } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'
import { type DocumentStorage, documentStorageAt } from '../../documents/document-storage.ts'
import { operator } from '../../http/caller.ts'
import { eraseMember } from '../../personal-data/erasure/erase-member.ts'
import { archiveAuditLog } from './archive-audit-log.ts'
import { archivedLogCsv } from './archived-log-csv.ts'
import { type AuditArchive, listArchives } from './archives-store.ts'

let portal: Portal
let storage: DocumentStorage
beforeEach(async () => {
  portal = await openPortalWithDocuments()
  storage = documentStorageAt(portal.config.documents)
})

const idOf = async (rut: string): Promise<number> =>
  (await portal.pool.query('select id from users where rut = $1', [rut])).rows[0].id

/** Iván changes Rosa's email, long ago. */
async function recordChange(): Promise<void> {
  const [rosa, ivan] = [await idOf(personas.rosa.rut), await idOf(personas.ivan.rut)]
  await recordLongAgo(
    portal,
    { action: 'user.changed', subjectId: rosa, after: { email: 'antigua@correo.example' } },
    { ...operator, id: ivan, requestId: 'llamada' },
  )
}

const csvOf = (archives: AuditArchive[]) =>
  text(archivedLogCsv(portal.db, storage, archives, ARCHIVED_MONTH))

function fileOf({ storageKey }: AuditArchive): string {
  const { documents } = portal.config
  if (documents.kind !== 'folder') throw new Error('the tests store documents in a folder')
  return join(documents.folder, storageKey)
}

test('an archived month leaves the database, and the chain is intact across both (security 13.30)', async () => {
  await recordChange()
  const before = await recordLongAgo(portal)
  await chainNow(portal)
  const { head } = await verifyChain(portal)
  const [archive, ...others] = await archiveForTest(portal, before)
  expect(others).toEqual([])
  expect(archive).toMatchObject({ fromMonth: ARCHIVED_MONTH, toMonth: ARCHIVED_MONTH, entries: 2 })
  const { rows } = await portal.pool.query(
    `select count(*)::int as entries from audit_entries where at < '2024-04-02'`,
  )
  expect(rows[0].entries).toBe(0)
  const state = await verifyChain(portal, { storage, expectedHead: head })
  expect(state).toMatchObject({ firstFault: null, containsExpected: true, unreadable: [] })
  expect(await archiveForTest(portal, before)).toEqual([])
  await expect(portal.pool.query('delete from audit_archives')).rejects.toThrow('append-only')
})

test('an archive is read as the CSV of the screen, until its person is erased (security 13.30)', async () => {
  await recordChange()
  const archives = await archiveForTest(portal, await recordLongAgo(portal))
  const csv = await csvOf(archives)
  expect(csv).toContain('Iván')
  expect(csv).toContain('Correo: antigua@correo.example')
  expect(csv).toContain('carga de entonces')
  const { rut } = personas.rosa
  await eraseMember(portal.db, { rut }, { force: true, dryRun: false })
  const after = await csvOf(archives)
  expect(after).not.toContain('antigua@correo.example')
  expect(after).toContain('Correo: Datos borrados')
  await chainNow(portal)
  expect((await verifyChain(portal, { storage })).firstFault).toBeNull()
})

test('a changed, cut or missing archive is named, and so is the first entry that is missing (security 13.30)', async () => {
  const [archive] = await archiveForTest(portal, await recordLongAgo(portal))
  if (!archive) throw new Error('nothing was archived')
  const whole = readFileSync(fileOf(archive))
  const found = { unreadable: [{ storageKey: archive.storageKey }] }
  writeFileSync(fileOf(archive), whole.subarray(0, whole.length - 30))
  const cut = await verifyChain(portal, { storage })
  expect(cut).toMatchObject({ ...found, firstFault: { fault: 'missing' } })
  await storage.remove(archive.storageKey)
  expect(await verifyChain(portal, { storage })).toMatchObject(found)
  writeFileSync(fileOf(archive), whole)
  expect((await verifyChain(portal, { storage })).firstFault).toBeNull()
})

test('an administrator who removes the archive and its row is found too (security 13.30)', async () => {
  await archiveForTest(portal, await recordLongAgo(portal))
  await portal.pool.query(
    'begin; set local session_replication_role = replica; delete from audit_archives; commit',
  )
  expect((await verifyChain(portal, { storage })).firstFault).toMatchObject({ fault: 'missing' })
})

test('nothing is removed from a log that is not intact (§12.549)', async () => {
  const before = await recordLongAgo(portal)
  await portal.pool.query(
    `begin; set local session_replication_role = replica;
     update audit_entries set reason = 'otra' where at < '2024-04-01'; commit`,
  )
  await expect(archiveForTest(portal, before)).rejects.toThrow('no está íntegra')
  expect(await listArchives(portal.db)).toEqual([])
})

test('nothing is removed when the storage returns something else, and no file stays (security 13.30)', async () => {
  const before = await recordLongAgo(portal)
  const owner = connect(String(portal.pool.options.connectionString))
  onTestFinished(owner.close)
  const { documents } = portal.config
  const names = () => (documents.kind === 'folder' ? readdirSync(documents.folder) : [])
  const present = names()
  const losing: DocumentStorage = {
    ...storage,
    write: (key, file) => storage.write(key, { ...file, read: () => file.read().take(0) }),
  }
  const services = { ...archiveServices(portal, owner), storage: losing }
  await expect(archiveAuditLog(services, before)).rejects.toThrow()
  expect(names()).toEqual(present)
  const { rows } = await portal.pool.query(
    `select count(*)::int as entries from audit_entries where at < '2024-04-01'`,
  )
  expect(rows[0].entries).toBe(1)
})

test('a verification under way is not surprised, and archiving waits for no reader (§12.549)', async () => {
  const before = await recordLongAgo(portal)
  await portal.db.transaction(async (tx) => {
    await exec(tx, sql`lock table audit_entries in access share mode`)
    await expect(archiveForTest(portal, before)).rejects.toThrow('lock timeout')
  })
  expect(await listArchives(portal.db)).toEqual([])
  expect(await archiveForTest(portal, before)).toHaveLength(1)
})

test('Iván and Rosa are told that older entries are archived (§12.550)', async () => {
  const [ivan, rosa] = [await portal.as('ivan'), await portal.as('rosa')]
  expect((await ivan.get('/api/audit/')).body.archivedUntil).toBeNull()
  await archiveForTest(portal, await recordLongAgo(portal))
  expect((await ivan.get('/api/audit/')).body).toMatchObject({ archivedUntil: ARCHIVED_MONTH })
  const { body } = await rosa.get('/api/client/accesses/')
  expect(body).toMatchObject({ archivedUntil: ARCHIVED_MONTH })
})
