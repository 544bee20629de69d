import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'
import { exec, many, sql } from '../../db/query.ts'
import { demoteSuperuser } from './demote-superuser.ts'

const NEW = 'Quillay#4471'
const FORBIDDEN = {
  status: 403,
  body: { detail: 'Usted no tiene permiso para realizar esta acción.' },
}
const MISSING = { status: 404, body: { detail: 'No encontrado.' } }

let portal: Portal
let carla: Visitor
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal()
  ;[carla, ivan] = await Promise.all([portal.as('carla'), portal.as('ivan')])
})
afterEach(() => portal.close())

async function answer(call: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await call
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  return { status, body: body as any }
}
const idOf = async (name: PersonaName) => {
  const rows = await many<{ id: number }>(
    portal.db,
    sql`select id from users where rut = ${personas[name].rut}`,
  )
  return rows[0]?.id ?? 0
}
const logsIn = async (username: string, password: string) =>
  (await portal.visitor().logIn(username, password)).status === 200
const read = async (id: number) => (await carla.get(`/api/users/${id}/`)).body
const create = (by: Visitor, form: object) => answer(by.post('/api/users/', json(form)))
const change = async (by: Visitor, whom: PersonaName | number, form: object) => {
  const id = typeof whom === 'number' ? whom : await idOf(whom)
  return answer(by.call('PATCH', `/api/users/${id}/`, json(form)))
}
const remove = async (by: Visitor, whom: PersonaName) =>
  answer(by.call('DELETE', `/api/users/${await idOf(whom)}/`))
const restore = (by: Visitor, id: number) =>
  answer(by.call('PATCH', `/api/users/${id}/restore/`, json({})))
const emailsTo = async (email: string) =>
  (await portal.sentEmails()).filter(({ to }) => to === email).map(({ subject }) => subject)

const ana = {
  ...{ first_name: ' Ana ', last_name: 'Pérez', email: 'ana.perez@correo.example', password: NEW },
  ...{ profile: { social_security: '17.654.321-3' }, group_ids: [], is_active: true },
}

/** A second superuser, Julia, who can log in like the others. */
async function addJulia(): Promise<number> {
  const rows = await many<{ id: number }>(
    portal.db,
    sql`insert into users (rut, first_name, last_name, email, password_hash, is_superuser)
    select '9000001-2', 'Julia', 'Vera', 'julia@vistaalbiobio.example', password_hash, true
    from users where rut = ${personas.ivan.rut} returning id`,
  )
  return rows[0]?.id ?? 0
}
async function asJulia(): Promise<Visitor> {
  const julia = portal.visitor()
  await julia.logIn('9000001-2', SAMPLE_PASSWORD)
  return julia
}

describe('who may', () => {
  const calls: [string, (by: Visitor) => Promise<{ status: number; body: unknown }>][] = [
    ['read somebody else', async (by) => by.get(`/api/users/${await idOf('hernan')}/`)],
    ['add', (by) => create(by, ana)],
    ['change somebody else', (by) => change(by, 'hernan', { first_name: 'X' })],
    ['delete', (by) => remove(by, 'hernan')],
    ['restore', async (by) => restore(by, await idOf('hernan'))],
  ]

  test.each(calls)(
    '%s: no stranger, no member, no staff without the permission',
    async (_, call) => {
      const anonymous = portal.visitor()
      await anonymous.fetchToken()
      expect((await call(anonymous)).status).toBe(401)
      expect(await answer(call(await portal.as('rosa')))).toEqual(FORBIDDEN)
      expect(await answer(call(await portal.as('mario')))).toEqual(FORBIDDEN)
      expect((await read(await idOf('hernan'))).first_name).toBe('Hernán')
    },
  )

  test('the permission is judged before the body, and whatever the id', async () => {
    const rosa = await portal.as('rosa')
    for (const id of ['1', '999999', 'abc', '99999999999999999999', 'trashed']) {
      const bad = { payload: '{', headers: { 'content-type': 'application/json' } }
      expect((await rosa.call('PATCH', `/api/users/${id}/`, bad)).status).toBe(403)
      expect((await rosa.call('DELETE', `/api/users/${id}/`)).status).toBe(403)
      expect((await rosa.get(`/api/users/${id}/`)).status).toBe(403)
    }
  })

  test('an id that nobody has, or that is spelled otherwise, is not found', async () => {
    for (const id of ['999999', 'abc', '0', '01', '-1', '1.0', '1e1', '99999999999999999999']) {
      expect(await answer(carla.get(`/api/users/${id}/`))).toEqual(MISSING)
      expect(await answer(carla.call('PATCH', `/api/users/${id}/`, json({})))).toEqual(MISSING)
      expect(await answer(carla.call('DELETE', `/api/users/${id}/`))).toEqual(MISSING)
      expect(await answer(carla.call('PATCH', `/api/users/${id}/restore/`))).toEqual(MISSING)
    }
  })
})

describe('reading one', () => {
  test('Carla sees Rosa, and Rosa can see that she looked', async () => {
    const id = await idOf('rosa')
    expect(await read(id)).toMatchObject({ id, first_name: 'Rosa', username: '12345678-5' })
    const accesses = await (await portal.as('rosa')).get('/api/client/accesses/')
    expect(accesses.body.results).toHaveLength(1)
  })

  test('nobody sees more than an account is made of', async () => {
    expect(Object.keys(await read(await idOf('rosa'))).toSorted()).toEqual([
      ...['deleted_at', 'email', 'first_name', 'group_ids', 'id', 'is_active', 'is_superuser'],
      ...['last_name', 'permissions', 'profile', 'username'],
    ])
  })
})

describe('adding', () => {
  test('Carla opens an account with a password, and Ana gets in', async () => {
    const { status, body } = await create(carla, ana)
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ first_name: 'Ana', last_name: 'Pérez', username: '17654321-3', is_active: true },
        ...{ is_superuser: false, permissions: [], group_ids: [], deleted_at: null },
        profile: { name: 'Socio', social_security: '17654321-3', is_client: true },
      },
    ])
    expect(await logsIn('17654321-3', NEW)).toBe(true)
  })

  test('what is missing is told by field, in the form’s own words', async () => {
    expect(await create(carla, {})).toEqual({
      status: 400,
      body: {
        first_name: ['Ingrese nombre'],
        last_name: ['Ingrese apellido'],
        email: ['Ingrese email'],
        password: ['Ingrese una contraseña'],
      },
    })
    const wrong = { ...ana, email: 'ana', password: 'ana', profile: { social_security: '1-1' } }
    expect(await create(carla, wrong)).toEqual({
      status: 400,
      body: {
        email: ['email no válido'],
        social_security: ['Rut no válido'],
        password: [
          ...['Al menos un número', 'Al menos un caracter especial', 'Mínimo 8 caracteres'],
          'La contraseña no puede contener tus datos',
        ],
      },
    })
    expect(await create(carla, { ...ana, email: 'ana@' })).toMatchObject({
      status: 400,
      body: { email: ['email no válido'] },
    })
  })

  test('what is no text, too long or of another kind is told at its field', async () => {
    for (const wrong of [
      ...[{ first_name: 'x'.repeat(151) }, { first_name: ['Ana'] }, { email: null }],
      ...[{ is_active: 'perhaps' }, { group_ids: 'all' }, { last_name: 'a\u0000b' }],
      ...[{ group_ids: [true] }, { group_ids: [[7]] }, { group_ids: ['0x10'] }],
    ]) {
      const { status, body } = await create(carla, { ...ana, ...wrong })
      expect([status, Object.keys(body)]).toEqual([400, Object.keys(wrong)])
    }
  })

  test('a weak password and a rut that is taken are told in one answer', async () => {
    const form = { ...ana, password: 'ana', profile: { social_security: personas.rosa.rut } }
    const { status, body } = await create(carla, form)
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['password', 'social_security']])
    expect(body.social_security).toEqual(['Ya existe un usuario con este rut'])
    expect((await change(carla, 'hernan', { ...form, email: 'h@correo.example' })).body).toEqual(
      body,
    )
    // His own is not taken.
    const own = { password: 'x', profile: { social_security: personas.hernan.rut } }
    expect(Object.keys((await change(carla, 'hernan', own)).body)).toEqual(['password'])
  })

  test('what is wrong inside of the profile or the groups is told at the form’s own field', async () => {
    const nested = { profile: { social_security: 7 }, group_ids: ['x'] }
    const { status, body } = await create(carla, { ...ana, ...nested })
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['group_ids', 'social_security']])
  })

  test('a rut that is longer than any is none, also where its check digit is right', async () => {
    const long = { profile: { social_security: '12345678901-8' } }
    const refused = { status: 400, body: { social_security: ['Rut no válido'] } }
    expect(await create(carla, { ...ana, ...long })).toEqual(refused)
    expect(await change(carla, 'rosa', long)).toEqual(refused)
  })

  test('a name of signs that fold into many is kept whole', async () => {
    // One of these ligatures is eighteen letters to whom searches for it.
    const first_name = Array.from({ length: 150 }, (_, i) => (i % 7 ? 'ﷺ' : '㌀㌁㌂'[i % 3])).join(
      '',
    )
    const { status, body } = await create(carla, { ...ana, first_name, last_name: 'ﷻ'.repeat(150) })
    expect([status, body.first_name]).toEqual([201, first_name])
  })

  test('a rut belongs to one living account; a deleted one leaves it free', async () => {
    const taken = { status: 400, body: { social_security: ['Ya existe un usuario con este rut'] } }
    const form = { ...ana, profile: { social_security: '12.345.678-5' } }
    expect(await create(carla, form)).toEqual(taken)
    await remove(carla, 'rosa')
    expect((await create(carla, form)).status).toBe(201)
  })

  test('two who add the same rut at once: one succeeds, the other is told', async () => {
    const answers = await Promise.all([create(carla, ana), create(ivan, ana), create(carla, ana)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      social_security: ['Ya existe un usuario con este rut'],
    })
  })

  test('a couple shares an e-mail; without a rut it is one’s login, and belongs to one', async () => {
    expect((await create(carla, { ...ana, email: personas.rosa.email })).status).toBe(201)
    const withoutRut = { ...ana, email: 'Oficina@correo.example', profile: {} }
    const { body } = await create(carla, withoutRut)
    expect(body).toMatchObject({ username: 'Oficina@correo.example' })
    expect(await logsIn('oficina@correo.example', NEW)).toBe(true)
    expect(await create(carla, { ...withoutRut, email: 'oficina@correo.example' })).toEqual({
      status: 400,
      body: { email: ['Ya existe un usuario con este correo'] },
    })
  })

  test('with an invitation Ana chooses her password herself', async () => {
    const { password: _, ...form } = ana
    const { status, body } = await create(carla, { ...form, invite: true, is_active: false })
    expect([status, body]).toMatchObject([201, { is_active: false }])
    const message = (await portal.sentEmails()).find(({ to }) => to === ana.email)
    expect(message?.subject).toBe('Activa tu Carpeta Virtual')
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
    const visitor = portal.visitor()
    await visitor.fetchToken()
    await visitor.post('/api/client/password/', json({ token, password: NEW }))
    expect(await logsIn('17654321-3', NEW)).toBe(true)
    expect((await read(body.id)).is_active).toBe(true)
    const rows = await many<{ action: string }>(
      portal.db,
      sql`select action from audit_entries where subject_id = ${body.id} order by id limit 2`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['user.created', 'user.invited'])
  })

  test('switched off, nobody gets in', async () => {
    expect((await create(carla, { ...ana, is_active: false })).body.is_active).toBe(false)
    expect(await logsIn('17654321-3', NEW)).toBe(false)
  })

  test('only a superuser gives groups; from Carla they are ignored', async () => {
    const form = { ...ana, group_ids: [1, 2, 2] }
    expect((await create(carla, form)).body).toMatchObject({ group_ids: [], permissions: [] })
    const other = { ...form, profile: { social_security: '20.000.021-8' } }
    expect((await create(ivan, other)).body.group_ids).toEqual([1, 2])
    expect(await create(ivan, { ...ana, profile: {}, group_ids: [99] })).toEqual({
      status: 400,
      body: { group_ids: ['Clave primaria "99" inválida - objeto no existe.'] },
    })
  })

  test('nothing else can be assigned', async () => {
    const { body } = await create(carla, {
      ...ana,
      ...{ id: 1, pk: 1, is_superuser: true, is_staff: true, permissions: ['auth.add_user'] },
      ...{ user_permissions: [1], groups: [1], username: '1-9', deleted_at: '2026-01-01' },
      ...{
        password_hash: 'x',
        last_login: '2026-01-01',
        isSuperuser: true,
        csrfmiddlewaretoken: '',
      },
      profile: { id: 1, user: 1, is_client: false, social_security: '17.654.321-3' },
    })
    expect(body).toMatchObject({
      ...{ is_superuser: false, permissions: [], username: '17654321-3', deleted_at: null },
      profile: { id: body.id, is_client: true },
    })
  })
})

describe('changing', () => {
  test('Carla corrects Rosa’s names and rut, and what she did not send stays', async () => {
    const form = { id: 1, first_name: 'Rosa Elena', profile: { id: 1, social_security: '1-9' } }
    const id = await idOf('rosa')
    const { status, body } = await change(carla, id, form)
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ id, first_name: 'Rosa Elena' },
        ...{ last_name: 'Muñoz Sepúlveda', email: personas.rosa.email, username: '1-9' },
      },
    ])
    expect(await logsIn('1-9', SAMPLE_PASSWORD)).toBe(true)
    expect(await logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
  })

  test('what is wrong is told by field', async () => {
    const form = { first_name: ' ', last_name: '', email: 'x', profile: { social_security: '9' } }
    expect(await change(carla, 'rosa', form)).toEqual({
      status: 400,
      body: {
        first_name: ['Ingrese nombre'],
        last_name: ['Ingrese apellido'],
        email: ['email no válido'],
        social_security: ['Rut no válido'],
      },
    })
    expect(await change(carla, 'rosa', { profile: { social_security: '11.111.111-1' } })).toEqual({
      status: 400,
      body: { social_security: ['Ya existe un usuario con este rut'] },
    })
  })

  test('a company keeps having no last name', async () => {
    const form = { first_name: 'Los Robles Ltda.', last_name: '', email: personas.losRobles.email }
    expect((await change(carla, 'losRobles', form)).status).toBe(200)
  })

  test('a new e-mail is told to the old address and ends the old links', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const body = json({ social_security: personas.rosa.rut })
    await visitor.post('/api/send-restore-password-ss/', body)
    const message = (await portal.sentEmails()).at(-1)
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
    expect((await visitor.get(`/api/client/check/?token=${token}`)).status).toBe(200)
    expect((await change(carla, 'rosa', { email: 'rosa@otro.example' })).status).toBe(200)
    expect((await visitor.get(`/api/client/check/?token=${token}`)).status).toBe(422)
    expect(await emailsTo(personas.rosa.email)).toEqual([
      ...['Recupera tu contraseña', 'Tu correo cambió'],
    ])
  })

  test('a password that Carla sets ends Rosa’s sessions, is told to her, and lets her in', async () => {
    const rosa = await portal.as('rosa')
    const tries = portal.visitor()
    for (let i = 0; i < 10; i++) await tries.logIn(personas.rosa.rut, 'Equivocada#1')
    expect(await logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    expect((await change(carla, 'rosa', { password: NEW })).status).toBe(200)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await logsIn(personas.rosa.rut, NEW)).toBe(true)
    expect(await emailsTo(personas.rosa.email)).toContain('Tu contraseña cambió')
  })

  test('a password and an e-mail that Carla sets together are told to the old address too', async () => {
    const changes = { password: NEW, email: 'rosa@otro.example' }
    expect((await change(carla, 'rosa', changes)).status).toBe(200)
    expect((await emailsTo(personas.rosa.email)).toSorted()).toEqual([
      ...['Tu contraseña cambió', 'Tu correo cambió'],
    ])
    expect(await emailsTo('rosa@otro.example')).toEqual(['Tu contraseña cambió'])
  })

  test('a new rut is told to who logs in with it, without it', async () => {
    await change(carla, 'rosa', { profile: { social_security: '1-9' } })
    const message = (await portal.sentEmails()).at(-1)
    expect(message).toMatchObject({ to: personas.rosa.email, subject: 'Tu rut cambió' })
    expect(message?.text).toContain('desde ahora ingresas con el nuevo')
    expect(message?.text).not.toContain('1-9')
  })

  test('an empty password changes nothing; a weak one is refused', async () => {
    expect((await change(carla, 'rosa', { password: '' })).status).toBe(200)
    expect(await logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
    expect(await change(carla, 'rosa', { password: 'Password1!' })).toMatchObject({
      status: 400,
      body: { password: ['La contraseña es demasiado común'] },
    })
  })

  test('switched off, Rosa is out at once; switched on, she logs in again', async () => {
    const rosa = await portal.as('rosa')
    expect((await change(carla, 'rosa', { is_active: false })).body.is_active).toBe(false)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    expect((await change(carla, 'rosa', { is_active: true })).body.is_active).toBe(true)
    expect(await logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
  })

  test('the form that shows Tomás as not active does not switch him off by being saved', async () => {
    const message = (await portal.sentEmails()).at(-1)
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
    const form = { first_name: 'Tomás', is_active: false, group_ids: [] }
    expect((await change(carla, 'tomas', form)).status).toBe(200)
    expect((await carla.get(`/api/client/check/?token=${token}`)).status).toBe(200)
  })

  test('the switch is for who manages users: of others it is ignored', async () => {
    await exec(
      portal.db,
      sql`delete from group_permissions where permission = 'users.manage_users'`,
    )
    const { body } = await change(carla, 'rosa', { is_active: false, first_name: 'Rosita' })
    expect(body).toMatchObject({ first_name: 'Rosita', is_active: true })
  })

  test('only a superuser gives and takes groups, and never his own', async () => {
    expect((await change(carla, 'mario', { group_ids: [1] })).body.group_ids).toEqual([2])
    expect((await change(carla, 'carla', { group_ids: [1, 2, 3] })).body.group_ids).toEqual([1])
    expect((await change(ivan, 'ivan', { group_ids: [] })).body.group_ids).toEqual([1])
    const { body } = await change(ivan, 'mario', { group_ids: [2, 3] })
    expect(body).toMatchObject({
      group_ids: [2, 3],
      permissions: [
        ...['procedures.change_procedures', 'requests.answer_requests', 'sales.import_sales'],
      ],
    })
    expect((await change(ivan, 'mario', { group_ids: [99] })).status).toBe(400)
    expect((await change(ivan, 'mario', { group_ids: [] })).body.permissions).toEqual([])
  })

  test('nothing else can be assigned, by whomever and to whomever', async () => {
    const hostile = {
      ...{ id: 1, pk: 1, is_superuser: true, is_staff: true, permissions: ['users.manage_users'] },
      ...{ user_permissions: [1], groups: [1], username: '1-9', deleted_at: '2026-01-01' },
      ...{ password_hash: 'x', last_login: '2026-01-01' },
      profile: { id: 1, is_client: false, user: 1 },
    }
    const without = ({ profile, ...user }: { profile: object }) => ({
      ...user,
      profile: { ...profile, updated_at: '' },
    })
    const people = { rosa: await portal.as('rosa'), carla, mario: await portal.as('mario') }
    for (const [name, person] of Object.entries(people)) {
      for (const whom of ['rosa', 'carla', 'mario', 'hernan'] as const) {
        const before = without(await read(await idOf(whom)))
        const { status } = await change(person, whom, hostile)
        expect(status).toBe(name === whom || name === 'carla' ? 200 : 403)
        expect(without(await read(await idOf(whom)))).toEqual(before)
      }
    }
  })

  test('of two who give one rut to two people at once, one is told', async () => {
    const form = { profile: { social_security: '1-9' } }
    const answers = await Promise.all([change(carla, 'rosa', form), change(ivan, 'hernan', form)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('a form that was open while the account changed', () => {
  const CHANGED = {
    status: 400,
    body: {
      __all__: [
        'La cuenta cambió mientras la editabas. Ciérrala y ábrela de nuevo para ver cómo está.',
      ],
    },
  }
  const setUp = async (name: PersonaName) => {
    const { profile, first_name, last_name, email, is_active, group_ids } = await read(
      await idOf(name),
    )
    return { first_name, last_name, email, is_active, group_ids, profile }
  }
  const activate = async () => {
    const token = /token=([\w-]+)/.exec((await portal.sentEmails()).at(-1)?.text ?? '')?.[1]
    const tomas = portal.visitor()
    await tomas.fetchToken()
    await tomas.post('/api/client/password/', json({ token, password: NEW }))
    await tomas.logIn(personas.tomas.rut, NEW)
    return tomas
  }

  test('does not switch Tomás off, who activated his account meanwhile', async () => {
    const form = await setUp('tomas')
    const tomas = await activate()
    expect(await change(carla, 'tomas', { ...form, first_name: 'Tomas' })).toEqual(CHANGED)
    expect((await tomas.get('/api/auth/user/')).body).toMatchObject({
      ...{ first_name: 'Tomás', is_active: true },
    })
  })

  test('does not switch Rosa on again, nor give back a group', async () => {
    const [rosa, mario] = [await setUp('rosa'), await setUp('mario')]
    await change(carla, 'rosa', { is_active: false })
    await change(ivan, 'mario', { group_ids: [] })
    expect(await change(ivan, 'rosa', { ...rosa, last_name: 'Soto' })).toEqual(CHANGED)
    expect(await change(ivan, 'mario', { ...mario, last_name: 'Soto' })).toEqual(CHANGED)
    expect((await read(await idOf('rosa'))).is_active).toBe(false)
    expect((await read(await idOf('mario'))).group_ids).toEqual([])
  })

  test.each([
    ['a name', (id: number) => change(carla, id, { last_name: 'Soto' })],
    ['the e-mail', (id: number) => change(carla, id, { email: 'rosa@otro.example' })],
    ['the rut', (id: number) => change(carla, id, { profile: { social_security: '1-9' } })],
    ['the password', (id: number) => change(carla, id, { password: NEW })],
    ['the switch', (id: number) => change(carla, id, { is_active: false })],
    ['a group', (id: number) => change(ivan, id, { group_ids: [2] })],
    [
      'her own name',
      async (id: number) =>
        (await portal.as('rosa')).call('PATCH', `/api/users/${id}/`, json({ last_name: 'Soto' })),
    ],
    [
      'her own password',
      async () =>
        (await portal.as('rosa')).post(
          '/api/client/password/change/',
          json({ old_password: SAMPLE_PASSWORD, new_password: NEW }),
        ),
    ],
    [
      'that she was deleted and restored',
      async (id: number) => {
        await remove(carla, 'rosa')
        return restore(carla, id)
      },
    ],
  ])('is refused, whatever changed: %s', async (_, action) => {
    const id = await idOf('rosa')
    const form = await setUp('rosa')
    expect((await action(id)).status).toBe(200)
    const before = await read(id)
    expect(await change(carla, id, { ...form, first_name: 'Elena' })).toEqual(CHANGED)
    expect(await read(id)).toEqual(before)
    const { profile } = before
    expect((await change(carla, id, { first_name: 'Elena', profile })).status).toBe(200)
  })

  test('is saved when Rosa only logged in, or somebody saved what was so already', async () => {
    const id = await idOf('rosa')
    const form = await setUp('rosa')
    const rosa = await portal.as('rosa')
    const same = json({ first_name: 'Rosa', email: personas.rosa.email })
    expect((await rosa.call('PATCH', `/api/users/${id}/`, same)).status).toBe(200)
    expect((await change(ivan, id, form)).status).toBe(200)
    expect((await change(carla, id, { ...form, first_name: 'Elena' })).status).toBe(200)
  })

  test('is refused to Rosa too, for her own account', async () => {
    const id = await idOf('rosa')
    const rosa = await portal.as('rosa')
    const { profile } = (await rosa.get(`/api/users/${id}/`)).body
    await change(carla, id, { first_name: 'Elena' })
    const save = (body: object) => answer(rosa.call('PATCH', `/api/users/${id}/`, json(body)))
    expect(await save({ first_name: 'Rosa', last_name: 'Soto', profile })).toEqual(CHANGED)
    expect((await read(id)).last_name).toBe('Muñoz Sepúlveda')
    const again = (await rosa.get(`/api/users/${id}/`)).body
    expect((await save({ last_name: 'Soto', profile: again.profile })).status).toBe(200)
  })
})

describe('what somebody logs in with who may more than Carla', () => {
  const refused = {
    status: 403,
    body: 'No puedes cambiar la contraseña, el correo ni el rut de quien tiene permisos que tú no tienes',
  }

  test('is not hers to change; his names are', async () => {
    for (const access of [
      { password: NEW },
      { email: 'carla.otra@correo.example' },
      { profile: { social_security: '1-9' } },
    ]) {
      expect(await change(carla, 'mario', { ...access, first_name: 'X' })).toEqual(refused)
    }
    const same = { email: personas.mario.email, profile: { social_security: personas.mario.rut } }
    const { status, body } = await change(carla, 'mario', { ...same, first_name: 'Mario Andrés' })
    expect([status, body.first_name]).toEqual([200, 'Mario Andrés'])
    expect(await logsIn(personas.mario.rut, SAMPLE_PASSWORD)).toBe(true)
    expect(await emailsTo(personas.mario.email)).toEqual([])
  })

  test('is a superuser’s, and hers of a colleague who may no more than she', async () => {
    expect((await change(ivan, 'mario', { password: NEW })).status).toBe(200)
    await change(ivan, 'mario', { group_ids: [1] })
    expect((await change(carla, 'mario', { email: 'mario@otro.example' })).status).toBe(200)
  })
})

describe('a superuser', () => {
  test('is one no more when an operator says so, and not the last one', async () => {
    await expect(demoteSuperuser(portal.db, personas.ivan.rut)).rejects.toThrow(
      'Debe quedar al menos un superusuario activo',
    )
    await addJulia()
    await demoteSuperuser(portal.db, personas.ivan.rut)
    expect((await ivan.get('/api/auth/user/')).body).toMatchObject({
      ...{ is_superuser: false, permissions: expect.not.arrayContaining(['audit.view_audit']) },
    })
    for (const rut of [personas.ivan.rut, personas.rosa.rut, '1-9']) {
      await expect(demoteSuperuser(portal.db, rut)).rejects.toThrow(
        'No hay un superusuario con este rut',
      )
    }
    const rows = await many(
      portal.db,
      sql`select before, after from audit_entries order by id desc limit 1`,
    )
    expect(rows).toEqual([{ before: { is_superuser: true }, after: { is_superuser: false } }])
  })

  test('is not edited, reset, switched off, deleted or restored by staff', async () => {
    const id = await addJulia()
    for (const form of [{ first_name: 'X' }, { password: NEW }, { is_active: false }, {}]) {
      expect(await change(carla, id, form)).toEqual(FORBIDDEN)
    }
    expect(await answer(carla.call('DELETE', `/api/users/${id}/`))).toEqual(FORBIDDEN)
    await ivan.call('DELETE', `/api/users/${id}/`)
    expect(await restore(carla, id)).toEqual(FORBIDDEN)
    expect((await restore(ivan, id)).status).toBe(200)
  })

  test('changes another one', async () => {
    const id = await addJulia()
    expect((await change(ivan, id, { first_name: 'Juliana' })).body.first_name).toBe('Juliana')
  })

  test('is never the last to go: of two who delete or switch off each other one stays', async () => {
    const id = await addJulia()
    const julia = await asJulia()
    const answers = await Promise.all([
      answer(ivan.call('DELETE', `/api/users/${id}/`)),
      remove(julia, 'ivan'),
    ])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const rows = await many(
      portal.db,
      sql`select from users where is_superuser and is_active and deleted_at is null`,
    )
    expect(rows).toHaveLength(1)
  })

  test('the same for switching off', async () => {
    const id = await addJulia()
    const julia = await asJulia()
    const off = { is_active: false }
    const answers = await Promise.all([change(ivan, id, off), change(julia, 'ivan', off)])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const rows = await many(
      portal.db,
      sql`select from users where is_superuser and is_active and deleted_at is null`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('deleting', () => {
  test('Rosa is out at once, her links are dead, she is told of nothing and cannot restore', async () => {
    const rosa = await portal.as('rosa')
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const ask = () =>
      visitor.post('/api/send-restore-password-ss/', json({ social_security: personas.rosa.rut }))
    await ask()
    const message = (await portal.sentEmails()).at(-1)
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
    const id = await idOf('rosa')
    expect(await remove(carla, 'rosa')).toEqual({ status: 200, body: {} })
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    expect((await visitor.get(`/api/client/check/?token=${token}`)).status).toBe(422)
    await ask()
    expect(await emailsTo(personas.rosa.email)).toEqual(['Recupera tu contraseña'])
    expect(await answer(carla.get(`/api/users/${id}/`))).toEqual(MISSING)
  })

  test('twice is a 404', async () => {
    await remove(carla, 'rosa')
    expect(await remove(carla, 'rosa')).toEqual(MISSING)
    expect(await change(carla, 'rosa', {})).toEqual(MISSING)
  })

  test('nobody deletes himself, nor switches himself off', async () => {
    const himself = { status: 403, body: 'No puedes eliminar tu propia cuenta' }
    expect(await remove(carla, 'carla')).toEqual(himself)
    expect(await remove(ivan, 'ivan')).toEqual(himself)
    expect((await change(carla, 'carla', { is_active: false })).body.is_active).toBe(true)
    expect((await change(ivan, 'ivan', { is_active: false })).body.is_active).toBe(true)
  })
})

describe('restoring', () => {
  test('Rosa logs in again; her sessions and letters of before stay dead', async () => {
    const rosa = await portal.as('rosa')
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const body = json({ social_security: personas.rosa.rut })
    await visitor.post('/api/send-restore-password-ss/', body)
    const message = (await portal.sentEmails()).at(-1)
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
    const id = await idOf('rosa')
    await remove(carla, 'rosa')
    const restored = await restore(carla, id)
    expect(restored).toMatchObject({
      status: 200,
      body: { id, first_name: 'Rosa', is_active: true, deleted_at: null },
    })
    expect(restored.body).toEqual(await read(id))
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect((await visitor.get(`/api/client/check/?token=${token}`)).status).toBe(422)
    expect(await logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
  })

  test('who was not deleted cannot be restored', async () => {
    expect(await restore(carla, await idOf('rosa'))).toEqual(MISSING)
  })

  test('a rut that is somebody else’s by now is told at its field', async () => {
    const id = await idOf('rosa')
    await remove(carla, 'rosa')
    await create(carla, { ...ana, profile: { social_security: personas.rosa.rut } })
    expect(await restore(carla, id)).toEqual({
      status: 400,
      body: { social_security: ['Ya existe un usuario con este rut'] },
    })
  })

  test('so is an e-mail that one logs in with', async () => {
    const form = { ...ana, profile: {} }
    const { body } = await create(carla, form)
    await carla.call('DELETE', `/api/users/${body.id}/`)
    await create(carla, form)
    expect(await restore(carla, body.id)).toEqual({
      status: 400,
      body: { email: ['Ya existe un usuario con este correo'] },
    })
  })

  test('Tomás, deleted and restored, stands as not invited', async () => {
    await portal.sentEmails()
    const id = await idOf('tomas')
    await remove(carla, 'tomas')
    await restore(carla, id)
    const { body } = await carla.get('/api/users/?invitation=not_invited')
    expect(body.results).toMatchObject([{ id, invitation: { invited_at: null, delivery: null } }])
  })
})

describe('the trail', () => {
  test('tells who did what to whom, with what was so and became so, and no password', async () => {
    const { body } = await create(carla, ana)
    await change(carla, body.id, { first_name: 'Anita', password: 'Otra#Clave99' })
    await change(carla, body.id, { first_name: 'Anita' })
    await carla.call('DELETE', `/api/users/${body.id}/`)
    await restore(carla, body.id)
    const rows = await many<{ line: string }>(
      portal.db,
      sql`select action || ' ' || before || ' ' || after as line from audit_entries
      where object_type = 'user' and object_id = ${String(body.id)} order by id`,
    )
    const lines = rows.map(({ line }) => line)
    expect(lines).toEqual([
      expect.stringMatching(/^user.created {} .*"first_name": "Ana"/),
      'password.changed {} {}',
      'user.changed {"first_name": "Ana"} {"first_name": "Anita"}',
      // Saved as she was already, which is a look at her.
      'member.read {} {}',
      expect.stringMatching(/^user.deleted .*"first_name": "Anita".* {}$/),
      'user.restored {} {}',
    ])
    expect(lines.join()).not.toMatch(/Otra#Clave99|Quillay|argon2/)
  })
})
