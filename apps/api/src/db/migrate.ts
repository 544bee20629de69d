import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { UsageError } from '../config/usage-error.ts'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import {
  listAppliedMigrations,
  newestMigration,
  recordAppliedMigrations,
  recordBaseline,
} from './applied-migrations-store.ts'
import type { Queryable } from './client.ts'
import { isNothingRunning } from './locks-store.ts'
import { PORTAL_VERSION } from './portal-version.ts'
import { exec, sql } from './query.ts'
import {
  findForerunner,
  knownMigrations,
  migrationsFolder,
  readJournal,
  requireKnownSchema,
  VERSION_1_1_0,
} from './schema-state.ts'

/** Portals of version 1.1.0 would answer errors: it reads tables that are dropped. */
class EarlierPortalRuns extends UsageError {}

const STOP_FIRST =
  'Un portal de la versión 1.1.0 corre sobre esta base de datos: detenga todos sus procesos antes de actualizar. Nada cambió.'

/**
 * Safe to run twice and by several processes at once.
 * @throws {UnknownSchema} · {EarlierPortalRuns} before any change
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  await runLocked(pool, async (client) => {
    await requireKnownSchema(client)
    await adoptForerunner(client)
    await runMigrations(drizzle(client), { migrationsFolder })
    const names = knownMigrations().map(({ name }) => name)
    await recordAppliedMigrations(client, names, PORTAL_VERSION)
  })
}

/** Takes a database of before the baseline there, in one transaction. */
async function adoptForerunner(client: pg.PoolClient): Promise<void> {
  const applied = await listAppliedMigrations(client)
  const forerunner = findForerunner(await newestMigration(client), applied)
  if (!forerunner) return
  const [baseline] = readMigrationFiles({ migrationsFolder })
  if (!baseline) throw new Error('there is no baseline')
  // A failure closes the connection, which rolls back.
  await exec(client, sql`begin`)
  if (forerunner === VERSION_1_1_0) {
    if (!(await isNothingRunning(client))) throw new EarlierPortalRuns(STOP_FIRST)
    await exec(client, sql.raw(readFileSync(new URL('tables.sql', from110), 'utf8')))
    await convertRowsOf110(client)
  }
  await recordBaseline(client, { hash: baseline.hash, when: baseline.folderMillis })
  await exec(client, sql`commit`)
}

const from110 = new URL('./from-1.1.0/', import.meta.url)

/** Gives rows of version 1.1.0, in the baseline's tables, their present meaning. */
export async function convertRowsOf110(db: Queryable): Promise<void> {
  await exec(db, sql.raw(readFileSync(new URL('rows.sql', from110), 'utf8')))
}

/** Gives a new database the schema of an earlier version: that of its migrations, by name. */
export async function migrateTo(pool: pg.Pool, names: readonly string[]): Promise<void> {
  const folder = folderOf(names)
  try {
    await runLocked(pool, (client) => runMigrations(drizzle(client), { migrationsFolder: folder }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A temporary folder with these migrations only. */
function folderOf(names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-migrations-'))
  const journal = readJournal()
  const entries = journal.entries.filter(({ tag }) => names.includes(tag))
  mkdirSync(join(folder, 'meta'))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) {
    copyFileSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
  }
  return folder
}

async function runLocked(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await exec(client, sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await work(client)
    await exec(client, sql`select pg_advisory_unlock(${MIGRATION_LOCK})`)
    client.release()
  } catch (error) {
    // A closed connection releases the lock in any state.
    client.release(true)
    throw error
  }
}
