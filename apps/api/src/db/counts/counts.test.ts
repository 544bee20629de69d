import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/open-portal.ts'
import type { Connection } from '../client.ts'
import { type Counter, foldCounts, readCounts } from './counts-store.ts'

let database: Connection
let users: number[]
let announcement: number
beforeAll(async () => {
  database = await cloneDatabase('sample')
  const { rows } = await database.pool.query(
    `select (select array_agg(id order by id) from users) as users,
       (select min(id) from announcements) as announcement`,
  )
  ;({ users, announcement } = rows[0])
})
afterAll(() => database.close())

/** The counters, and their keys as expressions, from their triggers. */
async function counters(): Promise<{ counter: Counter; key: string; source: string }[]> {
  const { rows } = await database.pool.query(
    `select distinct tgrelid::regclass::text as source, arguments[1] as counter, arguments[2] as key
     from pg_trigger, string_to_array(encode(tgargs, 'escape'), '\\000') arguments
     where tgfoid in ('count_rows'::regproc, 'count_changed_row'::regproc)`,
  )
  return rows
}

async function expectTrueCounts(): Promise<void> {
  for (const { counter, key, source } of await counters()) {
    const { rows } = await database.pool.query(
      `select key, count(*)::int as count from (select ${key} as key from ${source}) keys
       where key is not null group by key`,
    )
    const counted = Object.fromEntries(rows.map((row) => [row.key, row.count]))
    expect(Object.fromEntries(await readCounts(database.db, counter)), counter).toEqual(counted)
  }
}

const user = fc.nat(8).map((index) => `(array[${users.join(', ')}])[1 + ${index}]`)
const state = fc.constantFrom('sent', 'in_review', 'resolved')
const reportState = fc.constantFrom('reported', 'cancelled', 'declined')
const emailState = fc.constantFrom('waiting', 'sent', 'failed')

/** Statements as the portal's actions, its jobs and an erasure run them, of one row and of many. */
const writes = fc.array(
  fc.oneof(
    user.map((id) => `update users set is_active = not is_active where id = ${id}`),
    user.map((id) => `update users set password_hash = null, email = '' where id = ${id}`),
    user.map((id) => `update users set invited_at = now() where id <= ${id}`),
    user.map(
      (id) => `update users set deleted_at = case when deleted_at is null then now() end
        where id = ${id} and rut is null`,
    ),
    fc.constant(`insert into users (first_name, email) select 'Eva', gen_random_uuid()::text
      from generate_series(1, 3)`),
    fc.tuple(user, state).map(
      ([id, to]) => `update requests set state = '${to}', sent_at = coalesce(sent_at, now())
        where user_id = ${id}`,
    ),
    user.map(
      (id) => `delete from requests where id in (
      select id from requests where user_id = ${id} limit 1)`,
    ),
    fc.tuple(user, reportState).map(
      ([
        id,
        to,
      ]) => `insert into payment_reports (user_id, sale_id, paid_on, amount, state, closed_at)
        values (${id}, 1, now(), 1000, '${to}', case when '${to}' <> 'reported' then now() end)`,
    ),
    fc.constant(`update payment_reports set state = 'cancelled', closed_at = now()`),
    user.map((id) => `delete from payment_reports where user_id = ${id}`),
    user.map(
      (id) => `insert into announcement_reads (announcement_id, user_id)
      values (${announcement}, ${id}) on conflict do nothing`,
    ),
    user.map((id) => `delete from announcement_reads where user_id = ${id}`),
    fc.tuple(user, emailState).map(
      ([id, to]) => `insert into announcement_emails (announcement_id, user_id, state)
        values (${announcement}, ${id}, '${to}')
        on conflict (announcement_id, user_id) do update set state = excluded.state`,
    ),
    user.map((id) => `delete from announcement_emails where user_id = ${id}`),
    fc.constant('fold'),
  ),
  { minLength: 10, maxLength: 40 },
)

describe('after any writes', () => {
  test('each counter has as many as a full count (§12.591)', async () => {
    expect((await counters()).map(({ counter }) => counter).toSorted()).toEqual([
      'announcement_emails',
      'announcement_reads',
      'payment_reports',
      'requests',
      'users',
    ])
    await expectTrueCounts()
    await fc.assert(
      fc.asyncProperty(writes, async (statements) => {
        for (const statement of statements) {
          if (statement === 'fold') await foldCounts(database.db)
          else await database.pool.query(statement)
        }
        await expectTrueCounts()
      }),
      { numRuns: 15 },
    )
  }, 180_000)

  test('a statement that is rolled back counts nothing, and folding keeps one row of a key (§12.591)', async () => {
    const before = await readCounts(database.db, 'users')
    await database.pool.query(`begin; insert into users (first_name) values ('Eva'); rollback`)
    expect(await readCounts(database.db, 'users')).toEqual(before)
    await Promise.all([foldCounts(database.db), foldCounts(database.db)])
    expect(await readCounts(database.db, 'users')).toEqual(before)
    const { rows } = await database.pool.query(
      'select counter, key from row_counts group by counter, key having count(*) > 1',
    )
    expect(rows).toEqual([])
  })
})
