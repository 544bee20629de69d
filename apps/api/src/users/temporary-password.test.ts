import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addPasskey, logInWithPasskey } from '../../test/second-factor/factors.ts'
import { AccountCalls, changePassword, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

const OWN_PASSWORD = 'Otra#Clave99'
const refused = { status: 403, body: 'Debes cambiar tu contraseña' }

let portal: Portal
let users: UserCalls
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  carla = await portal.logIn('carla')
})
afterEach(() => portal.close())

async function logIn(rut: string, password = NEW_PASSWORD) {
  const visitor = portal.visitor()
  return { visitor, login: await visitor.logIn(rut, password) }
}

/** Carla sets Rosa's password, with which Rosa logs in. */
async function rosaWithTemporaryPassword() {
  await users.change(carla, 'rosa', { password: NEW_PASSWORD })
  return logIn(personas.rosa.rut)
}

describe('a password that Carla set', () => {
  test('opens the account only to change it: every other call is refused (§10.24, security 5.38)', async () => {
    const { visitor: rosa, login } = await rosaWithTemporaryPassword()
    expect([login.status, login.body.must_change_password]).toEqual([200, true])
    expect((await rosa.get('/api/auth/user/')).body.must_change_password).toBe(true)
    const id = await users.idOf('rosa')
    const calls = [
      rosa.get('/api/sales-data/'),
      rosa.get(`/api/users/${id}/`),
      rosa.call('PATCH', `/api/users/${id}/`, json({ first_name: 'Otra' })),
      rosa.get('/api/client/data.json'),
      rosa.post('/api/client/sessions/end-others/'),
      rosa.post('/api/auth/reauthenticate/', json({ password: NEW_PASSWORD })),
      rosa.get('/api/users/'),
    ]
    for (const call of calls) expect(await statusAndBody(call)).toEqual(refused)
    expect((await rosa.get('/api/sales-data/')).headers['x-error-code']).toBe(
      'must_change_password',
    )
    expect((await rosa.post('/api/auth/logout/')).status).toBe(200)
  })

  test('is changed once, and then everything works (security 6.21)', async () => {
    const { visitor: rosa } = await rosaWithTemporaryPassword()
    expect((await changePassword(rosa, NEW_PASSWORD, OWN_PASSWORD)).status).toBe(200)
    expect((await rosa.get('/api/auth/user/')).body).not.toHaveProperty('must_change_password')
    expect((await rosa.get('/api/sales-data/')).status).toBe(200)
    expect((await logIn(personas.rosa.rut)).login.status).toBe(400)
    expect((await logIn(personas.rosa.rut, OWN_PASSWORD)).login.status).toBe(200)
  })

  test('is changed at once, although Rosa had mistyped her own ten times (security 2.22)', async () => {
    const typing = await portal.logIn('rosa')
    for (let i = 0; i < 10; i++) await changePassword(typing, 'Equivocada#1', OWN_PASSWORD)
    expect((await changePassword(typing, SAMPLE_PASSWORD, OWN_PASSWORD)).status).toBe(429)
    const { visitor: rosa } = await rosaWithTemporaryPassword()
    expect((await changePassword(rosa, NEW_PASSWORD, OWN_PASSWORD)).status).toBe(200)
  })

  test('cannot be kept (security 6.21)', async () => {
    const { visitor: rosa } = await rosaWithTemporaryPassword()
    expect(await changePassword(rosa, NEW_PASSWORD, NEW_PASSWORD)).toEqual({
      status: 400,
      body: ['Elige una contraseña distinta de la temporal'],
    })
    expect((await rosa.get('/api/sales-data/')).status).toBe(403)
  })

  test('cannot be kept with the link of an email either, which stays (security 6.21)', async () => {
    await users.change(carla, 'rosa', { password: NEW_PASSWORD })
    const account = await AccountCalls.open(portal)
    const token = await account.restoreToken()
    expect(await account.setPassword(token, NEW_PASSWORD)).toEqual({
      status: 400,
      body: ['Elige una contraseña distinta de la temporal'],
    })
    expect((await logIn(personas.rosa.rut)).login.body.must_change_password).toBe(true)
    expect((await account.setPassword(token, OWN_PASSWORD)).status).toBe(200)
  })

  test('is no proof after seven days, in a session that Rosa’s passkey opens (security 6.21)', async () => {
    const { authenticator } = await addPasskey(await portal.logIn('rosa'))
    await exec(portal.db, sql`update passkeys set created_at = now() - interval '4 days'`)
    await users.change(carla, 'rosa', { password: NEW_PASSWORD })
    await exec(
      portal.db,
      sql`update users set temporary_password_until = now() - interval '1 minute'
        where temporary_password_until is not null`,
    )
    const rosa = portal.visitor()
    const login = await logInWithPasskey(rosa, authenticator)
    expect([login.status, login.body.must_change_password]).toEqual([200, true])
    expect(await statusAndBody(rosa.get('/api/sales-data/'))).toEqual(refused)
    expect(await changePassword(rosa, NEW_PASSWORD, OWN_PASSWORD)).toEqual({
      status: 400,
      body: 'La contraseña actual no es correcta',
    })
  })

  test('opens the account for seven days; after that Rosa restores it by email (§10.24, security 6.21)', async () => {
    await users.change(carla, 'rosa', { password: NEW_PASSWORD })
    const until = (time: string) =>
      exec(
        portal.db,
        sql`update users set temporary_password_until = temporary_password_until + ${time}::interval
          where temporary_password_until is not null`,
      )
    await until('-6 days -23 hours')
    expect((await logIn(personas.rosa.rut)).login.status).toBe(200)
    await until('-2 hours')
    const { login } = await logIn(personas.rosa.rut)
    expect(login).toMatchObject({
      status: 400,
      body: { __all__: ['Los datos ingresados no son correctos'] },
    })
    const account = await AccountCalls.open(portal)
    await account.setPassword(await account.restoreToken(), OWN_PASSWORD)
    const { visitor, login: restored } = await logIn(personas.rosa.rut, OWN_PASSWORD)
    expect(restored.body).not.toHaveProperty('must_change_password')
    expect((await visitor.get('/api/sales-data/')).status).toBe(200)
  })

  test('is recorded and told to Rosa, and so is her change (security 6.22)', async () => {
    const { visitor: rosa } = await rosaWithTemporaryPassword()
    await changePassword(rosa, NEW_PASSWORD, OWN_PASSWORD)
    const [notice, changed] = (await portal.sentEmails()).slice(-2)
    expect(notice).toMatchObject({ to: personas.rosa.email, subject: 'Tu contraseña cambió' })
    expect(notice?.text).toContain('contraseña temporal')
    expect(notice?.text).not.toContain(NEW_PASSWORD)
    expect(changed).toMatchObject({ to: personas.rosa.email, subject: 'Tu contraseña cambió' })
    const entries = await many(
      portal.db,
      sql`select action, actor_id from audit_entries
        where subject_id = ${await users.idOf('rosa')} and action like 'password.%' order by id`,
    )
    expect(entries).toEqual([
      { action: 'password.set_temporary', actorId: await users.idOf('carla') },
      { action: 'password.changed', actorId: await users.idOf('rosa') },
    ])
  })

  test('is told to a new user, without the password (security 6.22)', async () => {
    const { body } = await users.create(carla, ana)
    expect(body.must_change_password).toBe(true)
    const message = (await portal.sentEmails()).at(-1)
    expect(message).toMatchObject({
      to: ana.email,
      subject: 'Tienes una cuenta en la Carpeta Virtual',
    })
    expect(message?.text).not.toContain(ana.password)
    const { visitor, login } = await logIn(ana.profile.social_security)
    expect(login.body.must_change_password).toBe(true)
    expect((await visitor.get('/api/client/')).status).toBe(403)
  })
})

test('the first password of her own activates Ana’s account in the audit log, a later one does not', async () => {
  const rut = ana.profile.social_security
  const { body } = await users.create(carla, ana)
  const activations = () =>
    many(
      portal.db,
      sql`select actor_id from audit_entries
        where subject_id = ${body.id} and action = 'account.activated'`,
    )
  const account = await AccountCalls.open(portal)
  await account.setPassword(await account.restoreToken(rut), OWN_PASSWORD)
  expect(await activations()).toEqual([{ actorId: body.id }])
  await users.change(carla, body.id, { password: NEW_PASSWORD })
  const { visitor } = await logIn(rut)
  expect((await changePassword(visitor, NEW_PASSWORD, OWN_PASSWORD)).status).toBe(200)
  expect(await activations()).toHaveLength(1)
})

test('an invited user chooses the password, which is not temporary', async () => {
  const { body } = await users.create(carla, { ...ana, invite: true })
  expect(body).not.toHaveProperty('must_change_password')
  const account = await AccountCalls.open(portal)
  await account.setPassword(await account.lastToken(), OWN_PASSWORD)
  const { visitor, login } = await logIn(ana.profile.social_security, OWN_PASSWORD)
  expect(login.body).not.toHaveProperty('must_change_password')
  expect((await visitor.get('/api/client/sessions/')).status).toBe(200)
})

test('staff see Rosa’s folder as before; her pending change does not concern them', async () => {
  await users.change(carla, 'rosa', { password: NEW_PASSWORD })
  const view = { user_id: await users.idOf('rosa'), reason: 'Pregunta por su saldo' }
  const { body } = await carla.post('/api/view-as/', json(view))
  expect(body).not.toHaveProperty('must_change_password')
  expect((await carla.get('/api/sales-data/')).status).toBe(200)
})
