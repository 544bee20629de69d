import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertManyUsers } from '../../test/many-users.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import type { Connection, Database } from '../db/client.ts'
import {
  type AuditFilter,
  countAccesses,
  countEntries,
  listAccesses,
  listEntries,
  listLogins,
  MAX_ON_PAGES,
} from './audit-store.ts'

// What PostgreSQL reads of 300,000 entries in twelve months; `npm run bench` measures writing.

const ENTRIES = 300_000

let database: Connection
/** Blocks of 8 kB that hold the entries, without their indexes. */
let all: number
beforeAll(async () => {
  database = await cloneDatabase('empty')
  const { db, pool } = database
  await insertManyUsers(db, 3000)
  await pool.query(`begin;
    set local session_replication_role = replica;
    insert into audit_entries (at, actor_id, action, object_type, object_id, subject_id, request_id)
    select '2025-01-01'::timestamptz + n * interval '360 days' / ${ENTRIES}, staff[1 + n % 20],
      case when n % 5000 = 0 then 'user.changed' when n % 3 = 0 then 'member.listed'
        else 'member.read' end,
      'request', n::text, members[1 + n * 7 % 2900], 'llamada'
    from generate_series(1, ${ENTRIES}) n, (select (array_agg(id order by id))[1:20] as staff,
      (array_agg(id order by id))[21:] as members from users) persons
    order by n;
    commit`)
  await pool.query('vacuum analyze')
  const { rows } = await pool.query(
    `select relpages as blocks from pg_class where oid = 'audit_entries'::regclass`,
  )
  all = rows[0].blocks
}, 120_000)
afterAll(() => database.close())

/** How many blocks the statements of a call read, of tables and indexes. */
async function blocksOf(call: (db: Database) => Promise<unknown>): Promise<number> {
  let blocks = 0
  const measuring: Database = {
    ...database.db,
    query: async (statement) => {
      const { rows } = await database.pool.query({
        text: `explain (analyze, buffers, format json) ${statement.text}`,
        values: statement.values,
      })
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      return database.db.query(statement)
    },
  }
  await call(measuring)
  return blocks
}

async function somebody(offset: number): Promise<{ id: number; rut: string }> {
  const { rows } = await database.pool.query(
    'select id, rut from users order by id offset $1 limit 1',
    [offset],
  )
  return rows[0]
}

const first = { offset: 0, limit: 20 }
const last = { offset: MAX_ON_PAGES - 20, limit: 20 }

test('a page and its count read little, by every filter (§12.548, §12.1970)', async () => {
  const [staff, member] = [await somebody(3), await somebody(500)]
  const filters: Record<string, AuditFilter> = {
    none: {},
    action: { action: 'member.read' },
    'rare action': { action: 'user.changed' },
    'no such action': { action: 'load.undone' },
    actor: { actor: staff.rut },
    'actor by name': { actor: 'maría núñez' },
    person: { person: staff.rut },
    'person with few entries': { person: member.rut },
    subject: { subject: member.rut },
    'subject by id': { subjectId: member.id },
    'actor and subject': { actor: staff.rut, subject: member.rut },
    'a day': { from: '2025-03-05', to: '2025-03-05' } as AuditFilter,
    'until a day': { to: '2025-03-05' } as AuditFilter,
    'an action on a day': { action: 'member.read', from: '2025-03-05' } as AuditFilter,
  }
  const read: Record<string, number> = {}
  for (const [name, filter] of Object.entries(filters)) {
    read[name] = await blocksOf(async (db) => {
      await listEntries(db, filter, first)
      await countEntries(db, filter)
    })
  }
  read['the last page'] = await blocksOf((db) => listEntries(db, {}, last))
  const tooMuch = Object.entries(read).filter(([, blocks]) => blocks > all / 4)
  expect(tooMuch, JSON.stringify({ all, read })).toEqual([])
}, 180_000)

test('what a member and the staff’s file of a member read does not grow with the log (§12.548)', async () => {
  const { id } = await somebody(500)
  const blocks = await blocksOf(async (db) => {
    await listAccesses(db, id, first)
    await countAccesses(db, id)
    await listLogins(db, id, 10)
  })
  expect(blocks).toBeLessThan(all / 4)
})

test('nor does who saw a member’s data grow with what the member did alone (§12.2361)', async () => {
  const { id } = await somebody(2950)
  await database.pool.query(
    `begin;
    set local session_replication_role = replica;
    insert into audit_entries (actor_id, action, subject_id, request_id)
    select ${id}, 'session.login', ${id}, 'llamada' from generate_series(1, ${ENTRIES / 10});
    insert into audit_entries (actor_id, action, subject_id, request_id)
    select 1, 'member.read', ${id}, 'llamada' from generate_series(1, 3);
    commit`,
  )
  await database.pool.query('vacuum analyze audit_entries')
  const blocks = await blocksOf(async (db) => {
    expect(await listAccesses(db, id, first)).toHaveLength(3)
    expect(await countAccesses(db, id)).toBe(3)
  })
  expect(blocks).toBeLessThan(all / 20)
})

test('no more is counted than has pages (§12.548)', async () => {
  expect(await countEntries(database.db, {})).toBe(MAX_ON_PAGES + 1)
  expect(await countEntries(database.db, { action: 'user.changed' })).toBe(ENTRIES / 5000)
})
