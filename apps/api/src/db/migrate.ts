import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import type { Database } from './client.ts'
import { exec, maybeOne, sql } from './query.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Safe to run twice and by several processes at once. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await exec(client, sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await runMigrations(drizzle(client), { migrationsFolder: folder })
    await exec(client, sql`select pg_advisory_unlock(${MIGRATION_LOCK})`)
    client.release()
  } catch (error) {
    // A closed connection releases the lock in any state.
    client.release(true)
    throw error
  }
}

/** Whether the tables are those of this version, for a user who may not migrate. */
export async function isMigrated(db: Database): Promise<boolean> {
  const last = readMigrationFiles({ migrationsFolder: folder }).at(-1)
  const applied = await maybeOne<{ at: number }>(
    db,
    sql`select created_at as at from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  )
  return (applied?.at ?? 0) >= (last?.folderMillis ?? 0)
}
