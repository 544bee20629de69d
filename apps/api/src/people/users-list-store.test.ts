import { ERASED_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertManyUsers } from '../../test/many-users.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'
import {
  activeUsers,
  countListed,
  countQuery,
  countUsers,
  deletedUsers,
  matching,
  ordered,
  pageQuery,
  type UsersFilter,
  userOrders,
} from './users-list-store.ts'

// The plans of PostgreSQL for 20,000 users; `npm run bench` measures 200,000.

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase('empty')
  await insertManyUsers(database.db, 20_000)
  // After years of retention more accounts are erased than are in the trash.
  await exec(
    database.db,
    sql`insert into users (first_name, is_active, deleted_at, erased_at)
    select ${ERASED_NAME}, false, now() - n * interval '1 minute', now()
    from generate_series(1, 5000) n`,
  )
  await exec(database.db, sql`vacuum analyze users`)
})
afterAll(() => database.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

interface Read {
  by: string
  rows: number
  /** Rows that were read and filtered out. */
  passedOver: number
}

/** The indexes and numbers of rows that a query reads of `users`. */
async function readsOf(query: SQL): Promise<Read[]> {
  const rows = await many<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    database.db,
    sql`explain (analyze, format json) ${query}`,
  )
  const nodes: Plan[] = []
  const collect = (plan: Plan) => {
    nodes.push(plan)
    plan.Plans?.forEach(collect)
  }
  rows[0]?.['QUERY PLAN'].map(({ Plan: root }) => collect(root))
  return nodes
    .filter((node) => node['Relation Name'] === 'users' || node['Index Name']?.startsWith('users_'))
    .map((node) => ({
      by: node['Index Name'] ?? node['Node Type'],
      rows: Math.round(node['Actual Rows']),
      passedOver:
        node['Actual Loops'] *
        ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
    }))
}

/** Of 20,000 rows, the most that a query may read and not show. */
const MAX_PASSED_OVER = 500

async function expectFewPassedOver(query: SQL, what: unknown): Promise<void> {
  const reads = await readsOf(query)
  const passedOver = reads.reduce((sum, read) => sum + read.passedOver, 0)
  expect(passedOver, JSON.stringify([what, reads])).toBeLessThan(MAX_PASSED_OVER)
}

const firstPage = { limit: 10, offset: 0 }
const directions = [false, true]

describe('the first page', () => {
  const indexes = {
    id: 'users_living',
    first_name: 'users_by_first_name',
    last_name: 'users_by_last_name',
    email: 'users_by_email',
    social_security: 'users_by_rut',
    is_active: 'users_by_state',
  }

  test.each(Object.entries(indexes))(
    'by %s reads ten rows of %s, in both directions (§12.53)',
    async (by, index) => {
      const order = userOrders.find((name) => name === by) ?? 'id'
      for (const descending of directions) {
        const reads = await readsOf(pageQuery(activeUsers, ordered(order, descending), firstPage))
        expect(reads[0]).toEqual({ by: index, rows: 10, passedOver: 0 })
        expect(reads.slice(1)).toEqual([{ by: 'users_pkey', rows: 1, passedOver: 0 }])
      }
    },
  )

  test('of the trash reads only the trash', async () => {
    for (const by of userOrders) {
      const reads = await readsOf(pageQuery(deletedUsers, ordered(by, false), firstPage))
      expect(reads[0]?.by, by).toMatch(/^users_trashed/)
      await expectFewPassedOver(pageQuery(deletedUsers, ordered(by, false), firstPage), by)
    }
  })
})

describe('a filter and its count use an index', () => {
  const filters: [UsersFilter, string][] = [
    [{ fullname: 'maría munoz 123' }, 'users_folded_name_parts'],
    [{ fullname: 'Núñez 77' }, 'users_folded_name_parts'],
    [{ email: 'SOCIO1234@' }, 'users_folded_email_parts'],
    [{ social_security: '10.012.345' }, 'users_folded_rut_parts'],
    [{ invitation: 'not_invited' }, 'users_by_invitation'],
    [{ fullname: 'rojas', email: 'socio77', invitation: 'active' }, 'users_folded_email_parts'],
  ]

  test.each(filters)('%j uses %s', async (filter, index) => {
    const where = matching(activeUsers, filter)
    const queries = [
      countQuery(where),
      ...directions.map((way) => pageQuery(where, ordered('id', way), firstPage)),
    ]
    for (const query of queries) {
      const by = (await readsOf(query)).map((read) => read.by)
      expect(by).toContain(index)
      expect(by).not.toContain('Seq Scan')
    }
  })

  test('in every order', async () => {
    for (const [filter] of filters) {
      for (const order of userOrders.filter((name) => name !== 'deleted_at')) {
        const where = matching(activeUsers, filter)
        const query = pageQuery(where, ordered(order, false), firstPage)
        expect((await readsOf(query)).map((read) => read.by)).not.toContain('Seq Scan')
        await expectFewPassedOver(query, [filter, order])
      }
    }
  })
})

test('deactivated accounts, which are few, have an index of their own', async () => {
  const where = matching(activeUsers, { invitation: 'inactive' })
  const [read] = await readsOf(countQuery(where))
  expect(read?.by).toBe('users_deactivated')
})

test('a count reads an index', async () => {
  for (const where of [activeUsers, deletedUsers]) {
    const [read] = await readsOf(countQuery(where))
    expect(read?.by).toMatch(/^users_/)
  }
})

describe('a list has pages', () => {
  test('for the first 1,000 accounts that a text selects, and says that there are more (§12.594)', async () => {
    const count = (filter: UsersFilter) => countListed(database.db, 'active', filter)
    expect(await count({ fullname: 'rojas' })).toEqual({ count: 1000, isLimited: true })
    const [exact] = await many<{ total: number }>(
      database.db,
      countQuery(matching(activeUsers, { fullname: 'rojas 1234' })),
    )
    expect(await count({ fullname: 'rojas 1234' })).toEqual({
      count: exact?.total,
      isLimited: false,
    })
  })

  test.each([
    {},
    { fullname: ' ' },
    ...['no_email', 'not_invited', 'invited', 'active', 'inactive', 'failed', 'anything'].flatMap(
      (invitation) => [{ invitation }, { invitation, fullname: 'rojas' }],
    ),
  ])('for all accounts of %j (§12.594)', async (filter: UsersFilter) => {
    for (const [which, base] of [
      ['active', activeUsers],
      ['deleted', deletedUsers],
    ] as const) {
      const count = await countUsers(database.db, matching(base, filter))
      expect(await countListed(database.db, which, filter)).toEqual({ count, isLimited: false })
    }
  })
})

// The database functions that lists search and sort with; the locale of the database is C.

async function evaluate(expression: ReturnType<typeof sql>): Promise<unknown> {
  const rows = await many<{ value: unknown }>(database.db, sql`select ${expression} as value`)
  return rows[0]?.value
}

describe('folding a text', () => {
  test.each([
    ['MUÑOZ Sepúlveda', 'munoz sepulveda'],
    ['Güemes  O’Higgins', 'guemes o’higgins'],
    // Combining accents, as some keyboards and files write them.
    ['Herna\u0301n Mun\u0303oz', 'hernan munoz'],
    ['', ''],
  ])('%s becomes %s', async (text, folded) => {
    expect(await evaluate(sql`fold_text(${text})`)).toBe(folded)
  })

  test('is idempotent for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const plain = text.toWellFormed().replaceAll('\0', '')
        expect(await evaluate(sql`fold_text(fold_text(${plain})) = fold_text(${plain})`)).toBe(true)
      }),
    )
  })
})

test('names are ordered as in a Spanish dictionary: ñ after n, ignoring accents and case', async () => {
  const names = ['Zúñiga', 'nuñez', 'Núñez', 'Nunzio', 'Ñancupil', 'Águila', 'aguilar', 'Oñate']
  const rows = await many<{ name: string }>(
    database.db,
    sql`select name from json_array_elements_text(${JSON.stringify(names)}::json) as name
    order by spanish_order(name) collate "C", name collate "C"`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'Águila',
    'aguilar',
    'Nunzio',
    'Núñez',
    'nuñez',
    'Ñancupil',
    'Oñate',
    'Zúñiga',
  ])
})

describe('a pattern', () => {
  test.each(['%', '_', '\\', '100%', 'a_b', 'c:\\x', '％'])(
    '%s matches only itself',
    async (part) => {
      const contains = (text: string) =>
        evaluate(sql`fold_text(${text}) like contains_pattern(${part})`)
      expect(await contains(`antes ${part} después`)).toBe(true)
      expect(await contains('antes axb c:yx 1000 después')).toBe(false)
    },
  )

  test('matches every part of a text and nothing else', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'aáBñ%_\\ '), maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(text, text, async (whole, part) => {
        const found = await evaluate(
          sql`fold_text(${whole}) like contains_pattern(${part})
            = (strpos(fold_text(${whole}), fold_text(${part})) > 0)`,
        )
        expect(found).toBe(true)
      }),
    )
  })
})
