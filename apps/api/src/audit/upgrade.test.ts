import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import { expect, test } from 'vitest'
import { chainNow, verifyChain } from '../../test/audit/verify-log.ts'
import { databaseOf110 } from '../../test/releases/version-1.1.0.ts'
import { testConfig } from '../../test/test-config.ts'
import { grantAccess } from '../db/application-role.ts'
import type { Connection } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { operator } from '../http/caller.ts'
import type { Anchor } from './anchors.ts'
import { appendOnlyTables } from './audit-tables.ts'
import { chainKeys, signLink } from './chain.ts'
import { recordAuditEvent } from './record-audit-event.ts'

// Version 1.1.0 stored the log in a partition for each month, and could archive months.

/** Entries of the stored database of version 1.1.0; each of its positions has one. */
const STORED = 21

/** As the owner of the tables writes one, without a key. */
const UNSIGNED = `insert into audit_entries (action, reason) values ('load.applied', 'antes') returning id`

async function databaseWithUnsigned(): Promise<Connection> {
  const database = await databaseOf110()
  for (let at = 1; at <= 3; at++) await database.pool.query(UNSIGNED)
  return database
}

async function record({ db, pool }: Connection, reason: string, at?: string): Promise<void> {
  if (at) await pool.query(`alter table audit_entries alter at set default ${at}`)
  await recordAuditEvent(db, operator, { action: 'load.applied', reason })
  if (at) await pool.query('alter table audit_entries alter at set default clock_timestamp()')
}

test('an upgrade keeps every entry of every month, its place in the chain and the rights (§12.547)', async () => {
  const database = await databaseWithUnsigned()
  const { pool, db } = database
  const { rows: stored } = await pool.query('select max(id)::int as last from audit_entries')
  await record(database, 'de noviembre', `'2026-11-24'`)
  await record(database, 'de diciembre', `'2026-12-10'`)
  await record(database, 'sin partición', `'2027-09-01'`)
  await chainNow(database)
  await record(database, 'sin encadenar', `'2027-01-15'`)
  await pool.query('begin; insert into audit_entries (action) values (1); rollback')
  await grantAccess(db, 'postgres_app', appendOnlyTables)
  const { rows: partitions } = await pool.query(
    'select distinct tableoid::regclass from audit_entries',
  )
  expect(partitions).toHaveLength(4)

  const read = async () => ({
    entries: (await pool.query('select * from audit_entries order by id')).rows,
    links: (await pool.query('select * from audit_chain order by position')).rows,
    state: await verifyChain(database),
    rights: (
      await pool.query(`select privilege, has_table_privilege('postgres_app', 'audit_entries', privilege)
        from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) privilege`)
    ).rows,
  })
  const earlier = await read()
  expect(earlier.state).toMatchObject({
    entries: STORED + 6,
    unsigned: 3,
    pending: 1,
    firstFault: null,
  })
  await migrate(pool)
  expect(await read()).toEqual(earlier)

  const { rows } = await pool.query(
    `select relkind, (select count(*)::int from pg_namespace where nspname = 'audit_months') as months
     from pg_class where oid = 'audit_entries'::regclass`,
  )
  expect(rows).toEqual([{ relkind: 'r', months: 0 }])
  await record(database, 'después')
  await chainNow(database)
  expect(await verifyChain(database)).toMatchObject({
    entries: STORED + 8,
    pending: 0,
    firstFault: null,
  })
  const { rows: newest } = await pool.query('select max(id)::int as id from audit_entries')
  // The rolled back entry took a number.
  expect(newest).toEqual([{ id: stored[0].last + 6 }])
  await expect(pool.query('delete from audit_entries')).rejects.toThrow('append-only')
})

/** As `carpeta audit archive` of version 1.1.0 left it; months overlap by an entry. */
async function archiveSecondAndFourth({ db, pool }: Connection): Promise<void> {
  await recordAuditEvent(db, operator, {
    // An action of that version.
    action: 'audit.archived' as AuditAction,
    object: { type: 'audit_archive', id: 'a'.repeat(40) },
    after: { from: '2026-01', to: '2026-01', entries: 2 },
  })
  await chainNow({ db })
  await pool.query(`begin; set local session_replication_role = replica;
    with deleted as (delete from audit_chain where position in (${STORED + 5}, ${STORED + 7}) returning entry_id)
      delete from audit_entries using deleted where id = deleted.entry_id;
    insert into audit_archives (from_month, to_month, storage_key, size, sha256, entries,
        first_position, last_position)
      values ('2026-01', '2026-01', repeat('a', 40), 1, repeat('a', 64), 2, ${STORED + 5}, ${STORED + 7});
    commit`)
}

test('a log with archived months is intact after the upgrade, and a further gap is found (§12.547, security 13.10)', async () => {
  const database = await databaseWithUnsigned()
  const { pool } = database
  for (let at = 4; at <= 8; at++) await record(database, `carga ${at}`)
  await chainNow(database)
  const anchors = await anchorsOf(database)
  await archiveSecondAndFourth(database)
  const intact = { entries: STORED + 9, archived: 2, firstFault: null, anchorFaults: [] }
  expect(await verifyChain(database, { anchors })).toMatchObject(intact)
  await migrate(pool)
  expect(await verifyChain(database, { anchors })).toMatchObject(intact)

  await pool.query(`begin; set local session_replication_role = replica;
    with deleted as (delete from audit_chain where position = ${STORED + 6} returning entry_id)
      delete from audit_entries using deleted where id = deleted.entry_id; commit`)
  const { firstFault } = await verifyChain(database, { anchors })
  expect(firstFault).toMatchObject({ position: STORED + 8, fault: 'missing' })
})

/** An anchor of each signed link. */
async function anchorsOf({ pool }: Connection): Promise<Anchor[]> {
  const [key] = chainKeys(testConfig().secretKeys)
  const { rows } = await pool.query<{ position: number; hash: string }>(
    'select position::int, hash from audit_chain where signature is not null order by position',
  )
  return rows.map((link) => ({
    ...link,
    keyId: key.id,
    signature: signLink(key, link),
    at: '2026-11-24T12:00:00.000Z',
  }))
}
