import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, integer, PgTable, pgTable, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { users } from '../people/people-tables.ts'
import { modules } from './modules.ts'

type Direction = 'exportPersonalData' | 'erasePersonalData'

const exceptions: { module: string; direction: Direction; because: string }[] = [
  {
    module: 'documents',
    direction: 'exportPersonalData',
    because: 'a document is exported by the request that has it',
  },
  {
    module: 'statements',
    direction: 'erasePersonalData',
    because: 'a folio stays verifiable; its row refers to an anonymised account',
  },
]

const src = fileURLToPath(new URL('..', import.meta.url))

/** The tables of each module, as Drizzle declares them. */
async function tablesByModule(): Promise<Map<string, PgTable[]>> {
  const byModule = new Map<string, PgTable[]>()
  for (const file of globSync('**/*-tables.ts', { cwd: src })) {
    const [module = ''] = file.replaceAll('\\', '/').split('/')
    const declared: Record<string, unknown> = await import(pathToFileURL(src + file).href)
    const tables = Object.values(declared).filter((value) => is(value, PgTable))
    byModule.set(module, [...(byModule.get(module) ?? []), ...tables])
  }
  return byModule
}

/** Has a rut, the id of a user, or a foreign key to users. */
function isPersonal(table: PgTable): boolean {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name)
  const { foreignKeys } = getTableConfig(table)
  return (
    names.some((name) => /(^|_)(rut|(user|actor|subject|on_behalf_of)_id)$/.test(name)) ||
    foreignKeys.some((key) => key.reference().foreignTable === users)
  )
}

/** What modules with personal tables do not do with them. */
function missing(tables: Map<string, PgTable[]>, listed: Record<string, object>): string[] {
  const directions: Direction[] = ['exportPersonalData', 'erasePersonalData']
  return [...tables]
    .filter(([, declared]) => declared.some(isPersonal))
    .flatMap(([module]) =>
      directions
        .filter((direction) => !(direction in (listed[module] ?? {})))
        .map((direction) => `${module} ${direction}`),
    )
}

test('every module that has tables with a user’s id or rut exports and erases them', async () => {
  const reasons = exceptions.map(({ module, direction }) => `${module} ${direction}`)
  expect(missing(await tablesByModule(), modules).toSorted()).toEqual(reasons.toSorted())
})

test('every listed module has such a table', async () => {
  const tables = await tablesByModule()
  const personal = [...tables].filter(([, declared]) => declared.some(isPersonal))
  const names = personal.map(([module]) => module)
  expect(Object.keys(modules).toSorted()).toEqual(names.toSorted())
})

describe('a made-up table is found when it has', () => {
  test.each([
    ['the id of a user', pgTable('visits', { userId: integer('user_id') })],
    [
      'a foreign key',
      pgTable('visits', { visitor: integer('visitor').references(() => users.id) }),
    ],
    ['a rut', pgTable('visits', { rut: text('visitor_rut') })],
  ])('%s', (_, table) => {
    expect(missing(new Map([['visits', [table]]]), modules)).toEqual([
      'visits exportPersonalData',
      'visits erasePersonalData',
    ])
    const both = { exportPersonalData: () => {}, erasePersonalData: () => {} }
    expect(missing(new Map([['visits', [table]]]), { visits: both })).toEqual([])
  })

  test('and is not found without them', () => {
    const table = pgTable('days', { id: integer('id'), name: text('name') })
    expect(missing(new Map([['days', [table]]]), modules)).toEqual([])
  })
})
