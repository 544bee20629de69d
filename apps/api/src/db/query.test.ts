import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../test/open-portal.ts'
import type { Connection } from './client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql, textOf } from './query.ts'

let database: Connection
beforeAll(async () => {
  database = await cloneDatabase('sample')
})
afterAll(() => database.close())

const read = (expression: SQL) => scalar<unknown>(database.db, sql`select ${expression}`)

describe('a value arrives as', () => {
  test.each([
    [
      'the exact instant',
      sql`'2026-10-01 09:30:00.123-03'::timestamptz`,
      new Date('2026-10-01T12:30:00.123Z'),
    ],
    ['a day without a time zone', sql`'2026-04-05'::date`, '2026-04-05'],
    ['days', sql`array['2026-04-05', null]::date[]`, ['2026-04-05', null]],
    ['a time without a time zone', sql`'2026-04-05 00:00'::timestamp`, '2026-04-05 00:00:00'],
    ['an exact amount', sql`1234567890.1234567890::numeric`, '1234567890.1234567890'],
    ['exact amounts', sql`array[0.1000, 2]::numeric[]`, ['0.1000', '2']],
    ['a count', sql`(select count(*) from groups)`, 3],
    ['counts', sql`array[1, null, 9007199254740991]::bigint[]`, [1, null, 9007199254740991]],
    ['a number', sql`41 + 1`, 42],
    ['a share', sql`0.5::float8`, 0.5],
    ['yes or no', sql`true`, true],
    ['texts', sql`array['uno', 'dos, "tres"']`, ['uno', 'dos, "tres"']],
    ['parsed JSON, its names as they are', sql`'{"first_name": [1]}'::jsonb`, { first_name: [1] }],
    ['an interval in words', sql`'1 day 02:00'::interval`, '1 day 02:00:00'],
    ['nothing', sql`null`, null],
  ])('%s', async (_name, expression, value) => {
    expect(await read(expression)).toEqual(value)
  })

  test('no number that a float would round', async () => {
    await expect(read(sql`9007199254740993::bigint`)).rejects.toThrow(RangeError)
  })
})

describe('a value is bound', () => {
  test.each(["'; drop table users; --", '$1', '\\', '"quoted"', 'ñandú €', '%s', ''])(
    '%s stays what it is',
    async (text) => {
      expect(await read(sql`${text}::text`)).toBe(text)
      expect(await read(sql`${[text, 'otro']}::text[]`)).toEqual([text, 'otro'])
      const name = sql.identifier(text || '"')
      const row = await one(database.db, sql`select value.${name} from (select 7 as ${name}) value`)
      expect(Object.values(row)).toEqual([7])
    },
  )

  test('an instant to its millisecond', async () => {
    const at = new Date('2026-04-05T03:59:59.999Z')
    expect(await read(sql`${at}::timestamptz`)).toEqual(at)
    expect(await read(sql`${[at]}::timestamptz[]`)).toEqual([at])
    expect(await read(sql`extract(epoch from ${at}::timestamptz)::float8`)).toBe(1775361599.999)
  })

  test('a list as one parameter, also an empty one', async () => {
    const names = (given: string[]) =>
      many<{ name: string }>(
        database.db,
        sql`select first_name as name from users where rut = any(${given}) order by id`,
      )
    expect(await names(['12345678-5', '9876543-3'])).toMatchObject([{ name: 'Rosa' }, {}])
    expect(await names([])).toEqual([])
  })
})

describe('a statement is composed', () => {
  test('of conditions, of which some are not given', async () => {
    const found = await many(
      database.db,
      sql`select from users where ${sql.and(sql`rut = ${'12345678-5'}`, null, sql`is_active`)}`,
    )
    expect(found).toHaveLength(1)
    expect(await read(sql.and(null))).toBe(true)
  })

  test('of parts in parts, each value in its place, also that of a part which stands twice', async () => {
    const name = sql`upper(${'rosa'})`
    const pair = sql`array[${name}, ${'y'}, ${name}]`
    expect(await read(sql`${pair} || ${sql.raw("'z'")}::text || array[${'fin'}]`)).toEqual([
      'ROSA',
      'y',
      'ROSA',
      'z',
      'fin',
    ])
    expect(textOf(sql`${sql``}${name}${sql``}`)).toBe('upper($1)')
  })

  test('of rows and of changes, by the names of their fields', async () => {
    const { db } = database
    const ana = {
      firstName: 'Ana',
      email: 'ana@correo.example',
      lastName: sql`initcap(${"o'higgins"})`,
    }
    const luz = { firstName: 'Luz', email: 'luz@correo.example', lastName: sql`upper(${'vera'})` }
    const written = await many<{ id: number; lastName: string; rut: null }>(
      db,
      sql`insert into users ${sql.insert(ana, luz)} returning id, last_name, rut`,
    )
    expect(written.map(({ lastName }) => lastName)).toEqual(["O'Higgins", 'VERA'])
    const ids = written.map(({ id }) => id)
    const change = { firstName: 'Eva', lastName: undefined, deletedAt: sql`now()`, rut: null }
    expect(await exec(db, sql`update users set ${sql.assign(change)} where id = any(${ids})`)).toBe(
      2,
    )
    const now = await many(
      db,
      sql`select first_name, last_name, rut, deleted_at is null as is_active
        from users where id = any(${ids}) order by id`,
    )
    expect(now).toEqual([
      { firstName: 'Eva', lastName: "O'Higgins", rut: null, isActive: false },
      { firstName: 'Eva', lastName: 'VERA', rut: null, isActive: false },
    ])
  })
})

describe('rows', () => {
  const upTo = (last: number) => sql`select n as row_number from generate_series(1, ${last}::int) n`

  test('arrive with their columns in camelCase', async () => {
    expect(
      await one(
        database.db,
        sql`select 1 as a, 2 as sent_at, 3 as sha256, 4 as "asIs", 5 as x_1_b`,
      ),
    ).toEqual({ a: 1, sentAt: 2, sha256: 3, asIs: 4, x1B: 5 })
  })

  test('are one', async () => {
    expect(await one(database.db, upTo(1))).toEqual({ rowNumber: 1 })
    await expect(one(database.db, upTo(0))).rejects.toThrow('expected one row, got none')
    await expect(one(database.db, upTo(2))).rejects.toThrow('expected one row, got 2')
  })

  test('are one at most', async () => {
    expect(await maybeOne(database.db, upTo(1))).toEqual({ rowNumber: 1 })
    expect(await maybeOne(database.db, upTo(0))).toBeNull()
    await expect(maybeOne(database.db, upTo(3))).rejects.toThrow('expected one row, got 3')
  })

  test('are many', async () => {
    expect(await many(database.db, upTo(2))).toEqual([{ rowNumber: 1 }, { rowNumber: 2 }])
    expect(await many(database.db, upTo(0))).toEqual([])
  })

  test('are counted', async () => {
    expect(await exec(database.db, sql`update groups set name = name`)).toBe(3)
    expect(await exec(database.db, sql`delete from groups where id = 0`)).toBe(0)
    expect(await exec(database.db, sql`create temporary table nothing ()`)).toBe(0)
  })
})

test('an instant is bound to its millisecond, and a list', async () => {
  const values = { at: new Date('2026-04-05T03:59:59.999Z'), texts: ['uno', '"dos"'] }
  const given = sql`select ${values.at}::timestamptz as at, ${values.texts}::text[] as texts`
  expect(await one(database.db, given)).toEqual(values)
})

test('no file outside this folder gives the driver a statement', () => {
  const src = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.ts', { cwd: src }).filter(
    (file) => !file.startsWith('db') && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  const queries = (file: string) => /\.(query|execute)\(/.test(readFileSync(src + file, 'utf8'))
  // The database of accounting is another one, with a driver of its own.
  expect(files.filter(queries).toSorted()).toEqual(['imports/mysql/snapshot.ts'])
})

describe('a transaction', () => {
  const people = () => one(database.db, sql`select count(*) from users`)

  test('that fails leaves nothing behind and throws why', async () => {
    const before = await people()
    const failing = database.db.transaction(async (tx) => {
      await exec(tx, sql`insert into users (first_name) values ('Nadie')`)
      throw new Error('no más')
    })
    await expect(failing).rejects.toThrow('no más')
    expect(await people()).toEqual(before)
  })

  test('gives its connection back, however it ends', async () => {
    const { max } = database.pool.options
    for (let failed = 0; failed <= max; failed++) {
      const failing = database.db.transaction((tx) => exec(tx, sql`select 1 / 0`))
      await expect(failing).rejects.toThrow('division by zero')
    }
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  })

  test('is seen by others once it ends', async () => {
    const before = await people()
    const id = await database.db.transaction(async (tx) => {
      const { id } = await one<{ id: number }>(
        tx,
        sql`insert into users (first_name) values ('Alguien') returning id`,
      )
      expect(await people()).toEqual(before)
      return id
    })
    expect(await exec(database.db, sql`delete from users where id = ${id}`)).toBe(1)
  })
})
