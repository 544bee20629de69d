import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import { exec, sql } from './query.ts'
import { recordAppliedMigrations } from './versions/applied-migrations-store.ts'
import { knownMigrations, migrationsFolder } from './versions/journal.ts'
import { PORTAL_VERSION } from './versions/portal-version.ts'
import { requireKnownSchema } from './versions/schema-state.ts'

/** Safe to run twice and by several processes at once. @throws {NewerSchema} before any change */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await exec(client, sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await requireKnownSchema(client)
    await runMigrations(drizzle(client), { migrationsFolder })
    const names = knownMigrations().map(({ name }) => name)
    await recordAppliedMigrations(client, names, PORTAL_VERSION)
    await exec(client, sql`select pg_advisory_unlock(${MIGRATION_LOCK})`)
    client.release()
  } catch (error) {
    // A closed connection releases the lock in any state.
    client.release(true)
    throw error
  }
}
