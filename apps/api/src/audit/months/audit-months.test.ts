import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { chainNow, verifyChain } from '../../../test/audit/verify-log.ts'
import { openPortalForTest, type Portal } from '../../../test/open-portal.ts'
import { connect } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'
import { operator } from '../../http/caller.ts'
import { recordAuditEvent } from '../record-audit-event.ts'
import { createMonths, readMonths } from './months-store.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortalForTest({})
})

const partitionOf = `select tableoid::regclass::text as partition, reason from audit_entries
  where action = 'load.applied' order by id`

/** Records an entry at another time, as if the clock of the database said so. */
async function recordAt(at: string, reason: string): Promise<void> {
  await portal.pool.query(`alter table audit_entries alter at set default ${at}`)
  await recordAuditEvent(portal.db, operator, { action: 'load.applied', reason })
  await portal.pool.query('alter table audit_entries alter at set default clock_timestamp()')
}

test('entries are stored by month in Santiago, and the next three months are there (§12.546)', async () => {
  const next = `date_trunc('month', now() at time zone 'America/Santiago') + interval '1 month'`
  await recordAt(`(${next}) at time zone 'America/Santiago' - interval '1 second'`, 'último')
  await recordAt(`(${next}) at time zone 'America/Santiago'`, 'primero')
  const { rows } = await portal.pool.query(`${partitionOf} desc limit 2`)
  const { rows: names } = await portal.pool.query(
    `select to_char(${next}, '"audit_months.y"YYYY"m"MM') as next`,
  )
  expect(rows).toEqual([
    { partition: names[0].next, reason: 'primero' },
    { partition: 'audit_months.earlier', reason: 'último' },
  ])
  expect(await readMonths(portal.db)).toEqual({ hasNextMonth: true, hasOther: false })
})

test('without its partition an entry is stored all the same, and moves when there is one (§12.546)', async () => {
  const inTwo = `now() + interval '2 months'`
  await dropMonths()
  expect((await readMonths(portal.db)).hasNextMonth).toBe(false)
  await recordAt(inTwo, 'sin partición')
  await chainNow(portal)
  expect(await readMonths(portal.db)).toEqual({ hasNextMonth: false, hasOther: true })
  await createMonths(portal.db)
  expect(await readMonths(portal.db)).toEqual({ hasNextMonth: true, hasOther: false })
  const { rows } = await portal.pool.query(`${partitionOf} desc limit 1`)
  expect(rows[0]).toMatchObject({ reason: 'sin partición' })
  expect(rows[0].partition).toMatch(/^audit_months\.y\d{4}m\d\d$/)
  expect((await verifyChain(portal)).firstFault).toBeNull()
  await expect(portal.pool.query('delete from audit_months.other')).rejects.toThrow('append-only')
  await expect(portal.pool.query(`delete from ${rows[0].partition}`)).rejects.toThrow('append-only')
})

test('a long reader does not keep entries from being written while a month is created (§12.546)', async () => {
  await dropMonths()
  const reader = connect(String(portal.pool.options.connectionString))
  onTestFinished(reader.close)
  await reader.db.transaction(async (tx) => {
    await exec(tx, sql`select from audit_entries`)
    const creating = expect(createMonths(portal.db)).rejects.toThrow('lock timeout')
    await recordAuditEvent(portal.db, operator, { action: 'load.applied', reason: 'mientras' })
    await creating
  })
  await createMonths(portal.db)
  expect((await readMonths(portal.db)).hasNextMonth).toBe(true)
})

async function dropMonths(): Promise<void> {
  const { rows } = await portal.pool.query(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'audit_entries'::regclass and inhrelid::regclass::text like '%.y%'`,
  )
  for (const { name } of rows) await portal.pool.query(`drop table ${name}`)
}
