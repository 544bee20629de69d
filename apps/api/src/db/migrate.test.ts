import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../test/open-portal.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import type { Connection } from './client.ts'
import { migrate } from './migrate.ts'
import { many, sql } from './query.ts'

/** Migrates like a version of the portal whose last migration was `tag`. */
async function migrateUpTo({ pool }: Connection, tag: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(fileURLToPath(new URL('./migrations', import.meta.url)), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  const last = journal.entries.findIndex((entry) => entry.tag === tag)
  expect(last).toBeGreaterThan(0)
  const entries = journal.entries.slice(0, last + 1)
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  await runMigrations(drizzle(pool), { migrationsFolder: folder })
}

function waitingJobs({ db }: Connection): Promise<{ task: string; payload: unknown }[]> {
  return many(
    db,
    sql`select tasks.identifier as task, jobs.payload
      from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      order by jobs.id`,
  )
}

test('jobs that wait during an upgrade get the names and payloads of this version', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  await migrateUpTo(database, '0018_co-holders-by-rut')
  await migrateJobs(pool)
  const caller = { id: null, onBehalfOfId: null, address: '203.0.113.7', requestId: 'llamada-1' }
  const rut = '12345678-5'
  const sealed = { sealed: 'correo' }
  const oldNames = [
    'post_letter',
    'post_link',
    'post_invitation',
    'forget_ended',
    'clear_documents',
  ]
  for (const name of oldNames) await enqueueJob(db, name, sealed)
  await enqueueJob(db, 'request_restore', { rut, stranger: caller })
  await enqueueJob(db, 'delete_sessions', {})

  await migrate(pool)
  await migrateJobs(pool)

  await enqueueJob(db, 'send_email', sealed)
  expect(await waitingJobs(database)).toEqual([
    { task: 'send_email', payload: sealed },
    { task: 'send_link_email', payload: sealed },
    { task: 'send_invitation', payload: sealed },
    { task: 'delete_expired_links', payload: sealed },
    { task: 'remove_orphaned_documents', payload: sealed },
    { task: 'request_restore', payload: { rut, actor: caller } },
    { task: 'delete_sessions', payload: {} },
    { task: 'send_email', payload: sealed },
  ])
})

test('a new database is migrated once by several processes at once', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.close())
  await Promise.all(Array.from({ length: 3 }, () => migrate(database.pool)))
  const migrations = await many(database.db, sql`select from drizzle.__drizzle_migrations`)
  const journal = new URL('./migrations/meta/_journal.json', import.meta.url)
  expect(migrations).toHaveLength(JSON.parse(readFileSync(journal, 'utf8')).entries.length)
})
