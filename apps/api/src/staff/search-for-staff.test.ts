import { endpoints } from '@carpeta/contract/staff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let carla: Visitor
let mario: Visitor
let ivan: Visitor
let requestId: number
beforeAll(async () => {
  portal = await openPortal()
  await portal.pool.query('delete from requests')
  requestId = (await storeRequest(portal, { by: 'rosa' })).id
  carla = await portal.as('carla')
  mario = await portal.as('mario')
  ivan = await portal.as('ivan')
})
afterAll(() => portal.close())

const path = (q: string) => `/api/staff/search/?q=${encodeURIComponent(q)}`

async function search(person: Visitor, q: string) {
  const { status, body } = await person.get(path(q))
  expect(status).toBe(200)
  expect(endpoints['GET /api/staff/search/'].answer.strict().parse(body)).toEqual(body)
  return body
}

const revoke = (permission: string) =>
  portal.pool.query('delete from group_permissions where permission = $1', [permission])

describe('one search', () => {
  test('finds Rosa’s account, her sale and her request by her name', async () => {
    const { members, sales, requests } = await search(ivan, 'muñoz')
    expect(members).toEqual([
      expect.objectContaining({ name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' }),
    ])
    expect(sales).toEqual([
      expect.objectContaining({
        code: 'V-1001',
        holder: { id: members[0].id, name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' },
      }),
    ])
    expect(requests).toEqual([
      {
        id: requestId,
        title: TRANSFER,
        state: 'sent',
        merged_into: null,
        member: 'Rosa Muñoz Sepúlveda',
      },
    ])
  })

  test.each([
    ['12.345.678', 'members'],
    ['rosa.munoz@correo', 'members'],
    ['v-1001', 'sales'],
    ['12345678-5', 'sales'],
  ])('finds by %s in %s', async (typed, part) => {
    expect((await search(ivan, typed))[part]).toHaveLength(1)
  })

  test.each([
    ['ro', ['Rosa Muñoz Sepúlveda']],
    ['MU', ['Rosa Muñoz Sepúlveda']],
    ['oz', []],
  ])('a short text, %s, finds only names that begin with it (§12.593)', async (typed, names) => {
    const { members } = await search(ivan, typed)
    const found = members.map(({ name }: { name: string }) => name)
    expect(found).toEqual(names.length > 0 ? expect.arrayContaining(names) : [])
  })

  test('and V-10 the sales whose code begins with it (§12.593)', async () => {
    const { sales } = await search(ivan, 'V-10')
    expect(sales.map(({ code }: { code: string }) => code)).toEqual(['V-1001'])
  })

  test('finds a request by its number, first of all', async () => {
    const { requests } = await search(ivan, `Nº ${requestId}`)
    expect(requests[0]).toMatchObject({ id: requestId })
  })

  test('answers at most six of each and nothing that tells how many there are (§12.393)', async () => {
    const { members } = await search(ivan, 'correo.example')
    expect(members).toHaveLength(6)
  })

  test.each(['', ' ', 'r', '%', '_', '%%%', "' or 1=1"])('finds nothing by «%s»', async (typed) => {
    expect(await search(ivan, typed)).toEqual({ members: [], sales: [], requests: [] })
  })
})

describe('each part needs its permission', () => {
  test('anonymous visitors are refused, and Rosa finds nothing', async () => {
    expect((await portal.visitor().get(path('rosa'))).status).toBe(401)
    expect(await search(await portal.as('rosa'), 'muñoz')).toEqual({})
  })

  test('Mario finds requests only, and Carla no requests (§12.393, security 5.60)', async () => {
    expect(Object.keys(await search(mario, 'muñoz'))).toEqual(['requests'])
    expect(await search(carla, 'muñoz')).not.toHaveProperty('requests')
  })

  test('Carla finds no sales once she may not view folders', async () => {
    await revoke('users.view_as_member')
    await revoke('sales.import_sales')
    await revoke('payments.match_payments')
    expect(Object.keys(await search(carla, 'v-1001'))).toEqual(['members'])
  })

  test('what is found is recorded as read (security 5.60)', async () => {
    await search(mario, TRANSFER.slice(0, 12))
    const { rows } = await portal.pool.query(
      `select after from audit_entries join users on users.id = actor_id
       where action = 'member.listed' and object_type = 'request' and first_name = 'Mario'`,
    )
    expect(rows).toEqual([{ after: { ids: [requestId] } }])
  })
})

test('no search that hides emails finds Rosa by a part of hers, so nobody learns it letter by letter; by the whole one it does (security 5.703)', async () => {
  const found = async (person: Visitor, path: string, q: string) => {
    const { status, body } = await person.get(`${path}?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    return body.results.length
  }
  const doors: [Visitor, string][] = [
    [ivan, '/api/document-sales/'],
    [mario, '/api/filings/members/'],
  ]
  for (const [person, path] of doors) {
    expect(await found(person, path, personas.rosa.email.slice(0, -3)), path).toBe(0)
    expect(await found(person, path, personas.rosa.email.toUpperCase()), path).toBe(1)
  }
})
