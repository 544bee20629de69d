import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyChain } from '../../test/audit/verify-log.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { cloneDatabase, createDatabase, openPortalOn } from '../../test/open-portal.ts'
import { copyDocumentsOf110, databaseOf110 } from '../../test/releases/version-1.1.0.ts'
import { schemaCatalogue } from '../../test/schema-catalogue.ts'
import { testConfig } from '../../test/test-config.ts'
import { prepareDatabase } from '../cli/prepare-database.ts'
import { listAppliedMigrations } from './applied-migrations-store.ts'
import type { Connection } from './client.ts'
import { registerRunning } from './locks-store.ts'
import { migrate, migrateTo } from './migrate.ts'
import { PORTAL_VERSION } from './portal-version.ts'
import { exec, many, sql } from './query.ts'
import { knownMigrations, readSchemaState } from './schema-state.ts'

vi.setConfig({ testTimeout: 60_000 })

const TOO_OLD = `La base de datos no es de la versión 1.1.0, la única anterior que esta (${PORTAL_VERSION}) continúa. Instale primero la 1.1.0, ejecute con ella «carpeta migrate», y después instale esta. Nada cambió.`

/** As a start does, with the rights of the portal's role. */
async function start(database: Connection): Promise<void> {
  const portalUrl = String(database.pool.options.connectionString)
  const opened = { ...database, portalUrl, hasTwoUsers: false }
  await (await prepareDatabase(opened, testConfig())).close()
}

async function readMigrations({ db }: Connection) {
  return {
    applied: await listAppliedMigrations(db),
    drizzle: await many(db, sql`select hash, created_at from drizzle.__drizzle_migrations`),
  }
}

test('a new database is migrated once by several processes at once (security 12.12)', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.close())
  await Promise.all(Array.from({ length: 3 }, () => migrate(database.pool)))
  const { drizzle } = await readMigrations(database)
  expect(drizzle).toHaveLength(knownMigrations().length)
})

test('a database of version 1.1.0 becomes as a new one, also by several processes at once (§12.722)', async () => {
  const database = await databaseOf110()
  const fresh = await cloneDatabase('empty')
  onTestFinished(() => fresh.close())
  expect(await readSchemaState(database.db)).toEqual({
    refusal: null,
    pending: knownMigrations().length,
  })
  await Promise.all(Array.from({ length: 3 }, () => migrate(database.pool)))
  await start(database)
  expect(await schemaCatalogue(database.pool)).toEqual(await schemaCatalogue(fresh.pool))
  expect(await readMigrations(database)).toEqual(await readMigrations(fresh))
  expect(await readSchemaState(database.db)).toEqual({ refusal: null, pending: 0 })
})

test('people of version 1.1.0 find their requests and documents, and its audit log is intact (§12.722)', async () => {
  const database = await databaseOf110()
  const { db } = database
  const before = await dumpDatabase(database.pool)
  const requests = sql`select id, state, version, answer, sent_at from requests order by id`
  const requestsBefore = await many(db, requests)
  await exec(db, sql`select graphile_worker.add_job('fold_counts')`)
  await start(database)

  const after = await dumpDatabase(database.pool)
  // Columns that this version adds stand at the end of a row.
  const { 'public.users': users = [] } = before
  const usersAfter = after['public.users']?.map((row, index) => {
    const end = (users[index]?.length ?? 0) - 1
    return `${row.slice(0, end)})`
  })
  expect(usersAfter).toEqual(users)
  for (const table of ['sales', 'payments', 'audit_chain', 'audit_entries']) {
    expect(after[`public.${table}`], table).toEqual(before[`public.${table}`])
  }
  expect(await many(db, requests)).toEqual(requestsBefore)
  const waiting = sql`select task_identifier from graphile_worker.jobs where task_identifier like 'fold%'`
  expect(await many(db, waiting)).toEqual([])
  expect(await verifyChain(database)).toMatchObject({ entries: 21, pending: 0, firstFault: null })

  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carpeta-1.1.0-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  copyDocumentsOf110(DATA_DIR)
  const portal = await openPortalOn(database, { DATA_DIR })
  const rosa = await portal.logIn('rosa')
  const [{ id } = { id: 0 }] = await many<{ id: number }>(
    db,
    sql`select id from requests where comment = 'Cambié de domicilio'`,
  )
  const { body: request } = await rosa.get(`/api/requests/${id}/`)
  expect(request).toMatchObject({ answer: 'Su domicilio quedó actualizado' })
  const [document] = request.documents
  const { bytes } = await rosa.get(`/api/documents/${document.id}/`)
  expect(bytes.toString()).toContain('Cédula de Rosa')
  const mario = await portal.logIn('mario')
  const { body: asStaff } = await mario.get(`/api/requests/${id}/`)
  const assigned = asStaff.events.filter(({ kind }: { kind: string }) => kind === 'assigned')
  const mariosAndIvans = ['Mario Fuentes Alarcón', 'Iván Rojas Mella']
  expect(assigned.map(({ text }: { text: string }) => text)).toEqual(mariosAndIvans)
  const names = sql`select text from request_events where kind = 'assigned' and text <> ''`
  expect(await many(db, names)).toEqual([])
})

test('the upgrade is refused while a portal of version 1.1.0 runs (§12.724)', async () => {
  const database = await databaseOf110()
  const running = await registerRunning(database.pool)
  const before = await dumpDatabase(database.pool)
  await expect(migrate(database.pool)).rejects.toThrow(
    'Un portal de la versión 1.1.0 corre sobre esta base de datos: detenga todos sus procesos antes de actualizar. Nada cambió.',
  )
  expect(await dumpDatabase(database.pool)).toEqual(before)
  await running.end()
  await migrate(database.pool)
  expect(await readSchemaState(database.db)).toEqual({ refusal: null, pending: 0 })
})

test('an interrupted upgrade leaves the database of version 1.1.0 (§12.724)', async () => {
  const database = await databaseOf110()
  await exec(database.db, sql`create table audit_log (id int)`)
  const read = async () => [await dumpDatabase(database.pool), await schemaCatalogue(database.pool)]
  const before = await read()
  await expect(migrate(database.pool)).rejects.toThrow('already exists')
  expect(await read()).toEqual(before)
  await exec(database.db, sql`drop table audit_log`)
  await migrate(database.pool)
  expect(await readSchemaState(database.db)).toEqual({ refusal: null, pending: 0 })
})

test('a database of the work on this version is adopted as it is, and migrated from there', async () => {
  const database = await createDatabase()
  const fresh = await cloneDatabase('empty')
  onTestFinished(async () => {
    await database.close()
    await fresh.close()
  })
  await migrateTo(database.pool, ['0000_baseline'])
  await exec(
    database.db,
    sql`update drizzle.__drizzle_migrations set hash = 'x', created_at = 1795532822182`,
  )
  await exec(
    database.db,
    sql`insert into applied_migrations (name, version) select 'former-' || i, '1.1.0'
      from generate_series(1, 64) i union all select '0064_audit-in-one-table', '1.1.0'`,
  )
  await start(database)
  expect((await readMigrations(database)).applied.map(({ name }) => name)).toEqual(
    knownMigrations().map(({ name }) => name),
  )
  expect(await schemaCatalogue(database.pool)).toEqual(await schemaCatalogue(fresh.pool))
})

test.each([
  [
    'an older one',
    `delete from applied_migrations where name >= '0058';
     delete from drizzle.__drizzle_migrations where created_at >= 1795410368032`,
  ],
  [
    'one of before migrations had names',
    `drop table applied_migrations;
     delete from drizzle.__drizzle_migrations where created_at >= 1795337401738`,
  ],
  [
    'one with a migration that no version has',
    `insert into applied_migrations values ('0060_own-column', '1.1.0')`,
  ],
])(
  '%s is refused by a sentence that names the way, and unchanged (§12.723)',
  async (_name, change) => {
    const database = await databaseOf110()
    await database.pool.query(change)
    const read = async () => [
      await dumpDatabase(database.pool),
      await schemaCatalogue(database.pool),
    ]
    const before = await read()
    expect(await readSchemaState(database.db)).toMatchObject({ refusal: TOO_OLD })
    await expect(start(database)).rejects.toThrow(TOO_OLD)
    expect(await read()).toEqual(before)
  },
)
