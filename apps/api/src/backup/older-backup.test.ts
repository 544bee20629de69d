import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { emptyInstallation, temporaryFolder } from '../../test/backup/installations.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { copyDocumentsOf110, databaseOf110 } from '../../test/releases/version-1.1.0.ts'
import { schemaCatalogue } from '../../test/schema-catalogue.ts'
import { testConfig } from '../../test/test-config.ts'
import type { Connection } from '../db/client.ts'
import { exec, one, sql } from '../db/query.ts'
import { readSchemaState } from '../db/schema-state.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { archiveWriter } from './archive-writer.ts'
import { writeArchive } from './create-backup.ts'
import { prepareForCopy } from './tables-store.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Writes a backup as version 1.1.0 did. @returns its path */
async function backupOf110({ db }: Connection): Promise<string> {
  const path = join(temporaryFolder(), 'anterior.tar.gz')
  const DATA_DIR = temporaryFolder()
  copyDocumentsOf110(DATA_DIR)
  const { documents, secretKeys } = testConfig({ DATA_DIR })
  await db.transaction(async (tx) => {
    await prepareForCopy(tx)
    const moment = new Date()
    const archive = archiveWriter(moment)
    const stored = pipeline(archive.content.pipe(createGzip()), createWriteStream(path))
    const services = { storage: documentStorageAt(documents), secretKeys }
    const { faults } = await writeArchive(archive, tx, services, { moment, postgres: '15.0' })
    expect(faults).toBe(0)
    await stored
  })
  return path
}

test('a backup of version 1.1.0 is restored, and becomes one of this version (§12.523)', async () => {
  const { restore, database, open } = await emptyInstallation()
  const { header, audit } = await restore(await backupOf110(await databaseOf110()), {
    erased: null,
  })
  expect(header.migrations.at(-1)).toBe('0059_figures-changes')
  expect(audit).toMatchObject({ entries: 21, firstFault: null })
  const { db, pool } = database
  expect(await readSchemaState(db)).toEqual({ refusal: null, pending: 0 })
  const { id, assignees } = await one<{ id: number; assignees: string }>(
    db,
    sql`select requests.id, string_agg(first_name, ', ' order by request_events.id) as assignees
      from requests join request_events on request_id = requests.id and kind = 'assigned' and text = ''
      join users on users.id = request_events.assignee_id
      where comment = 'Cambié de domicilio' group by 1`,
  )
  expect(assignees).toBe('Mario, Iván')
  const rosa = await (await open()).logIn('rosa')
  const { body } = await rosa.get(`/api/requests/${id}/`)
  const { bytes } = await rosa.get(`/api/documents/${body.documents[0].id}/`)
  expect(bytes.toString()).toContain('Cédula de Rosa')

  const fresh = await cloneDatabase('empty')
  const withoutRoles = (lines: string[]) => lines.filter((line) => !/^(right|policy) /.test(line))
  const owner = /owner_\w{12}|postgres$/
  const read = async (from: Connection['pool']) =>
    withoutRoles(await schemaCatalogue(from)).map((line) => line.replace(owner, 'owner'))
  expect(await read(pool)).toEqual(await read(fresh.pool))
  await fresh.close()
})

test('a backup of before version 1.1.0 is refused, and nothing is changed (§12.523)', async () => {
  const earlier = await databaseOf110()
  await exec(earlier.db, sql`delete from applied_migrations where name >= '0058'`)
  const { restore, database } = await emptyInstallation()
  await expect(restore(await backupOf110(earlier), { erased: null })).rejects.toThrow(
    /^El respaldo no es de la versión 1\.1\.0, la única anterior que esta \(.*\) repone: repóngalo con la versión .*, y después actualice\. Nada cambió\.$/,
  )
  const tables = sql`select from pg_tables where schemaname in ('public', 'drizzle')`
  expect(await exec(database.db, tables)).toBe(0)
})
