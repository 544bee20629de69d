import { expect, onTestFinished, test } from 'vitest'
import { chainNow, verifyChain } from '../../../test/audit/verify-log.ts'
import { createDatabase } from '../../../test/open-portal.ts'
import { migrate, migrateTo } from '../../db/migrate.ts'
import { knownMigrations } from '../../db/versions/journal.ts'
import { operator } from '../../http/caller.ts'
import { migrateJobs } from '../../jobs/run-worker.ts'
import { recordAuditEvent } from '../record-audit-event.ts'

const earlier = knownMigrations()
  .map(({ name }) => name)
  .filter((name) => name < '0051')

/** As release 1.0.0 writes one, while machines are upgraded. */
const AS_BEFORE = `insert into audit_entries (action, reason) values ('load.applied', 'antes') returning id`

test('an upgrade keeps every entry and its place in the chain, and the previous release goes on (§12.547)', async () => {
  const database = await createDatabase()
  onTestFinished(database.close)
  const { pool, db } = database
  await migrateTo(pool, earlier)
  await migrateJobs(pool)
  for (let at = 1; at <= 3; at++) await pool.query(AS_BEFORE)
  await pool.query('begin; insert into audit_entries (action) values (1); rollback')
  const read = 'select id, at, reason from audit_entries order by id'
  const { rows: before } = await pool.query(read)

  await migrate(pool)
  expect((await pool.query(read)).rows).toEqual(before)
  expect(await verifyChain(database)).toMatchObject({ entries: 3, unsigned: 3, firstFault: null })

  await recordAuditEvent(db, operator, { action: 'load.applied', reason: 'después' })
  const { rows } = await pool.query(AS_BEFORE)
  expect(Number(rows[0].id)).toBe(5)
  await chainNow(database)
  const state = await verifyChain(database)
  expect(state).toMatchObject({ entries: 5, unsigned: 4, pending: 0, firstFault: null })
})
