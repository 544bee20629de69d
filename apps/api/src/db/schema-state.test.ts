import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../test/open-portal.ts'
import { listAppliedMigrations } from './applied-migrations-store.ts'
import type { Connection } from './client.ts'
import { migrate } from './migrate.ts'
import { PORTAL_VERSION } from './portal-version.ts'
import { exec, many, sql } from './query.ts'
import { knownMigrations, readSchemaState } from './schema-state.ts'

async function openDatabase(): Promise<Connection> {
  const database = await cloneDatabase('empty')
  onTestFinished(() => database.close())
  return database
}

test('a migrated database names its migrations and the version that applied them', async () => {
  const { db } = await openDatabase()
  expect(await listAppliedMigrations(db)).toEqual(
    knownMigrations().map(({ name }) => ({ name, version: PORTAL_VERSION })),
  )
  expect(await readSchemaState(db)).toEqual({ refusal: null, pending: 0 })
})

test('an older portal refuses a newer schema by name, and changes nothing (security 12.24)', async () => {
  const { db, pool } = await openDatabase()
  await exec(
    db,
    sql`insert into applied_migrations (name, version)
      values ('0098_passkeys', '7.9.0'), ('0099_second-factor', '7.10.0')`,
  )
  const before = await many(db, sql`select * from drizzle.__drizzle_migrations`)
  await expect(migrate(pool)).rejects.toThrow(
    `La base de datos tiene la migración «0098_passkeys», «0099_second-factor», que esta versión (${PORTAL_VERSION}) no conoce. La aplicó la versión 7.10.0: use esa, o una posterior.`,
  )
  expect(await many(db, sql`select * from drizzle.__drizzle_migrations`)).toEqual(before)
})

test('a newer schema is refused too when its portal was killed before it recorded the names', async () => {
  const { db, pool } = await openDatabase()
  await exec(
    db,
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4102444800000)`,
  )
  await expect(migrate(pool)).rejects.toThrow(
    /tiene una migración del 2100-01-01, que esta versión .* no conoce\. Use la versión que la aplicó, o una posterior\./,
  )
})
