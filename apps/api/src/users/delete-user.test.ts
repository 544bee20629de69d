import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { entriesSince, lastEntry } from '../../test/audit/audit-entries.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { AccountCalls, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, MISSING, UserCalls } from '../../test/users/user-calls.ts'
import type { Visitor } from '../../test/visitor.ts'

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

describe('deleting an account', () => {
  test('ends Rosa’s session and links at once, tells her, and she cannot restore her password (§11.29, security 5.16, security 5.582)', async () => {
    const rosa = await portal.as('rosa')
    const account = await AccountCalls.open(portal)
    const token = await account.restoreToken()
    const id = await users.idOf('rosa')
    expect(await users.remove(carla, 'rosa')).toEqual({ status: 200, body: {} })
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    expect((await account.check(token)).status).toBe(422)
    await account.requestRestore()
    expect(await users.emailsTo(personas.rosa.email)).toEqual([
      'Recupera tu contraseña',
      'Tu cuenta fue eliminada',
    ])
    expect(await statusAndBody(carla.get(`/api/users/${id}/`))).toEqual(MISSING)
  })

  test('a second time is a 404 (§7.29)', async () => {
    await users.remove(carla, 'rosa')
    expect(await users.remove(carla, 'rosa')).toEqual(MISSING)
    expect(await users.change(carla, 'rosa', {})).toEqual(MISSING)
  })

  test('staff cannot delete or deactivate their own account (security 5.13)', async () => {
    const refused = { status: 403, body: 'No puedes eliminar tu propia cuenta' }
    expect(await users.remove(carla, 'carla')).toEqual(refused)
    expect(await users.remove(ivan, 'ivan')).toEqual(refused)
    expect((await users.change(carla, 'carla', { is_active: false })).body.is_active).toBe(true)
    expect((await users.change(ivan, 'ivan', { is_active: false })).body.is_active).toBe(true)
  })
})

describe('what deleting leaves open', () => {
  const openMatters = async (by: Visitor, name: 'rosa' | 'mario') =>
    statusAndBody(by.get(`/api/users/${await users.idOf(name)}/open-matters/`))

  beforeEach(async () => {
    await portal.pool.query('delete from requests')
    const { id } = await storeRequest(portal)
    await portal.pool.query(
      `update requests set assignee_id = (select id from users where rut = $1) where id = $2`,
      [personas.mario.rut, id],
    )
    await storeRequest(portal, { state: 'resolved' })
  })

  test('are Rosa’s sale and open request, and that Mario answers it (§12.1461)', async () => {
    expect(await openMatters(carla, 'rosa')).toEqual({
      status: 200,
      body: { sales: 1, requests: 1, assigned: 0 },
    })
    expect(await openMatters(carla, 'mario')).toMatchObject({
      body: { sales: 0, requests: 0, assigned: 1 },
    })
    await portal.pool.query(`update sales set completed_on = '2026-11-02' where code = 'V-1001'`)
    expect(await openMatters(carla, 'rosa')).toMatchObject({ body: { sales: 0, requests: 1 } })
  })

  test('is told to those who may delete alone, and the audit log says whose it was (security 5.550)', async () => {
    const anonymous = portal.visitor()
    expect((await openMatters(anonymous, 'rosa')).status).toBe(401)
    expect((await openMatters(await portal.as('mario'), 'rosa')).status).toBe(403)
    expect((await openMatters(await portal.as('rosa'), 'rosa')).status).toBe(403)
    await openMatters(carla, 'rosa')
    const { rows } = await portal.pool.query(
      `select action from audit_entries where subject_id = $1 and actor_id = $2`,
      [await users.idOf('rosa'), await users.idOf('carla')],
    )
    expect(rows).toEqual([{ action: 'member.read' }])
    const id = await users.idOf('rosa')
    await users.remove(carla, 'rosa')
    expect(await statusAndBody(carla.get(`/api/users/${id}/open-matters/`))).toEqual(MISSING)
  })
})

describe('Rosa, whose account Carla deleted, is told when another account takes her rut', () => {
  const TAKEN = 'Otra cuenta tiene tu rut'
  const profile = { social_security: personas.rosa.rut }
  const toRosa = async () =>
    (await users.emailsTo(personas.rosa.email)).filter((subject) => subject === TAKEN)

  test('by being created, in either way (security 5.582)', async () => {
    await users.remove(carla, 'rosa')
    const invited = { ...ana, profile, invite: true, password: '' }
    const { status, body } = await users.create(carla, invited)
    expect([status, await toRosa()]).toEqual([201, [TAKEN]])
    await users.remove(carla, body.id)
    expect((await users.create(carla, { ...ana, profile })).status).toBe(201)
    expect(await toRosa()).toEqual([TAKEN, TAKEN])
    // Nobody activated the first one.
    expect(await users.emailsTo(ana.email)).not.toContain(TAKEN)
  })

  test('by getting it as another account’s rut (security 5.582)', async () => {
    await users.remove(carla, 'rosa')
    expect((await users.change(carla, 'hernan', { profile })).status).toBe(200)
    expect(await toRosa()).toEqual([TAKEN])
  })

  test('by being restored; her own account, restored, tells nobody (security 5.582)', async () => {
    const rosas = await users.idOf('rosa')
    await users.change(carla, 'hernan', { profile: { social_security: '1-9' } })
    const hernans = (await users.read(carla, await users.idOf('pia'))).id
    await users.remove(carla, 'rosa')
    expect((await users.restore(carla, rosas)).status).toBe(200)
    expect(await toRosa()).toEqual([])
    await users.remove(carla, rosas)
    await users.change(carla, hernans, { profile })
    await users.remove(carla, hernans)
    expect((await users.restore(carla, hernans)).status).toBe(200)
    expect(await toRosa()).toEqual([TAKEN, TAKEN])
  })
})

describe('Mario, who may do what Carla may not,', () => {
  const refused = {
    status: 403,
    body: 'No puedes eliminar ni restaurar a quien tiene permisos que tú no tienes',
  }

  test('is neither deleted nor restored by Carla (security 5.37)', async () => {
    const id = await users.idOf('mario')
    expect(await users.remove(carla, 'mario')).toEqual(refused)
    expect(await users.logsIn(personas.mario.rut, SAMPLE_PASSWORD)).toBe(true)
    expect((await users.remove(ivan, 'mario')).status).toBe(200)
    expect(await users.restore(carla, id)).toEqual(refused)
    expect((await users.restore(ivan, id)).status).toBe(200)
  })

  test('is deleted and restored by Carla once she has his permissions too', async () => {
    await users.change(ivan, 'carla', { group_ids: [1, 2] })
    const id = await users.idOf('mario')
    expect((await users.remove(carla, 'mario')).status).toBe(200)
    expect((await users.restore(carla, id)).status).toBe(200)
  })
})

describe('restoring an account', () => {
  test('Rosa chooses a password and logs in again; her earlier sessions, links and password stay ended (security 5.16, security 6.100)', async () => {
    const rosa = await portal.as('rosa')
    const account = await AccountCalls.open(portal)
    const token = await account.restoreToken()
    const id = await users.idOf('rosa')
    await users.remove(carla, 'rosa')
    const restored = await users.restore(carla, id)
    expect(restored).toMatchObject({
      status: 200,
      body: { id, first_name: 'Rosa', is_active: true, deleted_at: null },
    })
    expect(restored.body).toEqual(await users.read(carla, id))
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect((await account.check(token)).status).toBe(422)
    expect(await users.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(false)
    await account.setPassword(await account.lastToken())
    expect(await users.logsIn(personas.rosa.rut, NEW_PASSWORD)).toBe(true)
  })

  test('Mario comes back without his groups, and the audit log says which he had (§12.1650)', async () => {
    const id = await users.idOf('mario')
    await users.remove(ivan, 'mario')
    const last = await lastEntry(portal)
    const { body } = await users.restore(ivan, id)
    expect(body).toMatchObject({ group_ids: [], permissions: [] })
    expect(await entriesSince(portal, last)).toContainEqual(
      expect.objectContaining({
        action: 'user.restored',
        before: { group_ids: [2] },
        after: { group_ids: [] },
      }),
    )
  })

  test('an account that is not deleted cannot be restored (§7.29)', async () => {
    expect(await users.restore(carla, await users.idOf('rosa'))).toEqual(MISSING)
  })

  test('a rut that another account has now is reported at its field (§10.41)', async () => {
    const id = await users.idOf('rosa')
    await users.remove(carla, 'rosa')
    await users.create(carla, { ...ana, profile: { social_security: personas.rosa.rut } })
    expect(await users.restore(carla, id)).toEqual({
      status: 400,
      body: { social_security: ['Ya existe un usuario con este rut'] },
    })
  })

  test('so is an email that another account logs in with', async () => {
    const form = { ...ana, profile: {} }
    const { body } = await users.create(carla, form)
    await users.remove(carla, body.id)
    await users.create(carla, form)
    expect(await users.restore(carla, body.id)).toEqual({
      status: 400,
      body: { email: ['Ya existe un usuario con este correo'] },
    })
  })

  test('Tomás is not invited any more', async () => {
    await portal.sentEmails()
    const id = await users.idOf('tomas')
    await users.remove(carla, 'tomas')
    await users.restore(carla, id)
    const { body } = await carla.get('/api/users/?invitation=not_invited')
    expect(body.results).toMatchObject([{ id, invitation: { invited_at: null, delivery: null } }])
  })
})
