import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, one, sql } from '../db/query.ts'

let portal: Portal
let users: UserCalls
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  ivan = await portal.as('ivan')
})
afterEach(() => portal.close())

const required = { status: 403, body: 'Confirma tu contraseña para continuar' }

const confirm = (by: Visitor, password = SAMPLE_PASSWORD) =>
  by.post('/api/auth/reauthenticate/', json({ password }))

const group = (by: Visitor, method: 'POST' | 'PATCH', path: string, body: object) =>
  statusAndBody(by.call(method, path, json(body)))

async function deletedBruno(): Promise<number> {
  const id = await users.idOf('bruno')
  await exec(portal.db, sql`update users set deleted_at = now() where id = ${id}`)
  return id
}

describe('eleven minutes after the login', () => {
  const actions: [string, number, (by: Visitor) => Promise<{ status: number; body: unknown }>][] = [
    ['giving groups', 200, (by) => users.change(by, 'mario', { group_ids: [1, 2] })],
    ['taking groups', 200, (by) => users.change(by, 'mario', { group_ids: [] })],
    [
      'a new user with groups',
      201,
      (by) => users.create(by, { ...ana, invite: true, group_ids: [1] }),
    ],
    [
      'a new group with permissions',
      201,
      (by) => group(by, 'POST', '/api/groups/', { name: 'X', permissions: ['audit.view_audit'] }),
    ],
    [
      'other permissions of a group',
      200,
      (by) => group(by, 'PATCH', '/api/groups/2/', { permissions: ['audit.view_audit'] }),
    ],
    ['a new user with a password', 201, (by) => users.create(by, ana)],
    ['a new user with an invitation', 201, (by) => users.create(by, { ...ana, invite: true })],
    [
      'deleting a user, whose rut another account could take',
      200,
      (by) => users.remove(by, 'rosa'),
    ],
    ['restoring a user', 200, async (by) => users.restore(by, await deletedBruno())],
    ['closing an account', 200, (by) => users.change(by, 'rosa', { is_active: false })],
    [
      'another person’s temporary password',
      200,
      (by) => users.change(by, 'rosa', { password: NEW_PASSWORD }),
    ],
    [
      'another person’s rut',
      200,
      (by) => users.change(by, 'rosa', { profile: { social_security: '17.654.321-3' } }),
    ],
    ['another person’s email', 200, (by) => users.change(by, 'rosa', { email: 'rosa@otro.cl' })],
    ['one’s data as JSON', 200, (by) => statusAndBody(by.get('/api/client/data.json'))],
    ['the audit log as CSV', 200, (by) => statusAndBody(by.get('/api/audit/export.csv'))],
    ['one’s data as PDF', 200, (by) => statusAndBody(by.get('/api/client/data.pdf'))],
  ]

  test.each(actions)(
    '%s needs the password again, and then works (security 3.18, security 3.690)',
    async (_, status, action) => {
      await ageAuthentication(portal.db, 'ivan')
      expect(await action(ivan)).toEqual(required)
      expect((await confirm(ivan)).status).toBe(200)
      expect((await action(ivan)).status).toBe(status)
    },
  )

  test('names, state and unchanged fields need no password', async () => {
    await ageAuthentication(portal.db, 'ivan')
    const same = {
      first_name: 'Mario Andrés',
      email: personas.mario.email,
      password: '',
      profile: { social_security: personas.mario.rut },
      group_ids: [2],
    }
    expect((await users.change(ivan, 'mario', same)).status).toBe(200)
    expect((await group(ivan, 'PATCH', '/api/groups/2/', { name: 'Otro' })).status).toBe(200)
    expect((await ivan.get('/api/users/')).status).toBe(200)
  })

  test('the answer has its own code, and nothing is written (security 3.18)', async () => {
    await ageAuthentication(portal.db, 'ivan')
    const id = await users.idOf('rosa')
    const changes = json({ email: 'rosa@otro.cl', first_name: 'Otra' })
    const { headers } = await ivan.call('PATCH', `/api/users/${id}/`, changes)
    expect(headers['x-error-code']).toBe('reauthentication_required')
    expect(await users.read(ivan, id)).toMatchObject({ first_name: personas.rosa.firstName })
    expect(await portal.sentEmails()).not.toContainEqual(
      expect.objectContaining({ to: 'rosa@otro.cl' }),
    )
  })
})

test('opening a closed account again needs the password again (security 3.690)', async () => {
  await users.change(ivan, 'rosa', { is_active: false })
  await ageAuthentication(portal.db, 'ivan')
  expect(await users.change(ivan, 'rosa', { is_active: true })).toEqual(required)
})

describe('with RECENT_LOGIN_MINUTES', () => {
  async function openWith(minutes: string): Promise<void> {
    await portal.close()
    portal = await openPortal('sample', { RECENT_LOGIN_MINUTES: minutes })
    users = new UserCalls(portal)
    ivan = await portal.as('ivan')
    await ageAuthentication(portal.db, 'ivan')
  }

  test('0, a client that knows no confirmation creates, changes and deletes accounts (§12.1011)', async () => {
    await openWith('0')
    expect((await users.create(ivan, ana)).status).toBe(201)
    const changes = {
      email: 'rosa@otro.cl',
      password: NEW_PASSWORD,
      profile: { social_security: '7.654.321-6' },
      group_ids: [1],
    }
    expect((await users.change(ivan, 'rosa', changes)).status).toBe(200)
    expect((await users.remove(ivan, 'hernan')).status).toBe(200)
  })

  test('0, what other clients do not call still asks: factors, exports, permissions, a checked identity (§12.1011)', async () => {
    await openWith('0')
    expect(await users.change(ivan, 'rosa', { identity_checked: true })).toEqual(required)
    expect(await statusAndBody(ivan.post('/api/auth/passkeys/options/'))).toEqual(required)
    expect(await statusAndBody(ivan.get('/api/audit/export.csv'))).toEqual(required)
    const permissions = { permissions: ['audit.view_audit'] }
    expect(await group(ivan, 'PATCH', '/api/groups/2/', permissions)).toEqual(required)
  })

  test('20, a login of eleven minutes is recent, and one of an hour is not (§12.1011)', async () => {
    await openWith('20')
    expect((await users.create(ivan, ana)).status).toBe(201)
    await exec(portal.db, sql`update sessions set authenticated_at = now() - interval '1 hour'`)
    expect(await users.remove(ivan, 'rosa')).toEqual(required)
  })
})

describe('the confirmation', () => {
  test('gives the session a new id; the former one and the CSRF token are dead (security 3.19)', async () => {
    const before = new Map(ivan.cookies)
    expect((await confirm(ivan)).status).toBe(200)
    expect(ivan.cookies.get('sessionid')).not.toBe(before.get('sessionid'))
    expect((await ivan.get('/api/auth/user/')).status).toBe(200)
    const stale = portal.visitor()
    for (const [name, value] of before) stale.cookies.set(name, value)
    expect((await stale.get('/api/auth/user/')).status).toBe(401)
  })

  test('does not lengthen the session (security 3.19)', async () => {
    const created = () => many(portal.db, sql`select created_at from sessions order by created_at`)
    const before = await created()
    await confirm(ivan)
    expect(await created()).toEqual(before)
  })

  test('with a wrong password is refused and recorded (security 2.19)', async () => {
    await ageAuthentication(portal.db, 'ivan')
    expect(await statusAndBody(confirm(ivan, 'Equivocada#1'))).toEqual({
      status: 400,
      body: 'La contraseña actual no es correcta',
    })
    expect(await users.change(ivan, 'mario', { group_ids: [] })).toEqual(required)
    const entries = await many(
      portal.db,
      sql`select actor_id, subject_id from audit_entries
        where action = 'session.reauthentication_failed'`,
    )
    const id = await users.idOf('ivan')
    expect(entries).toEqual([{ actorId: id, subjectId: id }])
  })

  test('is limited like the login: the eleventh guess waits, even the right one (security 2.19)', async () => {
    for (let i = 0; i < 10; i++) await confirm(ivan, 'Equivocada#1')
    expect((await confirm(ivan)).status).toBe(429)
    await exec(portal.db, sql`update login_attempts set locked_until = now() - interval '1 second'`)
    expect((await confirm(ivan)).status).toBe(200)
  })

  test('counts wrong guesses by address, as logins do (security 2.19)', async () => {
    await confirm(ivan)
    await confirm(ivan, 'Equivocada#1')
    const counts = await many<{ points: number }>(
      portal.db,
      sql`select points from rate_limits where key like 'login:%'`,
    )
    expect(counts).toEqual([{ points: 1 }])
  })

  test('tells Rosa once a day of ten wrong passwords in an hour, in whichever open sessions and prompts (security 2.700)', async () => {
    const rosa = await portal.logIn('rosa')
    const thief = await portal.logIn('rosa')
    const told = async () =>
      (await portal.sentEmails()).filter(
        ({ to, subject }) =>
          to === personas.rosa.email && subject === 'Alguien intenta adivinar tu contraseña',
      ).length
    const guess = async (times: number) => {
      for (let i = 0; i < times; i++) {
        expect((await confirm(thief, 'Equivocada#1')).status).toBe(400)
      }
    }
    await guess(5)
    const change = { old_password: 'Equivocada#1', new_password: NEW_PASSWORD }
    for (let i = 0; i < 4; i++) await rosa.post('/api/client/password/change/', json(change))
    expect(await told()).toBe(0)
    await guess(3)
    expect(await told()).toBe(1)
  })

  test('needs a session, and is not for a view as a member', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await confirm(anonymous)).status).toBe(401)
    const view = { user_id: await users.idOf('rosa'), reason: 'Pregunta por su saldo' }
    await ivan.post('/api/view-as/', json(view))
    expect((await confirm(ivan)).status).toBe(403)
  })
})

describe('confirming a password of the former system', () => {
  // Made by Django 5.2 of this password.
  const FORMER_HASH = 'pbkdf2_sha256$260000$saltsalt$K6g/CIrMI0Lg720P8pQOIZjuJBeIBSXCWcy09CoyMtY='
  const PASSWORD = 'Clave#123'
  const { rut } = personas.rosa

  let rosa: Visitor
  beforeEach(async () => {
    rosa = await portal.as('rosa')
    await exec(portal.db, sql`update users set password_hash = ${FORMER_HASH} where rut = ${rut}`)
  })

  async function storedHash(): Promise<string> {
    const { hash } = await one<{ hash: string }>(
      portal.db,
      sql`select password_hash as hash from users where rut = ${rut}`,
    )
    return hash
  }

  function changePassword(old_password: string, new_password: string) {
    return rosa.post('/api/client/password/change/', json({ old_password, new_password }))
  }

  test('Rosa’s hash of the former system is replaced when she confirms her password, also when nothing else changes (security 6.15)', async () => {
    expect((await changePassword('Otra#2026', 'Quillay#4471')).status).toBe(400)
    expect(await storedHash()).toBe(FORMER_HASH)
    expect((await changePassword(PASSWORD, 'corta')).status).toBe(400)
    expect(await storedHash()).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect((await changePassword(PASSWORD, 'Quillay#4471')).status).toBe(200)
    expect((await portal.visitor().logIn(rut, 'Quillay#4471')).status).toBe(200)
  })

  test('its hash is replaced when Rosa changes her email (security 6.15)', async () => {
    const { id } = (await rosa.get('/api/auth/user/')).body
    const change = json({ email: 'rosa@correo.example', old_password: PASSWORD })
    expect((await rosa.call('PATCH', `/api/users/${id}/`, change)).status).toBe(200)
    expect(await storedHash()).toMatch(/^\$argon2id\$/)
    expect((await portal.visitor().logIn(rut, PASSWORD)).status).toBe(200)
  })

  test('a wrong former password is recorded wherever it is asked for (security 2.19)', async () => {
    const { id } = (await rosa.get('/api/auth/user/')).body
    expect((await changePassword('Otra#2026', 'Quillay#4471')).status).toBe(400)
    const change = json({ email: 'rosa@correo.example', old_password: 'Otra#2026' })
    expect((await rosa.call('PATCH', `/api/users/${id}/`, change)).status).toBe(400)
    const entries = await many(
      portal.db,
      sql`select actor_id, subject_id from audit_entries
        where action = 'session.reauthentication_failed'`,
    )
    expect(entries).toEqual([
      { actorId: id, subjectId: id },
      { actorId: id, subjectId: id },
    ])
  })
})
