import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { AccountCalls, changePassword, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let users: UserCalls
let carla: Visitor
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  ;[carla, ivan] = await Promise.all([portal.as('carla'), portal.as('ivan')])
})
afterEach(() => portal.close())

describe('an outdated form (§12.50, security 5.28)', () => {
  const changedMeanwhile = {
    status: 400,
    body: {
      __all__: [
        'La cuenta cambió mientras la editabas. Ciérrala y ábrela de nuevo para ver cómo está.',
      ],
    },
  }
  const readForm = async (name: PersonaName) => {
    const { profile, first_name, last_name, email, is_active, group_ids } = await users.read(
      carla,
      await users.idOf(name),
    )
    return { first_name, last_name, email, is_active, group_ids, profile }
  }
  const activateTomas = async () => {
    const account = await AccountCalls.open(portal)
    await account.setPassword(await account.lastToken())
    await account.visitor.logIn(personas.tomas.rut, NEW_PASSWORD)
    return account.visitor
  }

  test('does not deactivate Tomás, who activated his account meanwhile', async () => {
    const form = await readForm('tomas')
    const tomas = await activateTomas()
    expect(await users.change(carla, 'tomas', { ...form, first_name: 'Tomas' })).toEqual(
      changedMeanwhile,
    )
    expect((await tomas.get('/api/auth/user/')).body).toMatchObject({
      first_name: 'Tomás',
      is_active: true,
    })
  })

  test('does not reactivate Rosa, nor restore a group', async () => {
    const [rosa, mario] = [await readForm('rosa'), await readForm('mario')]
    await users.change(carla, 'rosa', { is_active: false })
    await users.change(ivan, 'mario', { group_ids: [] })
    expect(await users.change(ivan, 'rosa', { ...rosa, last_name: 'Soto' })).toEqual(
      changedMeanwhile,
    )
    expect(await users.change(ivan, 'mario', { ...mario, last_name: 'Soto' })).toEqual(
      changedMeanwhile,
    )
    expect((await users.read(carla, await users.idOf('rosa'))).is_active).toBe(false)
    expect((await users.read(carla, await users.idOf('mario'))).group_ids).toEqual([])
  })

  test.each([
    ['the name', (id: number) => users.change(carla, id, { last_name: 'Soto' })],
    ['the email', (id: number) => users.change(carla, id, { email: 'rosa@otro.example' })],
    ['the rut', (id: number) => users.change(carla, id, { profile: { social_security: '1-9' } })],
    ['the password', (id: number) => users.change(carla, id, { password: NEW_PASSWORD })],
    ['the state', (id: number) => users.change(carla, id, { is_active: false })],
    ['the groups', (id: number) => users.change(ivan, id, { group_ids: [2] })],
    [
      'her own name',
      async (id: number) =>
        (await portal.as('rosa')).call('PATCH', `/api/users/${id}/`, json({ last_name: 'Soto' })),
    ],
    ['her own password', async () => changePassword(await portal.as('rosa'), SAMPLE_PASSWORD)],
    [
      'the deletion, by deleting and restoring it',
      async (id: number) => {
        await users.remove(carla, 'rosa')
        return users.restore(carla, id)
      },
    ],
  ])('is refused after a change of %s', async (_, action) => {
    const id = await users.idOf('rosa')
    const form = await readForm('rosa')
    expect((await action(id)).status).toBe(200)
    const before = await users.read(carla, id)
    expect(await users.change(carla, id, { ...form, first_name: 'Elena' })).toEqual(
      changedMeanwhile,
    )
    expect(await users.read(carla, id)).toEqual(before)
    const { profile } = before
    expect((await users.change(carla, id, { first_name: 'Elena', profile })).status).toBe(200)
  })

  test('is saved when Rosa only logged in, or a save changed nothing', async () => {
    const id = await users.idOf('rosa')
    const form = await readForm('rosa')
    const rosa = await portal.as('rosa')
    const same = json({ first_name: 'Rosa', email: personas.rosa.email })
    expect((await rosa.call('PATCH', `/api/users/${id}/`, same)).status).toBe(200)
    expect((await users.change(ivan, id, form)).status).toBe(200)
    expect((await users.change(carla, id, { ...form, first_name: 'Elena' })).status).toBe(200)
  })

  test('is refused for Rosa’s own account too', async () => {
    const id = await users.idOf('rosa')
    const rosa = await portal.as('rosa')
    const { profile } = (await rosa.get(`/api/users/${id}/`)).body
    await users.change(carla, id, { first_name: 'Elena' })
    const save = (body: object) =>
      statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json(body)))
    expect(await save({ first_name: 'Rosa', last_name: 'Soto', profile })).toEqual(changedMeanwhile)
    expect((await users.read(carla, id)).last_name).toBe('Muñoz Sepúlveda')
    const again = (await rosa.get(`/api/users/${id}/`)).body
    expect((await save({ last_name: 'Soto', profile: again.profile })).status).toBe(200)
  })
})
