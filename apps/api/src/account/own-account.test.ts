import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addPasskey } from '../../test/second-factor/factors.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { type StatusAndBody, statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'

const ROSA = personas.rosa.rut

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

describe('the caller’s own account', () => {
  async function patch(person: Visitor, changes: object) {
    const { id } = (await person.get('/api/auth/user/')).body
    return statusAndBody(person.call('PATCH', `/api/users/${id}/`, json(changes)))
  }

  test('Rosa changes her name without her password (§10.38)', async () => {
    const rosa = await portal.as('rosa')
    const { status, body } = await patch(rosa, { first_name: 'Rosa Elena' })
    expect([status, body]).toMatchObject([
      200,
      { first_name: 'Rosa Elena', last_name: 'Muñoz Sepúlveda' },
    ])
    expect((await rosa.get('/api/auth/user/')).body.first_name).toBe('Rosa Elena')
  })

  test('thirty changes of names an hour are enough; a form that changes nothing counts for none (security 13.31)', async () => {
    const rosa = await portal.as('rosa')
    const same = await patch(rosa, { first_name: 'Rosa' })
    expect(same.status).toBe(200)
    for (let change = 0; change < 30; change++) {
      const { status } = await patch(rosa, { first_name: change % 2 ? 'Rosa' : 'Rosa Elena' })
      expect(status).toBe(200)
    }
    expect((await patch(rosa, { first_name: 'Rosa Elena' })).status).toBe(429)
  })

  test('thirty new passwords an hour are enough', async () => {
    const rosa = await portal.as('rosa')
    await portal.pool.query(
      `insert into rate_limits (key, points, expire)
       values ('password:' || $1, 30, (extract(epoch from now()) * 1000)::bigint + 60000)`,
      [await userIdOf(portal.db, 'rosa')],
    )
    expect((await changePassword(rosa, SAMPLE_PASSWORD)).status).toBe(429)
    const form = { old_password: SAMPLE_PASSWORD, password: NEW_PASSWORD }
    expect((await patch(rosa, form)).status).toBe(429)
  })

  describe('in a session that Rosa left open a thief without her password', () => {
    const actions: Record<string, (thief: Visitor, i: number) => Promise<{ status: number }>> = {
      'changes her name': (thief, i) => patch(thief, { first_name: i % 2 ? 'Rosa' : 'Rosa Elena' }),
      'rates requests that do not exist': (thief) =>
        thief.call('PUT', '/api/requests/999999/rating/', json({ helped: true })),
      'renames passkeys that do not exist': (thief) =>
        thief.call('PATCH', '/api/auth/passkeys/999999/', json({ name: 'Mía' })),
      'asks for recovery codes': (thief) => thief.post('/api/auth/recovery-codes/'),
      'types codes of no application': (thief) =>
        thief.post('/api/auth/totp/', json({ code: '123456' })),
      'asks for the passkey': (thief) => thief.post('/api/auth/reauthenticate/passkey/options/'),
    }

    test.each(Object.keys(actions))(
      '%s forty times, and she still changes her password and adds a factor (security 2.270)',
      async (name) => {
        const rosa = await portal.as('rosa')
        const { authenticator } = await addPasskey(rosa)
        const thief = await portal.as('rosa')
        for (let i = 0; i < 40; i++) await actions[name]?.(thief, i)
        await portal.pool.query(`update rate_limits set points = 1000 where key like 'passkey:%'`)
        const { body: options } = await rosa.post('/api/auth/reauthenticate/passkey/options/')
        const response = authenticator.get(options)
        const confirmed = await rosa.post('/api/auth/reauthenticate/passkey/', json({ response }))
        expect(confirmed.status).toBe(200)
        expect((await rosa.post('/api/auth/totp/options/')).status).toBe(200)
        expect((await changePassword(rosa, SAMPLE_PASSWORD)).status).toBe(200)
      },
    )
  })

  test('Rosa’s thirty ratings and names of passkeys count when something was done (security 2.271)', async () => {
    const rosa = await portal.as('rosa')
    const { id } = await addPasskey(rosa)
    const rename = (id: number, name: string) =>
      rosa.call('PATCH', `/api/auth/passkeys/${id}/`, json({ name }))
    for (let i = 0; i < 31; i++) {
      expect((await rename(999_999, 'Mía')).status).toBe(404)
      const rated = await rosa.call('PUT', '/api/requests/999999/rating/', json({ helped: true }))
      expect(rated.status).toBe(404)
    }
    expect((await rename(id, 'El de la casa')).status).toBe(200)
  })

  test('a new email needs the password (§10.39, security 5.14)', async () => {
    const rosa = await portal.as('rosa')
    const email = 'rosa.nueva@correo.example'
    expect(await patch(rosa, { email })).toEqual({
      status: 400,
      body: { old_password: ['La contraseña actual no es correcta'] },
    })
    expect(await portal.sentEmails()).not.toContainEqual(expect.objectContaining({ to: email }))
    expect((await patch(rosa, { email, old_password: SAMPLE_PASSWORD })).status).toBe(200)
  })

  test('a new email and password together: the new address gets only the link', async () => {
    const rosa = await portal.as('rosa')
    const email = 'rosa.nueva@correo.example'
    const changes = { email, password: NEW_PASSWORD, old_password: SAMPLE_PASSWORD }
    expect(await patch(rosa, changes)).toMatchObject({
      status: 200,
      body: { email: personas.rosa.email, pending_email: email },
    })
    const sent = (await portal.sentEmails()).map(({ to, subject }) => ({ to, subject }))
    expect(sent.filter(({ to }) => to === email)).toEqual([
      { to: email, subject: 'Confirma tu correo nuevo' },
    ])
    expect(sent).toContainEqual({ to: personas.rosa.email, subject: 'Tu contraseña cambió' })
  })

  test('a new password must meet the rules and ends the other sessions, not this one', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    const weak = await patch(here, { password: 'corta', old_password: SAMPLE_PASSWORD })
    expect(weak).toMatchObject({ status: 400, body: { password: expect.any(Array) } })
    const strong = await patch(here, { password: NEW_PASSWORD, old_password: SAMPLE_PASSWORD })
    expect(strong.status).toBe(200)
    expect((await here.get('/api/auth/user/')).status).toBe(200)
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
  })

  test('a new name does not undo a concurrent change of email', async () => {
    const rosa = await portal.as('rosa')
    const { body: before } = await rosa.get('/api/auth/user/')
    const { id, last_name, email } = before
    const sent = json({ first_name: 'Rosa Elena', last_name, email })
    // Rosa's form still shows the old email.
    const moving = sql`update users set email = 'nueva@correo.example' where rut = ${ROSA}`
    const rename = () => statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, sent))
    expect(await callDuring(portal.db, moving, rename)).toMatchObject({
      status: 200,
      body: { first_name: 'Rosa Elena', email: 'nueva@correo.example' },
    })
    const rows = await many(
      portal.db,
      sql`select first_name, last_name, email from users where rut = ${ROSA}`,
    )
    expect(rows).toEqual([
      { firstName: 'Rosa Elena', lastName: last_name, email: 'nueva@correo.example' },
    ])
  })

  test('every empty or malformed field is reported', async () => {
    const rosa = await portal.as('rosa')
    const changes = { first_name: ' ', last_name: '', email: '', old_password: SAMPLE_PASSWORD }
    expect(await patch(rosa, changes)).toEqual({
      status: 400,
      body: {
        first_name: ['Ingrese nombre'],
        last_name: ['Ingrese apellido'],
        email: ['Ingrese email'],
      },
    })
  })

  test('permissions, rut and state cannot be assigned (§10.40)', async () => {
    const rosa = await portal.as('rosa')
    const before = (await rosa.get('/api/auth/user/')).body
    const { status } = await patch(rosa, {
      id: 1,
      is_superuser: true,
      is_active: false,
      permissions: ['users.manage_users'],
      group_ids: [1],
      username: '1-9',
      deleted_at: '2026-01-01',
      password_hash: 'x',
      profile: { id: 1, social_security: '1-9', is_client: false },
    })
    expect(status).toBe(200)
    const after = (await rosa.get('/api/auth/user/')).body
    expect({ ...after, profile: { ...after.profile, updated_at: '' } }).toEqual({
      ...before,
      profile: { ...before.profile, updated_at: '' },
    })
  })

  test('another account is a 403 for a member, whatever the id, and a 401 for an anonymous visitor (security 5.8)', async () => {
    const rosa = await portal.as('rosa')
    for (const id of ['1', '999999', 'abc', '99999999999999999999']) {
      expect((await rosa.get(`/api/users/${id}/`)).status).toBe(403)
      expect((await rosa.call('PATCH', `/api/users/${id}/`, json({}))).status).toBe(403)
    }
    expect((await account.visitor.get('/api/users/1/')).status).toBe(401)
  })
})

describe('a new password on every path (security 6.11)', () => {
  const refused: [string, string[]][] = [
    ['Abcde#1', ['Mínimo 8 caracteres']],
    [`Ab#1${'x'.repeat(37)}`, ['Máximo 40 caracteres']],
    ['98765432#', ['Al menos una letra']],
    ['Quillay#x', ['Al menos un número']],
    ['Quillay44', ['Al menos un caracter especial']],
    ['Password1!', ['La contraseña es demasiado común']],
    ['Clave#123', ['La contraseña es demasiado común']],
    [SAMPLE_PASSWORD, ['La contraseña es demasiado común']],
    ['V1st4-al-biobio9', ['La contraseña es demasiado común']],
    ['12345678-5a!', ['La contraseña no puede contener tus datos']],
    ['Sepulveda#77', ['La contraseña no puede contener tus datos']],
  ]
  test.each(refused)('«%s» is refused (security 6.13)', async (password, body) => {
    const token = await account.restoreToken()
    expect(await account.setPassword(token, password)).toEqual({ status: 400, body })
    const rosa = await portal.as('rosa')
    expect(await changePassword(rosa, SAMPLE_PASSWORD, password)).toEqual({ status: 400, body })
  })

  test('all 40 characters count: 41 do not log in (§10.20, security 6.12)', async () => {
    const forty = `Ñandú#1${'x'.repeat(33)}`
    await account.setPassword(await account.restoreToken(), forty)
    expect(await account.logsIn(personas.rosa.rut, `${forty}x`)).toBe(false)
    expect(await account.logsIn(personas.rosa.rut, forty)).toBe(true)
  })
})

describe('a change of password', () => {
  test('opens a new session for this browser and ends the others (§7.17, security 3.10)', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    const before = here.cookies.get('sessionid')
    expect(await changePassword(here, SAMPLE_PASSWORD)).toEqual({ status: 200, body: {} })
    expect(here.cookies.get('sessionid')).not.toBe(before)
    expect((await here.get('/api/auth/user/')).status).toBe(200)
    expect((await here.post('/api/auth/logout/')).status).toBe(200)
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Tu contraseña cambió')
  })

  test('needs the old password and ends earlier restore links (§11.42, security 6.3)', async () => {
    const token = await account.restoreToken()
    const rosa = await portal.as('rosa')
    expect(await changePassword(rosa, 'Otra#2026')).toEqual({
      status: 400,
      body: 'La contraseña actual no es correcta',
    })
    expect(await account.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
    expect((await changePassword(rosa, SAMPLE_PASSWORD)).status).toBe(200)
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('limits guesses of the old password (security 2.10)', async () => {
    const rosa = await portal.as('rosa')
    for (let i = 0; i < 10; i++) expect((await changePassword(rosa, `Otra#${i}`)).status).toBe(400)
    expect((await changePassword(rosa, SAMPLE_PASSWORD)).status).toBe(429)
  })

  test('needs a signed-in user', async () => {
    expect((await changePassword(account.visitor, SAMPLE_PASSWORD)).status).toBe(401)
  })
  test('stores the first 300 characters of the user agent in the session', async () => {
    const rosa = await portal.as('rosa')
    const passwords = { old_password: SAMPLE_PASSWORD, new_password: NEW_PASSWORD }
    const { payload, headers } = json(passwords)
    const long = { payload, headers: { ...headers, 'user-agent': 'x'.repeat(5000) } }
    expect((await rosa.post('/api/client/password/change/', long)).status).toBe(200)
    const rows = await many(portal.db, sql`select length(user_agent) as stored from sessions`)
    expect(rows).toEqual([{ stored: 300 }])
  })
})

describe('concurrent changes by staff', () => {
  const changes: [string, (rosa: Visitor, id: number) => Promise<StatusAndBody>][] = [
    ['a new password', (rosa) => changePassword(rosa, SAMPLE_PASSWORD)],
    [
      'a new password among other changes',
      (rosa, id) => {
        const body = { first_name: 'Otra', password: NEW_PASSWORD, old_password: SAMPLE_PASSWORD }
        return statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json(body)))
      },
    ],
    [
      'a new email',
      (rosa, id) => {
        const body = { email: 'otra@correo.example', old_password: SAMPLE_PASSWORD }
        return statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json(body)))
      },
    ],
  ]

  test.each(changes)(
    '%s is refused when staff set another password meanwhile',
    async (_, change) => {
      const rosa = await portal.as('rosa')
      const { id } = (await rosa.get('/api/auth/user/')).body
      const reset = sql`with out as (delete from sessions where user_id = ${id})
      update users set password_hash = 'set by staff' where id = ${id}`
      expect((await callDuring(portal.db, reset, () => change(rosa, id))).status).toBe(401)
      const rows = await many(
        portal.db,
        sql`select first_name, email, password_hash,
        (select count(*)::int from sessions where user_id = ${id}) as sessions
      from users where id = ${id}`,
      )
      const { firstName, email } = personas.rosa
      expect(rows).toEqual([{ firstName, email, passwordHash: 'set by staff', sessions: 0 }])
    },
  )

  test.each([
    ...changes,
    [
      'a new name',
      (rosa: Visitor, id: number) =>
        statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json({ first_name: 'Rosa Elena' }))),
    ] as (typeof changes)[number],
  ])(
    '%s writes nothing into an account that was erased meanwhile (security 5.29)',
    async (_, change) => {
      const rosa = await portal.as('rosa')
      const { id } = (await rosa.get('/api/auth/user/')).body
      const erased = { rut: null, firstName: 'Cuenta anonimizada', lastName: '', email: '' }
      const erase = sql`update users set ${sql.assign(erased)},
        password_hash = null, is_active = false, deleted_at = now(), erased_at = now()
      where id = ${id}`
      expect((await callDuring(portal.db, erase, () => change(rosa, id))).status).toBe(401)
      const rows = await many(
        portal.db,
        sql`select rut, first_name, last_name, email from users where id = ${id}`,
      )
      expect(rows).toEqual([erased])
    },
  )

  test('a password by a link is refused when the account was erased meanwhile', async () => {
    const token = await account.restoreToken()
    const id = await userIdOf(portal.db, 'rosa')
    const erase = sql`with links as (delete from account_links where user_id = ${id})
      update users set rut = null, first_name = 'Cuenta anonimizada', last_name = '', email = '',
        password_hash = null, is_active = false, deleted_at = now(), erased_at = now()
      where id = ${id}`
    const setPassword = () => account.setPassword(token)
    expect(await callDuring(portal.db, erase, setPassword)).toEqual(DEAD_LINK)
    const rows = await many(portal.db, sql`select password_hash from users where id = ${id}`)
    expect(rows).toEqual([{ passwordHash: null }])
  })
})
