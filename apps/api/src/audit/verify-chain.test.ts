import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyChain } from '../../test/audit/verify-log.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import { type Connection, connect } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { chainPendingEntries, signEntries } from './chain.ts'
import { recordAuditEvent } from './record-audit-event.ts'
import { verifyAuditChain } from './verify-chain.ts'

// The attacker administers the database, and does not know SECRET_KEY.

async function log(times = 5): Promise<Connection & AsyncDisposable> {
  const database = await cloneDatabase('empty')
  for (let at = 1; at <= times; at++) await record(database, `carga ${at}`)
  return { ...database, [Symbol.asyncDispose]: database.close }
}

/** As the job does it, a process with these keys chains it. */
async function record(
  { db }: Connection,
  reason: string,
  secretKeys = testConfig().secretKeys,
): Promise<void> {
  await recordAuditEvent(db, operator, { action: 'load.applied', reason })
  await chainPendingEntries(db, secretKeys)
}

/** The upgrade to signatures was the day before yesterday. */
async function recordTwoDaysAgo(
  database: Connection,
  reason: string,
  secretKeys = testConfig().secretKeys,
): Promise<void> {
  const { pool } = database
  await pool.query(`alter table audit_entries alter at set default now() - interval '2 days'`)
  await record(database, reason, secretKeys)
  await pool.query('alter table audit_entries alter at set default clock_timestamp()')
}

/** Without triggers, and without the checks of foreign keys. */
async function tamper({ pool }: Connection, statements: string): Promise<void> {
  await pool.query(`begin; set local session_replication_role = replica; ${statements}; commit`)
}

const last = (count: number) => `(select max(position) - ${count - 1} from audit_chain)`
const entryAt = (count: number) =>
  `(select entry_id from audit_chain where position = ${last(count)})`

/** Makes every hash right again, as far as that is possible without the key. */
const RECOMPUTE = `
  do $$
  declare link record; text text; previous text := '';
  begin
    for link in select chain.position, chain.key_id, entry.* from audit_chain chain
        join audit_entries entry on entry.id = chain.entry_id order by chain.position loop
      text := (jsonb_build_array(link.id, to_char(link.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        link.actor_id, link.on_behalf_of_id, link.action, link.object_type, link.object_id,
        link.subject_id, link.before, link.after, link.reason, link.address, link.request_id)
        || case when link.key_id is null then '[]'
          else jsonb_build_array(link.sealed, link.fold_key) end)::text;
      previous := encode(sha256(convert_to(previous || text, 'UTF8')), 'hex');
      update audit_chain set hash = previous where position = link.position;
    end loop;
  end $$`

test('an intact log is found intact', async () => {
  await using database = await log()
  expect(await verifyChain(database)).toMatchObject({ entries: 5, firstFault: null, unsigned: 0 })
})

describe('tamper: it names (security 13.10)', () => {
  test('the first entry that was changed', async () => {
    await using database = await log()
    await tamper(database, `update audit_entries set reason = 'otra' where id = ${entryAt(3)}`)
    const { firstFault } = await verifyChain(database)
    expect(firstFault).toMatchObject({ position: 3, fault: 'changed' })
  })

  test('an entry that hides its change by functions of the database', async () => {
    await using database = await log()
    await tamper(
      database,
      `create or replace function audit_entry_text(entry audit_entries) returns text
         language sql as $$ select 'nada' $$;
       create or replace function audit_hash(previous text, entry audit_entries) returns text
         language sql as $$ select hash from audit_chain where entry_id = entry.id $$;
       update audit_entries set reason = 'otra' where id = ${entryAt(3)}`,
    )
    expect((await verifyChain(database)).firstFault).toMatchObject({ fault: 'changed' })
  })

  test('the first missing entry, also without its link in the chain', async () => {
    await using database = await log()
    await tamper(
      database,
      `with deleted as (delete from audit_chain where position = ${last(3)} returning entry_id)
       delete from audit_entries using deleted where id = deleted.entry_id`,
    )
    const { firstFault } = await verifyChain(database)
    expect(firstFault).toMatchObject({ position: 4, fault: 'missing' })
  })

  test('an entry outside the chain', async () => {
    await using database = await log()
    await tamper(database, `insert into audit_entries (action) values ('load.applied')`)
    expect((await verifyChain(database)).firstFault).toMatchObject({ fault: 'not chained' })
  })
})

describe('recompute: without the key (security 13.10)', () => {
  test('a changed entry with all hashes made right again has a wrong signature', async () => {
    await using database = await log()
    await tamper(
      database,
      `update audit_entries set reason = 'otra' where id = ${entryAt(3)}; ${RECOMPUTE}`,
    )
    const { firstFault } = await verifyChain(database)
    expect(firstFault).toMatchObject({ position: 3, fault: 'wrong signature' })
  })

  test.each([
    ['without signatures', 'null', 'not signed'],
    ['with signatures of a key of his own', `'${'f'.repeat(16)}'`, 'unknown key'],
  ])('it is found %s too', async (_, keyId, fault) => {
    await using database = await log(0)
    await recordTwoDaysAgo(database, 'carga 1')
    for (const reason of ['carga 2', 'carga 3', 'carga 4']) await record(database, reason)
    await tamper(
      database,
      `update audit_entries set reason = 'otra' where id = ${entryAt(2)};
       update audit_chain set key_id = ${keyId} where position >= 3; ${RECOMPUTE}`,
    )
    await record(database, 'carga 5')
    expect((await verifyChain(database)).firstFault).toMatchObject({ position: 3, fault })
  })
})

test('replay: an old entry or its link put in again is found (security 13.10)', async () => {
  await using database = await log()
  const again = `insert into audit_entries (action, reason, at) select action, reason, at
    from audit_entries where id = ${entryAt(5)}`
  await tamper(
    database,
    `${again};
     insert into audit_chain (position, entry_id, hash, key_id, signature)
     select 6, (select max(id) from audit_entries), hash, key_id, signature
     from audit_chain where position = 1`,
  )
  expect((await verifyChain(database)).firstFault).toMatchObject({ position: 6, fault: 'changed' })
  await tamper(database, RECOMPUTE)
  const { firstFault } = await verifyChain(database)
  expect(firstFault).toMatchObject({ position: 6, fault: 'wrong signature' })
})

test('the hash of an earlier check shows that the end was cut off', async () => {
  await using database = await log()
  const { head } = await verifyChain(database)
  expect(await verifyChain(database, { expectedHead: head })).toMatchObject({
    containsExpected: true,
  })
  await tamper(
    database,
    `with deleted as (delete from audit_chain where position = 5 returning entry_id)
     delete from audit_entries using deleted where id = deleted.entry_id`,
  )
  const cut = await verifyChain(database, { expectedHead: head })
  expect(cut).toMatchObject({ firstFault: null, containsExpected: false })
})

describe('SECRET_KEY is rotated', () => {
  const former = testConfig().secretKeys
  const present = ['a-new-key-of-the-cooperative-0001', ...former] as const

  async function rotated(): Promise<Connection & AsyncDisposable> {
    const database = await log(3)
    const url = String(database.pool.options.connectionString)
    const later = connect(url, { beforeCommit: signEntries(present) })
    await record(later, 'carga 4', present)
    await later.close()
    return database
  }

  test('entries of the former key are still verified (security 13.15)', async () => {
    await using database = await rotated()
    const state = await verifyAuditChain(database.db, { secretKeys: present })
    expect(state).toMatchObject({ entries: 4, firstFault: null, unknownKeys: 0 })
    await tamper(
      database,
      `update audit_entries set reason = 'otra' where id = ${entryAt(4)}; ${RECOMPUTE}`,
    )
    const changed = await verifyAuditChain(database.db, { secretKeys: present })
    expect(changed.firstFault).toMatchObject({ position: 1, fault: 'wrong signature' })
  })

  test('without the former key they are counted, and a later signature covers them', async () => {
    await using database = await rotated()
    const secretKeys = [present[0]] as const
    const state = await verifyAuditChain(database.db, { secretKeys })
    expect(state).toMatchObject({ firstFault: null, unknownKeys: 3 })
    await tamper(
      database,
      `update audit_entries set reason = 'otra' where id = ${entryAt(4)}; ${RECOMPUTE}`,
    )
    const changed = await verifyAuditChain(database.db, { secretKeys })
    expect(changed.firstFault).toMatchObject({ position: 4, fault: 'wrong signature' })
  })

  test('machines that change it one after the other leave no fault once the former is gone (security 13.15)', async () => {
    await using database = await rotated()
    await record(database, 'carga 5')
    const state = await verifyAuditChain(database.db, { secretKeys: [present[0]] })
    expect(state).toMatchObject({ entries: 5, unknownKeys: 4, firstFault: null })
  })

  test('an entry of the former key a day after the change is found, whatever time it says', async () => {
    await using database = await log(1)
    const url = String(database.pool.options.connectionString)
    const later = connect(url, { beforeCommit: signEntries(present) })
    onTestFinished(later.close)
    await recordTwoDaysAgo(later, 'carga 2', present)
    await record(later, 'carga 3', present)
    await recordTwoDaysAgo(database, 'carga 4')
    const { firstFault } = await verifyAuditChain(database.db, { secretKeys: [present[0]] })
    expect(firstFault).toMatchObject({ position: 4, fault: 'unknown key' })
  })

  test('an entry of an unknown key after those of the present one is found', async () => {
    await using database = await rotated()
    const state = await verifyAuditChain(database.db, { secretKeys: former })
    expect(state.firstFault).toMatchObject({ position: 4, fault: 'unknown key' })
  })
})

describe('entries of a version without keys', () => {
  /** As that version wrote them: the trigger chains them. */
  const unsigned = ({ pool }: Connection, reason: string) =>
    pool.query(`insert into audit_entries (action, reason) values ('load.applied', '${reason}')`)

  test('are verified, also while both versions serve, and covered by the first signature (security 13.15)', async () => {
    await using database = await log(0)
    for (const reason of ['carga 1', 'carga 2']) await unsigned(database, reason)
    await record(database, 'carga 3')
    await unsigned(database, 'carga 4')
    await record(database, 'carga 5')
    const state = await verifyChain(database)
    expect(state).toMatchObject({ entries: 5, unsigned: 3, firstFault: null })
    await tamper(database, `update audit_entries set reason = 'otra' where id = ${entryAt(5)}`)
    expect((await verifyChain(database)).firstFault).toMatchObject({ position: 1 })
  })

  test('are refused once the upgrade is over', async () => {
    await using database = await log(0)
    await recordTwoDaysAgo(database, 'carga 1')
    await record(database, 'carga 2')
    await unsigned(database, 'carga 3')
    const { firstFault } = await verifyChain(database)
    expect(firstFault).toMatchObject({ position: 3, fault: 'not signed' })
  })
})
