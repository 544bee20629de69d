import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { type StatusAndBody, statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, FORBIDDEN, MISSING, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let users: UserCalls
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  carla = await portal.as('carla')
})
afterEach(() => portal.close())

describe('access to accounts', () => {
  const calls: [string, (by: Visitor) => Promise<StatusAndBody>][] = [
    [
      'read another account',
      async (by) => statusAndBody(by.get(`/api/users/${await users.idOf('hernan')}/`)),
    ],
    ['create an account', (by) => users.create(by, ana)],
    ['change another account', (by) => users.change(by, 'hernan', { first_name: 'X' })],
    ['delete an account', (by) => users.remove(by, 'hernan')],
    ['restore an account', async (by) => users.restore(by, await users.idOf('hernan'))],
  ]

  test.each(calls)(
    'to %s needs the permission: refused for anonymous visitors, members and other staff (§6.3, security 5.32)',
    async (_, call) => {
      const anonymous = portal.visitor()
      await anonymous.fetchToken()
      expect((await call(anonymous)).status).toBe(401)
      expect(await call(await portal.as('rosa'))).toEqual(FORBIDDEN)
      expect(await call(await portal.as('mario'))).toEqual(FORBIDDEN)
      expect((await users.read(carla, await users.idOf('hernan'))).first_name).toBe('Hernán')
    },
  )

  test('the permission is checked before the body, whatever the id (§10.36, §11.1, security 1.9)', async () => {
    const rosa = await portal.as('rosa')
    for (const id of ['1', '999999', 'abc', '99999999999999999999', 'trashed']) {
      const bad = { payload: '{', headers: { 'content-type': 'application/json' } }
      expect((await rosa.call('PATCH', `/api/users/${id}/`, bad)).status).toBe(403)
      expect((await rosa.call('DELETE', `/api/users/${id}/`)).status).toBe(403)
      expect((await rosa.get(`/api/users/${id}/`)).status).toBe(403)
    }
  })

  test('an unknown or misspelled id is not found', async () => {
    for (const id of ['999999', 'abc', '0', '01', '-1', '1.0', '1e1', '99999999999999999999']) {
      expect(await statusAndBody(carla.get(`/api/users/${id}/`))).toEqual(MISSING)
      expect(await statusAndBody(carla.call('PATCH', `/api/users/${id}/`, json({})))).toEqual(
        MISSING,
      )
      expect(await statusAndBody(carla.call('DELETE', `/api/users/${id}/`))).toEqual(MISSING)
      expect(await statusAndBody(carla.call('PATCH', `/api/users/${id}/restore/`))).toEqual(MISSING)
    }
  })
})

describe('reading an account', () => {
  test('Carla reads Rosa’s account, and Rosa can see that', async () => {
    const id = await users.idOf('rosa')
    expect(await users.read(carla, id)).toMatchObject({
      id,
      first_name: 'Rosa',
      username: '12345678-5',
    })
    const accesses = await (await portal.as('rosa')).get('/api/client/accesses/')
    expect(accesses.body.results).toHaveLength(1)
  })

  test('shows only the fields of an account (§3.12, security 5.17)', async () => {
    expect(Object.keys(await users.read(carla, await users.idOf('rosa'))).toSorted()).toEqual([
      'deleted_at',
      'email',
      'first_name',
      'group_ids',
      'id',
      'is_active',
      'is_superuser',
      'last_name',
      'permissions',
      'profile',
      'username',
    ])
  })
})
