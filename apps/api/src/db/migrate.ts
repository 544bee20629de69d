import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import { exec, sql } from './query.ts'

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
