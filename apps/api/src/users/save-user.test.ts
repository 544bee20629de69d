import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { entriesSince, lastEntry } from '../../test/audit/audit-entries.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  AccountCalls,
  changePassword,
  linkTokenOf,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

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

  test('an inactive account cannot log in; its temporary password is told, and lives seven days, once it is active (security 6.21, security 6.22)', async () => {
    const { body } = await users.create(carla, { ...ana, is_active: false })
    expect(body.is_active).toBe(false)
    expect(await users.logsIn('17654321-3', NEW_PASSWORD)).toBe(false)
    expect(await users.emailsTo(ana.email)).toEqual([])
    const pass = (days: number) =>
      exec(
        portal.db,
        sql`update users set
            temporary_password_until = temporary_password_until - ${days} * interval '1 day'
          where id = ${body.id}`,
      )
    await pass(8)
    await users.change(carla, body.id, { is_active: true })
    expect(await users.emailsTo(ana.email)).toEqual(['Tienes una cuenta en la Carpeta Virtual'])
    await pass(6)
    expect(await users.logsIn('17654321-3', NEW_PASSWORD)).toBe(true)
  })

  test('a temporary password of an account that Carla closed is not told before she opens it', async () => {
    await users.change(carla, 'rosa', { is_active: false })
    await users.change(carla, 'rosa', { password: NEW_PASSWORD })
    const closed = 'Tu cuenta fue desactivada'
    expect(await users.emailsTo(personas.rosa.email)).toEqual([closed])
    await users.change(carla, 'rosa', { is_active: true, password: 'Otra#Clave99' })
    expect(await users.emailsTo(personas.rosa.email)).toEqual([closed, 'Tu contraseña cambió'])
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

  test('deactivating Rosa ends her session at once and tells her; reactivated, she chooses a password (security 3.691, security 6.100)', async () => {
    const rosa = await portal.as('rosa')
    expect((await users.change(carla, 'rosa', { is_active: false })).body.is_active).toBe(false)
    expect(await users.emailsTo(personas.rosa.email)).toEqual(['Tu cuenta fue desactivada'])
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    expect((await users.change(carla, 'rosa', { is_active: true })).body.is_active).toBe(true)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    const account = await AccountCalls.open(portal)
    await account.setPassword(await account.lastToken())
    expect(await users.logsIn(personas.rosa.rut, NEW_PASSWORD)).toBe(true)
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
    body: 'No puedes cambiar el nombre, la contraseña, el correo ni el rut de quien tiene permisos que tú no tienes',
  }

  test('cannot be changed by Carla, nor can the names, which emails and the audit log show (§12.51, security 5.580)', async () => {
    for (const access of [
      { password: NEW_PASSWORD },
      { email: 'carla.otra@correo.example' },
      { profile: { social_security: '1-9' } },
      { first_name: 'Soporte' },
      { last_name: 'llama a la oficina' },
    ]) {
      expect(await users.change(carla, 'mario', access)).toEqual(refused)
    }
    const { firstName, lastName, email, rut } = personas.mario
    const same = { first_name: firstName, last_name: lastName, email }
    const profile = { social_security: rut }
    expect((await users.change(carla, 'mario', { ...same, profile })).status).toBe(200)
    const renamed = await users.change(ivan, 'mario', { first_name: 'Mario Andrés' })
    expect(renamed.body.first_name).toBe('Mario Andrés')
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
  })

  test.each([
    ['password', { password: NEW_PASSWORD }],
    ['email', { email: 'carla.otra@correo.example' }],
    ['state', { is_active: false }],
    ['deletion', null],
  ])(
    'nor by a call that waits while a superuser gives Rosa more: the %s is judged by what she may then (security 5.750)',
    async (_, form) => {
      const joining = sql`with joined as (
        insert into user_groups select users.id, groups.id from users, groups
        where users.rut = ${personas.rosa.rut} and groups.name = 'Contabilidad')
      update users set updated_at = now() where rut = ${personas.rosa.rut}`
      const call = () => (form ? users.change(carla, 'rosa', form) : users.remove(carla, 'rosa'))
      expect((await callDuring(portal.db, joining, call)).status).toBe(403)
      expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
    },
  )

  test('can be changed by a superuser, and by Carla for a colleague with her own permissions', async () => {
    expect((await users.change(ivan, 'mario', { password: NEW_PASSWORD })).status).toBe(200)
    await users.change(ivan, 'mario', { group_ids: [1] })
    expect((await users.change(carla, 'mario', { email: 'mario@otro.example' })).status).toBe(200)
  })
})

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
    expect((await users.change(ivan, id, { first_name: 'Elena', profile })).status).toBe(200)
  })

  test('is saved when Rosa only logged in, or a save changed nothing', async () => {
    const id = await users.idOf('rosa')
    const form = await readForm('rosa')
    const rosa = await portal.logIn('rosa')
    const same = json({ first_name: 'Rosa', email: personas.rosa.email })
    expect((await rosa.call('PATCH', `/api/users/${id}/`, same)).status).toBe(200)
    expect((await users.change(ivan, id, form)).status).toBe(200)
    expect((await users.change(carla, id, { ...form, first_name: 'Elena' })).status).toBe(200)
  })

  test('says which version it shows beside the body of the specification (§7.28, §12.1024)', async () => {
    const id = await users.idOf('rosa')
    const { profile, ...read } = await readForm('rosa')
    const { updated_at, ...shown } = profile
    const form = json({ ...read, id, old_password: '', password: '', profile: shown })
    const save = (by: Visitor, version: string) => {
      const headers = { ...form.headers, 'if-match': `"${version}"` }
      return statusAndBody(by.call('PATCH', `/api/users/${id}/`, { ...form, headers }))
    }
    await users.change(ivan, id, { first_name: 'Elena' })
    expect(await save(carla, updated_at)).toEqual(changedMeanwhile)
    expect(await save(await portal.logIn('rosa'), updated_at)).toEqual(changedMeanwhile)
    const now = (await users.read(carla, id)).profile.updated_at
    expect((await save(carla, now)).status).toBe(200)
  })

  test('is refused for Rosa’s own account too', async () => {
    const id = await users.idOf('rosa')
    const rosa = await portal.logIn('rosa')
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

describe('the audit log of accounts', () => {
  test('records each change with the values before and after, and no password', async () => {
    const before = await lastEntry(portal)
    const { body } = await users.create(carla, ana)
    await users.change(carla, body.id, { first_name: 'Anita', password: 'Otra#Clave99' })
    await users.change(carla, body.id, { first_name: 'Anita' })
    await users.remove(carla, body.id)
    await users.restore(carla, body.id)
    const entries = await entriesSince(portal, before)
    const lines = entries
      .filter(({ object_id }) => object_id === String(body.id))
      .map(({ action, before, after }) => [action, before, after].map(asText).join(' '))
    expect(lines).toEqual([
      expect.stringMatching(/^user.created {} .*"first_name":"Ana"/),
      'password.set_temporary {} {}',
      'password.set_temporary {} {}',
      'user.changed {"first_name":"Ana"} {"first_name":"Anita"}',
      // A save without changes is a read.
      'member.read {} {}',
      expect.stringMatching(/^user.deleted .*"first_name":"Anita".* {}$/),
      'user.restored {} {}',
    ])
    expect(lines.join()).not.toMatch(/Otra#Clave99|Quillay|argon2/)
  })
})

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
