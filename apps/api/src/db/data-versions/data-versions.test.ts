import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { storeRequest } from '../../../test/stored-requests.ts'
import { json } from '../../../test/visitor.ts'
import type { Statement } from '../client.ts'
import { many, one, sql } from '../query.ts'
import { foldVersions, type Topic, versionOf } from './data-versions-store.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const ofLists: Topic[] = ['people', 'sales', 'requests', 'work']
const everyTopic: Topic[] = [...ofLists, 'figures']

async function version(topics: Topic[] = ofLists): Promise<number> {
  const { version } = await one<{ version: number }>(
    portal.db,
    sql`select ${versionOf(topics)} as version`,
  )
  return version
}

/** How many changes of these topics a statement, or several in one transaction, counted. */
async function counted(statements: string, topics?: Topic[]): Promise<number> {
  const before = await version(topics)
  await portal.pool.query(statements)
  return (await version(topics)) - before
}

const rename = `update users set last_name = 'Díaz' where rut = '15678234-3'`

describe('a transaction', () => {
  test('is counted once, however many statements and rows it has (§12.642)', async () => {
    expect(await counted(rename)).toBe(1)
    expect(await counted(`begin; ${rename}; ${rename}; delete from email_changes; commit`)).toBe(1)
    expect(
      await counted(`insert into groups (name) select 'Grupo ' || n from generate_series(1, 9) n`),
    ).toBe(1)
    expect(await counted(`begin; ${rename}; update sales set project = 'Otro'; commit`)).toBe(2)
  })

  test('is not counted when it is rolled back, and is when only a part of it was', async () => {
    expect(await counted(`begin; ${rename}; rollback`)).toBe(0)
    const partly = `begin; savepoint part; ${rename}; rollback to part; ${rename}; commit`
    expect(await counted(partly)).toBe(1)
    expect(await counted(`begin; savepoint part; ${rename}; rollback to part; commit`)).toBe(0)
  })

  test('is seen with its commit, and waits for no other one (§12.642)', async () => {
    const [one, other] = [await portal.pool.connect(), await portal.pool.connect()]
    try {
      const before = await version()
      await one.query(`begin; ${rename}`)
      await other.query(`begin; update groups set name = name`)
      expect(await version()).toBe(before)
      await other.query('commit')
      expect(await version()).toBe(before + 1)
      await one.query('commit')
      expect(await version()).toBe(before + 2)
    } finally {
      one.release()
      other.release()
    }
  })
})

test('what lists of staff do not show counts nothing: a draft that is typed, logins, other figures of a sale (§12.643)', async () => {
  const before = await version()
  const rosa = await portal.as('rosa')
  const { id } = await one<{ id: number }>(
    portal.db,
    sql`select min(id) as id from procedures where documents = '{}'`,
  )
  for (const comment of ['La', 'La promesa']) {
    const draft = { procedure_id: id, sale_code: 'V-1001', comment }
    const { status } = await rosa.call('PUT', '/api/request/draft/', json(draft))
    expect(status).toBe(200)
  }
  await portal.pool.query(`update sales set as_of = now();
    update passkeys set counter = counter + 1; update totp_secrets set last_step = 1`)
  expect(await version()).toBe(before)
})

describe('folding', () => {
  const rows = () =>
    many<{ topic: string; writer: number }>(
      portal.db,
      sql`select topic, writer from data_versions where writer <> all(
        select pid from pg_stat_activity) order by topic, writer`,
    )

  test('leaves one row of a topic for the connections that ended, and the same sums (§12.642)', async () => {
    for (let connections = 0; connections < 3; connections++) {
      const client = new pg.Client({
        connectionString: String(portal.pool.options.connectionString),
      })
      await client.connect()
      await client.query(rename)
      await client.end()
    }
    const sums = await Promise.all(everyTopic.map((topic) => version([topic])))
    // The server has ended them a moment after the client.
    await expect
      .poll(async () => {
        await Promise.all([foldVersions(portal.db), foldVersions(portal.db)])
        const left = (await rows()).filter(({ topic }) => topic === 'people')
        return left.map(({ writer }) => writer)
      })
      .toEqual([0])
    expect(await Promise.all(everyTopic.map((topic) => version([topic])))).toEqual(sums)
  })

  test('loses nothing of a row that a new connection with the number of a former one writes (§12.642)', async () => {
    const client = await portal.pool.connect()
    try {
      await client.query(rename)
      const before = await version()
      // As of a connection that began after the list of connections was read.
      await client.query(`update data_versions set writer = -1 where writer = pg_backend_pid()`)
      await client.query('begin')
      await client.query(`update data_versions set changes = changes + 1 where writer = -1`)
      await foldVersions(portal.db)
      await client.query('commit')
      expect(await version()).toBeGreaterThan(before)
      const grown = await version()
      await foldVersions(portal.db)
      await client.query(rename)
      expect(await version()).toBe(grown + 1)
    } finally {
      client.release()
    }
  })
})

describe('each table that a cached answer is read from counts as its topic: (security 3.24)', () => {
  /** Every event of every row: the bits of `pg_trigger.tgtype` for insert, delete, update and truncate. */
  const EVENTS = 4 + 8 + 16 + 32

  const counted = async (topics: string[]) => {
    const { rows } = await portal.pool.query(
      `select tgrelid::regclass::text as table, bit_or(tgtype::int) & $2 as events from pg_trigger
       where tgfoid = 'count_change'::regproc and tgenabled = 'O'
         and rtrim(encode(tgargs, 'escape'), '\\000') = any($1)
       group by tgrelid`,
      [topics, EVENTS],
    )
    return new Map(rows.map(({ table, events }) => [table, events]))
  }
  const everyEventOf = (tables: string[]) => tables.map((table) => [table, EVENTS])

  test.each([
    ['/api/users/'],
    ['/api/users/?fullname=mu&email=a&social_security=1&orderBy=last_name'],
    ['/api/users/?invitation=failed'],
    ['/api/users/?invitation=invited'],
    ['/api/requests/'],
    ['/api/requests/?q=rosa%20mu%C3%B1oz&overdue=1&state=sent,resolved&orderBy=member'],
    ['/api/requests/?procedure=1&project=a&member=mu&mine=1&replied=1'],
    ['/api/staff/counts/'],
  ])('%s', async (path) => {
    const ivan = await portal.as('ivan')
    await storeRequest(portal)
    const { topics, tables } = await readFrom(() => ivan.get(path))
    expect(tables.length).toBeGreaterThan(1)
    const known = await counted(topics)
    expect(tables.map((table) => [table, known.get(table)])).toEqual(everyEventOf(tables))
  })

  test('a member’s sales, but for the requests and the account, whose rows the version names', async () => {
    const rosa = await portal.as('rosa')
    const { topics, tables } = await readFrom(() => rosa.get('/api/sales-data/'))
    expect(topics).toEqual(['figures'])
    const figures = tables.filter((table) => table !== 'requests' && table !== 'users')
    expect(figures).toContain('sale_views')
    const known = await counted(topics)
    expect(figures.map((table) => [table, known.get(table)])).toEqual(everyEventOf(figures))
  })

  /** The tables in PostgreSQL's plans of a call, and the topics that its session's statement asks for. */
  async function readFrom(call: () => Promise<{ status: number }>) {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const { status } = await call()
    const sent = query.mock.calls.map(([statement]) => statement as unknown as Statement)
    query.mockRestore()
    expect(status).toBe(200)
    const topics: string[] = []
    const tables = new Set<string>()
    for (const { name = '', text, values } of sent) {
      if (text === undefined || name === 'record-activity') continue
      if (name.startsWith('find-session')) {
        topics.push(
          ...(values.flat().filter((value) => everyTopic.includes(value as Topic)) as string[]),
        )
        continue
      }
      // Whether the read is in the audit log is asked, and recorded, for each answer that is not cached.
      if (/audit_/.test(text)) continue
      const plan = await portal.pool.query(`explain (format json) ${text}`, values)
      // Counted by triggers of the tables that they are named after.
      for (const table of tablesIn(plan.rows))
        tables.add(table === 'row_counts' ? String(values[0]) : table)
    }
    return { topics, tables: [...tables].toSorted() }
  }

  function tablesIn(plan: unknown): string[] {
    return [...JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g)].map(
      ([, name]) => name ?? '',
    )
  }
})
