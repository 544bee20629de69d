import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PersonaName, personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

let portal: Portal
let carla: Visitor
beforeAll(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
  // Two deleted accounts, one with the first name of an active one.
  await exec(
    portal.db,
    sql`insert into users (rut, first_name, last_name, email, deleted_at) values
      ('20000021-8', 'Rosa', 'Antigua', 'rosa.antigua@correo.example', '2026-02-01'),
      ('20000022-6', 'Aldo', 'Anterior', 'aldo@correo.example', '2026-01-01')`,
  )
})
afterAll(() => portal.close())

async function list(query: string, path = '/api/users/') {
  const { status, body } = await carla.get(`${path}?${query}`)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const firstNames = async (query: string, path?: string): Promise<string[]> =>
  (await list(query, path)).results.map((row: { first_name: string }) => row.first_name)
const names = (...people: PersonaName[]) => people.map((name) => personas[name].firstName)

describe('access to the list (§6.2, security 1.10)', () => {
  test.each(['/api/users/', '/api/users/trashed/'])('%s', async (path) => {
    expect((await portal.visitor().get(path)).status).toBe(401)
    for (const name of ['rosa', 'mario'] as const) {
      const { status, body } = await (await portal.as(name)).get(path)
      expect([status, Object.keys(body)]).toEqual([403, ['detail']])
    }
    for (const name of ['carla', 'ivan'] as const) {
      expect((await (await portal.as(name)).get(path)).status).toBe(200)
    }
  })
})

describe('a page', () => {
  test('has ten rows, its number and the number of pages (§3.15)', async () => {
    const { results, current, lastPage } = await list('')
    expect([results.length, current, lastPage]).toEqual([10, 1, 1])
    const rosa = results.find(({ username }: { username: string }) => username === '12345678-5')
    expect(rosa).toEqual({
      id: expect.any(Number),
      first_name: 'Rosa',
      last_name: 'Muñoz Sepúlveda',
      email: 'rosa.munoz@correo.example',
      username: '12345678-5',
      is_active: true,
      is_superuser: false,
      permissions: [],
      group_ids: [],
      profile: {
        id: rosa.id,
        name: 'Socio',
        social_security: '12345678-5',
        is_client: true,
        updated_at: expect.stringMatching(/Z$/),
      },
      deleted_at: null,
      account_state: 'active',
      groups: [],
      invitation: { state: 'active', invited_at: null, delivery: null, failure: '' },
    })
  })

  test('shows Tomás as not yet active, and his invitation', async () => {
    const [tomas] = (await list('social_security=20347878')).results
    expect(tomas).toMatchObject({
      is_active: false,
      invitation: { state: 'invited', invited_at: expect.stringMatching(/Z$/), delivery: 'queued' },
    })
  })

  test('may have another size; all pages together show each user once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`pageSize=3&page=${page}`)))
    expect(pages.map(({ current, lastPage }) => [current, lastPage])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ])
    const ids = pages.flatMap(({ results }) => results.map(({ id }: { id: number }) => id))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    expect(ids).toHaveLength(10)
  })

  test('beyond the end is the last one; one that is not a number is not found', async () => {
    expect((await list('page=99&pageSize=4')).current).toBe(3)
    expect(await carla.get('/api/users/?page=abc')).toMatchObject({
      status: 404,
      body: { detail: 'Página inválida.' },
    })
  })

  test('without matches is an empty first page', async () => {
    const emptyPage = { results: [], current: 1, lastPage: 1, isLimited: false }
    expect(await list('fullname=nadie')).toEqual(emptyPage)
  })

  test('uses the first of repeated parameters (security 9.9)', async () => {
    expect((await list('pageSize=2&pageSize=5&fullname=&fullname=x')).results).toHaveLength(2)
  })
})

describe('the order', () => {
  const everybody = Object.values(personas)
  const spanish = new Intl.Collator('es')

  test.each([
    ['first_name', (a, b) => spanish.compare(a.firstName, b.firstName)],
    ['last_name', (a, b) => spanish.compare(a.lastName, b.lastName)],
    ['email', (a, b) => spanish.compare(a.email, b.email)],
    ['social_security', (a, b) => Number.parseInt(a.rut, 10) - Number.parseInt(b.rut, 10)],
  ] as [string, (a: (typeof everybody)[0], b: (typeof everybody)[0]) => number][])(
    'by %s, in both directions (§10.42)',
    async (column, compare) => {
      const expected = everybody.toSorted(compare).map(({ firstName }) => firstName)
      expect(await firstNames(`orderBy=${column}`)).toEqual(expected)
      expect(await firstNames(`orderBy=${column}&orderDesc=true`)).toEqual(expected.toReversed())
    },
  )

  test('by state puts Tomás, who is not activated, at one end', async () => {
    expect((await firstNames('orderBy=is_active'))[0]).toBe('Tomás')
    expect((await firstNames('orderBy=is_active&orderDesc=1')).at(-1)).toBe('Tomás')
  })

  test.each(['', 'orderBy=', 'orderBy=deleted_at', 'orderBy=password_hash', "orderBy=id'--"])(
    '«%s» falls back to the id (security 9.1)',
    async (query) => {
      expect(await firstNames(query)).toEqual(await firstNames('orderBy=id'))
    },
  )
})

describe('a filter (§7.26)', () => {
  test.each([
    ['fullname=MUNOZ', names('rosa')],
    ['fullname=muñoz', names('rosa')],
    ['fullname=%20rosa%20munoz%20', names('rosa')],
    ['fullname=a%20m', names('rosa')],
    ['fullname=díaz', names('bruno')],
    ['email=VISTAALBIOBIO', names('carla', 'mario', 'ivan')],
    ['email=@correo.example&fullname=vidal', names('elena')],
    ['social_security=12.345.678-5', names('rosa')],
    ['social_security=10000013k', names('elena')],
    ['social_security=8.765.432-K', names('ivan')],
    ['social_security=-', Object.values(personas).map(({ firstName }) => firstName)],
    ['invitation=invited', names('tomas')],
    ['invitation=not_invited', []],
    ['invitation=active&fullname=rosa', names('rosa')],
    ['invitation=anything', []],
  ])('%s', async (query, expected) => {
    expect((await firstNames(query)).toSorted()).toEqual(expected.toSorted())
  })

  test.each(['%25', '_', '%5C', 'r%25a', "'", '%25%27%20or%201=1'])(
    'takes %s literally (§11.24, security 9.2)',
    async (text) => {
      for (const field of ['fullname', 'email', 'social_security']) {
        expect(await firstNames(`${field}=${text}`)).toEqual([])
      }
    },
  )

  test('with a NUL is a 400, not a 500', async () => {
    expect(await carla.get('/api/users/?fullname=%00')).toMatchObject({
      status: 400,
      body: ['Los caracteres nulos no están permitidos.'],
    })
  })
})

describe('the trash', () => {
  test('has only the deleted accounts, which the list does not show', async () => {
    const { results } = await list('orderBy=deleted_at', '/api/users/trashed/')
    expect(results).toMatchObject([
      { first_name: 'Aldo', deleted_at: '2026-01-01T00:00:00.000Z' },
      { first_name: 'Rosa', deleted_at: expect.stringMatching(/Z$/) },
    ])
    expect(await firstNames('fullname=antigua')).toEqual([])
  })

  test('is ordered and filtered like the list', async () => {
    const path = '/api/users/trashed/'
    expect(await firstNames('orderBy=last_name&orderDesc=true', path)).toEqual(['Rosa', 'Aldo'])
    expect(await firstNames('fullname=antigua', path)).toEqual(['Rosa'])
    expect(await firstNames('social_security=20000022', path)).toEqual(['Aldo'])
  })
})
