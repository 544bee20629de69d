import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyInstallation, temporaryFolder } from '../../test/backup/installations.ts'
import { createDatabase } from '../../test/open-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import { migrateTo } from '../db/migrate.ts'
import { exec, many, sql } from '../db/query.ts'
import { recordAppliedMigrations } from '../db/versions/applied-migrations-store.ts'
import { knownMigrations } from '../db/versions/journal.ts'
import { readSchemaState } from '../db/versions/schema-state.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import { archiveWriter } from './archive/archive-writer.ts'
import { prepareForCopy } from './database/schema-store.ts'
import { writeArchive } from './write-archive.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Writes a backup as the release with these migrations did. @returns its path */
async function backupOf(migrations: string[]): Promise<string> {
  const { db, pool, close } = await createDatabase()
  onTestFinished(close)
  await migrateTo(pool, migrations)
  await migrateJobs(pool)
  await recordAppliedMigrations(db, migrations, '1.0.0')
  await exec(db, sql`insert into users (rut, first_name) values ('12345678-5', 'Rosa')`)
  const path = join(temporaryFolder(), 'anterior.tar.gz')
  const { documents, secretKeys } = testConfig({ DATA_DIR: temporaryFolder() })
  await db.transaction(async (tx) => {
    await prepareForCopy(tx)
    const moment = new Date()
    const archive = archiveWriter(moment)
    const stored = pipeline(archive.content.pipe(createGzip()), createWriteStream(path))
    const services = { storage: documentStorageAt(documents), secretKeys }
    await writeArchive(archive, tx, services, { moment, postgres: '15.0' })
    await stored
  })
  return path
}

test('a backup of an earlier release is restored, and migrated to this one (§12.523)', async () => {
  const migrations = knownMigrations().map(({ name }) => name)
  const earlier = migrations.slice(0, -6)
  const { restore, database } = await emptyInstallation()
  const { header } = await restore(await backupOf(earlier), { erased: null })
  expect(header.migrations).toEqual(earlier)
  const { db } = database
  expect(await readSchemaState(db)).toEqual({ refusal: null, pending: 0 })
  expect(await many(db, sql`select rut, first_name from users`)).toEqual([
    { rut: '12345678-5', firstName: 'Rosa' },
  ])
})
