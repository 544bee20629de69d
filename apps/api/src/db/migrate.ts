import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import { exec, sql } from './query.ts'
import { recordAppliedMigrations } from './versions/applied-migrations-store.ts'
import { knownMigrations, migrationsFolder, readJournal } from './versions/journal.ts'
import { PORTAL_VERSION } from './versions/portal-version.ts'
import { requireKnownSchema } from './versions/schema-state.ts'

/** Safe to run twice and by several processes at once. @throws {NewerSchema} before any change */
export async function migrate(pool: pg.Pool): Promise<void> {
  await runLocked(pool, async (client) => {
    await requireKnownSchema(client)
    await runMigrations(drizzle(client), { migrationsFolder })
    const names = knownMigrations().map(({ name }) => name)
    await recordAppliedMigrations(client, names, PORTAL_VERSION)
  })
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
