import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { AccountCalls, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
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

  test('thirty changes of names and password an hour are enough; a form that changes nothing counts for none (security 13.31)', async () => {
    const rosa = await portal.as('rosa')
    const same = await patch(rosa, { first_name: 'Rosa' })
    expect(same.status).toBe(200)
    for (let change = 0; change < 30; change++) {
      const { status } = await patch(rosa, { first_name: change % 2 ? 'Rosa' : 'Rosa Elena' })
      expect(status).toBe(200)
    }
    expect((await patch(rosa, { first_name: 'Rosa Elena' })).status).toBe(429)
    const body = json({ old_password: SAMPLE_PASSWORD, new_password: NEW_PASSWORD })
    expect((await rosa.post('/api/client/password/change/', body)).status).toBe(429)
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
