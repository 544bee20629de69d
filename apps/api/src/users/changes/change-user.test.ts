import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { linkTokenOf, NEW_PASSWORD } from '../../../test/users/account-calls.ts'
import { UserCalls } from '../../../test/users/user-calls.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { exec, sql } from '../../db/query.ts'

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

describe('changing an account', () => {
  test('Carla corrects Rosa’s name and rut; fields that she does not send stay (§7.28)', async () => {
    const form = { id: 1, first_name: 'Rosa Elena', profile: { id: 1, social_security: '1-9' } }
    const id = await users.idOf('rosa')
    const { status, body } = await users.change(carla, id, form)
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        first_name: 'Rosa Elena',
        last_name: 'Muñoz Sepúlveda',
        email: personas.rosa.email,
        username: '1-9',
      },
    ])
    expect(await users.logsIn('1-9', SAMPLE_PASSWORD)).toBe(true)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
  })

  test('errors are reported by field', async () => {
    const form = { first_name: ' ', last_name: '', email: 'x', profile: { social_security: '9' } }
    expect(await users.change(carla, 'rosa', form)).toEqual({
      status: 400,
      body: {
        first_name: ['Ingrese nombre'],
        last_name: ['Ingrese apellido'],
        email: ['email no válido'],
        social_security: ['Rut no válido'],
      },
    })
    expect(
      await users.change(carla, 'rosa', { profile: { social_security: '11.111.111-1' } }),
    ).toEqual({
      status: 400,
      body: { social_security: ['Ya existe un usuario con este rut'] },
    })
  })

  test('a company may have no last name', async () => {
    const form = { first_name: 'Los Robles Ltda.', last_name: '', email: personas.losRobles.email }
    expect((await users.change(carla, 'losRobles', form)).status).toBe(200)
  })

  test('a password that Carla sets ends Rosa’s sessions, notifies her and works at once (security 3.10)', async () => {
    const rosa = await portal.as('rosa')
    const guesser = portal.visitor()
    for (let i = 0; i < 10; i++) await guesser.logIn(personas.rosa.rut, 'Equivocada#1')
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    expect((await users.change(carla, 'rosa', { password: NEW_PASSWORD })).status).toBe(200)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await users.logsIn(personas.rosa.rut, NEW_PASSWORD)).toBe(true)
    expect(await users.emailsTo(personas.rosa.email)).toContain('Tu contraseña cambió')
  })

  test('of a password and an email that Carla sets together the old address hears both (security 5.15)', async () => {
    const changes = { password: NEW_PASSWORD, email: 'rosa@otro.example' }
    expect((await users.change(carla, 'rosa', changes)).status).toBe(200)
    expect((await users.emailsTo(personas.rosa.email)).toSorted()).toEqual([
      'Se pidió cambiar tu correo',
      'Tu contraseña cambió',
    ])
    expect(await users.emailsTo('rosa@otro.example')).toEqual(['Confirma tu correo nuevo'])
  })

  test('of a password and an email for Tomás, who never activated, both addresses hear', async () => {
    const changes = { password: NEW_PASSWORD, email: 'tomas@otro.example' }
    expect((await users.change(carla, 'tomas', changes)).status).toBe(200)
    expect(await users.emailsTo(personas.tomas.email)).toEqual(
      expect.arrayContaining(['Tu contraseña cambió', 'Tu correo cambió']),
    )
    expect(await users.emailsTo('tomas@otro.example')).toEqual(['Tu contraseña cambió'])
  })

  test('a new rut notifies its owner without naming the rut (security 5.33)', async () => {
    await users.change(carla, 'rosa', { profile: { social_security: '1-9' } })
    const message = (await portal.sentEmails()).at(-1)
    expect(message).toMatchObject({ to: personas.rosa.email, subject: 'Tu rut cambió' })
    expect(message?.text).toContain('desde ahora ingresas con el nuevo')
    expect(message?.text).not.toContain('1-9')
  })

  test('an empty password changes nothing; a weak one is refused (security 6.11)', async () => {
    expect((await users.change(carla, 'rosa', { password: '' })).status).toBe(200)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
    expect(await users.change(carla, 'rosa', { password: 'Password1!' })).toMatchObject({
      status: 400,
      body: { password: ['La contraseña es demasiado común'] },
    })
  })

  test('deactivating Rosa ends her session at once; reactivated, she logs in again', async () => {
    const rosa = await portal.as('rosa')
    expect((await users.change(carla, 'rosa', { is_active: false })).body.is_active).toBe(false)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    expect((await users.change(carla, 'rosa', { is_active: true })).body.is_active).toBe(true)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
  })

  test('saving the form that shows Tomás as inactive does not deactivate him', async () => {
    const token = linkTokenOf((await portal.sentEmails()).at(-1))
    const form = { first_name: 'Tomás', is_active: false, group_ids: [] }
    expect((await users.change(carla, 'tomas', form)).status).toBe(200)
    expect((await carla.get(`/api/client/check/?token=${token}`)).status).toBe(200)
  })

  test('only staff who manage users change the state; from others it is ignored (§5.32, §11.27)', async () => {
    await exec(
      portal.db,
      sql`delete from group_permissions where permission = 'users.manage_users'`,
    )
    const { body } = await users.change(carla, 'rosa', { is_active: false, first_name: 'Rosita' })
    expect(body).toMatchObject({ first_name: 'Rosita', is_active: true })
  })

  test('only a superuser changes groups, and never their own (§11.26, security 5.10)', async () => {
    expect((await users.change(carla, 'mario', { group_ids: [1] })).body.group_ids).toEqual([2])
    expect((await users.change(carla, 'carla', { group_ids: [1, 2, 3] })).body.group_ids).toEqual([
      1,
    ])
    expect((await users.change(ivan, 'ivan', { group_ids: [] })).body.group_ids).toEqual([1])
    const { body } = await users.change(ivan, 'mario', { group_ids: [2, 3] })
    expect(body).toMatchObject({
      group_ids: [2, 3],
      permissions: [
        'payments.match_payments',
        'procedures.change_procedures',
        'requests.answer_requests',
        'sales.import_sales',
      ],
    })
    expect((await users.change(ivan, 'mario', { group_ids: [99] })).status).toBe(400)
    expect((await users.change(ivan, 'mario', { group_ids: [] })).body.permissions).toEqual([])
  })

  test('no other field can be assigned, by any caller on any account (§11.28, security 5.9, security 5.12)', async () => {
    const hostile = {
      id: 1,
      pk: 1,
      is_superuser: true,
      is_staff: true,
      permissions: ['users.manage_users'],
      user_permissions: [1],
      groups: [1],
      username: '1-9',
      deleted_at: '2026-01-01',
      password_hash: 'x',
      last_login: '2026-01-01',
      profile: { id: 1, is_client: false, user: 1 },
    }
    const without = ({ profile, ...user }: { profile: object }) => ({
      ...user,
      profile: { ...profile, updated_at: '' },
    })
    const people = { rosa: await portal.as('rosa'), carla, mario: await portal.as('mario') }
    for (const [name, person] of Object.entries(people)) {
      for (const whom of ['rosa', 'carla', 'mario', 'hernan'] as const) {
        const before = without(await users.read(carla, await users.idOf(whom)))
        const { status } = await users.change(person, whom, hostile)
        expect(status).toBe(name === whom || name === 'carla' ? 200 : 403)
        expect(without(await users.read(carla, await users.idOf(whom)))).toEqual(before)
      }
    }
  })

  test('of two concurrent callers that assign one rut to two accounts one gets an error', async () => {
    const form = { profile: { social_security: '1-9' } }
    const answers = await Promise.all([
      users.change(carla, 'rosa', form),
      users.change(ivan, 'hernan', form),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('the login data of a user with more permissions than Carla (security 5.27)', () => {
  const refused = {
    status: 403,
    body: 'No puedes cambiar la contraseña, el correo ni el rut de quien tiene permisos que tú no tienes',
  }

  test('cannot be changed by Carla; the names can (§12.51)', async () => {
    for (const access of [
      { password: NEW_PASSWORD },
      { email: 'carla.otra@correo.example' },
      { profile: { social_security: '1-9' } },
    ]) {
      expect(await users.change(carla, 'mario', { ...access, first_name: 'X' })).toEqual(refused)
    }
    const same = { email: personas.mario.email, profile: { social_security: personas.mario.rut } }
    const { status, body } = await users.change(carla, 'mario', {
      ...same,
      first_name: 'Mario Andrés',
    })
    expect([status, body.first_name]).toEqual([200, 'Mario Andrés'])
    expect(await users.logsIn(personas.mario.rut, SAMPLE_PASSWORD)).toBe(true)
    expect(await users.emailsTo(personas.mario.email)).toEqual([])
  })

  test('nor can the state, in both directions; a superuser may (§12.51, security 5.37)', async () => {
    const refused = {
      status: 403,
      body: 'No puedes activar ni desactivar a quien tiene permisos que tú no tienes',
    }
    expect(await users.change(carla, 'mario', { is_active: false })).toEqual(refused)
    expect((await users.change(ivan, 'mario', { is_active: false })).status).toBe(200)
    expect(await users.change(carla, 'mario', { is_active: true })).toEqual(refused)
    expect((await users.change(carla, 'mario', { first_name: 'Mario Andrés' })).status).toBe(200)
  })

  test('can be changed by a superuser, and by Carla for a colleague with her own permissions', async () => {
    expect((await users.change(ivan, 'mario', { password: NEW_PASSWORD })).status).toBe(200)
    await users.change(ivan, 'mario', { group_ids: [1] })
    expect((await users.change(carla, 'mario', { email: 'mario@otro.example' })).status).toBe(200)
  })
})
