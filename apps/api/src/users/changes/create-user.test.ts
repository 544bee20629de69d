import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { AccountCalls, linkTokenOf, NEW_PASSWORD } from '../../../test/users/account-calls.ts'
import { ana, UserCalls } from '../../../test/users/user-calls.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { many, sql } from '../../db/query.ts'

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

describe('creating an account', () => {
  test('Carla creates an account with a password, and Ana logs in (§7.27)', async () => {
    const { status, body } = await users.create(carla, ana)
    expect([status, body]).toMatchObject([
      201,
      {
        first_name: 'Ana',
        last_name: 'Pérez',
        username: '17654321-3',
        is_active: true,
        is_superuser: false,
        permissions: [],
        group_ids: [],
        deleted_at: null,
        profile: { name: 'Socio', social_security: '17654321-3', is_client: true },
      },
    ])
    expect(await users.logsIn('17654321-3', NEW_PASSWORD)).toBe(true)
  })

  test('missing values are reported by field, with the messages of the form (§11.3)', async () => {
    expect(await users.create(carla, {})).toEqual({
      status: 400,
      body: {
        first_name: ['Ingrese nombre'],
        last_name: ['Ingrese apellido'],
        email: ['Ingrese email'],
        password: ['Ingrese una contraseña'],
      },
    })
    const wrong = { ...ana, email: 'ana', password: 'ana', profile: { social_security: '1-1' } }
    expect(await users.create(carla, wrong)).toEqual({
      status: 400,
      body: {
        email: ['email no válido'],
        social_security: ['Rut no válido'],
        password: [
          'Al menos un número',
          'Al menos un caracter especial',
          'Mínimo 8 caracteres',
          'La contraseña no puede contener tus datos',
        ],
      },
    })
    expect(await users.create(carla, { ...ana, email: 'ana@' })).toMatchObject({
      status: 400,
      body: { email: ['email no válido'] },
    })
  })

  test('values of a wrong type or length are reported at their field', async () => {
    for (const wrong of [
      { first_name: 'x'.repeat(151) },
      { first_name: ['Ana'] },
      { last_name: 'a\u0000b' },
      { email: null },
      { is_active: 'perhaps' },
      { group_ids: 'all' },
      { group_ids: [true] },
      { group_ids: [[7]] },
      { group_ids: ['0x10'] },
    ]) {
      const { status, body } = await users.create(carla, { ...ana, ...wrong })
      expect([status, Object.keys(body)]).toEqual([400, Object.keys(wrong)])
    }
  })

  test('a weak password and a taken rut are reported in one answer', async () => {
    const form = { ...ana, password: 'ana', profile: { social_security: personas.rosa.rut } }
    const { status, body } = await users.create(carla, form)
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['password', 'social_security']])
    expect(body.social_security).toEqual(['Ya existe un usuario con este rut'])
    expect(
      (await users.change(carla, 'hernan', { ...form, email: 'h@correo.example' })).body,
    ).toEqual(body)
    // The account's own rut is not taken.
    const own = { password: 'x', profile: { social_security: personas.hernan.rut } }
    expect(Object.keys((await users.change(carla, 'hernan', own)).body)).toEqual(['password'])
  })

  test('errors inside the profile or the groups are reported at the field of the form', async () => {
    const nested = { profile: { social_security: 7 }, group_ids: ['x'] }
    const { status, body } = await users.create(carla, { ...ana, ...nested })
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['group_ids', 'social_security']])
  })

  test('a rut that is too long is invalid, even with a correct check digit', async () => {
    const long = { profile: { social_security: '12345678901-8' } }
    const refused = { status: 400, body: { social_security: ['Rut no válido'] } }
    expect(await users.create(carla, { ...ana, ...long })).toEqual(refused)
    expect(await users.change(carla, 'rosa', long)).toEqual(refused)
  })

  test('a name of ligatures that fold into many characters is stored whole', async () => {
    // In a search one of these ligatures counts as eighteen characters.
    const first_name = Array.from({ length: 100 }, (_, i) => (i % 7 ? 'ﷺ' : '㌀㌁㌂'[i % 3])).join(
      '',
    )
    const { status, body } = await users.create(carla, {
      ...ana,
      first_name,
      last_name: 'ﷻ'.repeat(100),
    })
    expect([status, body.first_name]).toEqual([201, first_name])
  })

  test('a rut belongs to one active account; deleting the account frees it (§11.29)', async () => {
    const taken = { status: 400, body: { social_security: ['Ya existe un usuario con este rut'] } }
    const form = { ...ana, profile: { social_security: '12.345.678-5' } }
    expect(await users.create(carla, form)).toEqual(taken)
    await users.remove(carla, 'rosa')
    expect((await users.create(carla, form)).status).toBe(201)
  })

  test('of concurrent callers that create the same rut one succeeds, and the others get an error (security 5.30)', async () => {
    const answers = await Promise.all([
      users.create(carla, ana),
      users.create(ivan, ana),
      users.create(carla, ana),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      social_security: ['Ya existe un usuario con este rut'],
    })
  })

  test('a couple may share an email; without a rut the email is the login and belongs to one account', async () => {
    expect((await users.create(carla, { ...ana, email: personas.rosa.email })).status).toBe(201)
    const withoutRut = { ...ana, email: 'Oficina@correo.example', profile: {} }
    const { body } = await users.create(carla, withoutRut)
    expect(body).toMatchObject({ username: 'Oficina@correo.example' })
    expect(await users.logsIn('oficina@correo.example', NEW_PASSWORD)).toBe(true)
    expect(await users.create(carla, { ...withoutRut, email: 'oficina@correo.example' })).toEqual({
      status: 400,
      body: { email: ['Ya existe un usuario con este correo'] },
    })
  })

  test('with an invitation Ana chooses her password herself (§10.44)', async () => {
    const { password: _, ...form } = ana
    const { status, body } = await users.create(carla, { ...form, invite: true, is_active: false })
    expect([status, body]).toMatchObject([201, { is_active: false }])
    const message = (await portal.sentEmails()).find(({ to }) => to === ana.email)
    expect(message?.subject).toBe('Activa tu Carpeta Virtual')
    const account = await AccountCalls.open(portal)
    await account.setPassword(linkTokenOf(message))
    expect(await users.logsIn('17654321-3', NEW_PASSWORD)).toBe(true)
    expect((await users.read(carla, body.id)).is_active).toBe(true)
    const rows = await many<{ action: string }>(
      portal.db,
      sql`select action from audit_entries where subject_id = ${body.id} order by id limit 2`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['user.created', 'user.invited'])
  })

  test('an inactive account cannot log in', async () => {
    expect((await users.create(carla, { ...ana, is_active: false })).body.is_active).toBe(false)
    expect(await users.logsIn('17654321-3', NEW_PASSWORD)).toBe(false)
  })

  test('only a superuser assigns groups; from Carla they are ignored', async () => {
    const form = { ...ana, group_ids: [1, 2, 2] }
    expect((await users.create(carla, form)).body).toMatchObject({ group_ids: [], permissions: [] })
    const other = { ...form, profile: { social_security: '20.000.021-8' } }
    expect((await users.create(ivan, other)).body.group_ids).toEqual([1, 2])
    expect(await users.create(ivan, { ...ana, profile: {}, group_ids: [99] })).toEqual({
      status: 400,
      body: { group_ids: ['Clave primaria "99" inválida - objeto no existe.'] },
    })
  })

  test('no other field can be assigned', async () => {
    const { body } = await users.create(carla, {
      ...ana,
      id: 1,
      pk: 1,
      is_superuser: true,
      is_staff: true,
      permissions: ['auth.add_user'],
      user_permissions: [1],
      groups: [1],
      username: '1-9',
      deleted_at: '2026-01-01',
      password_hash: 'x',
      last_login: '2026-01-01',
      isSuperuser: true,
      csrfmiddlewaretoken: '',
      profile: { id: 1, user: 1, is_client: false, social_security: '17.654.321-3' },
    })
    expect(body).toMatchObject({
      is_superuser: false,
      permissions: [],
      username: '17654321-3',
      deleted_at: null,
      profile: { id: body.id, is_client: true },
    })
  })
})
