import { permissions } from '@carpeta/domain/access/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addPasskey, addTotp, logInWithPasskey } from '../../test/second-factor/factors.ts'
import { productionSettings } from '../../test/test-config.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { readConfig } from '../config/config.ts'

const REFUSED = { status: 403, body: 'Debes configurar un segundo factor para continuar' }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal('sample', { REQUIRE_STAFF_FACTOR: 'true' })
})
afterAll(() => portal.close())

describe('staff without a second factor', () => {
  let carla: Visitor
  beforeEach(async () => {
    for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'rate_limits']) {
      await portal.pool.query(`delete from ${table}`)
    }
    carla = await portal.logIn('carla')
  })

  test('log in, and the answer says what is missing (§12.84)', async () => {
    const { status, body } = await portal.visitor().logIn(personas.carla.rut, SAMPLE_PASSWORD)
    expect([status, body.must_enroll_second_factor]).toEqual([200, true])
    expect((await carla.get('/api/auth/user/')).body.must_enroll_second_factor).toBe(true)
    expect((await carla.get('/api/auth/second-factor/')).body.is_required).toBe(true)
  })

  test('use no call but those that enroll, change the password and log out (security 16.15)', async () => {
    const { body } = await carla.get('/api/openapi.json')
    const allowed: string[] = []
    for (const [path, methods] of Object.entries<object>(body.paths)) {
      for (const name of Object.keys(methods)) {
        const method = name.toUpperCase() as 'GET'
        // Programs have a token of their own and no account.
        if (path === '/api/auth/logout/' || path.startsWith('/api/imports/')) continue
        const anonymous = portal.visitor()
        await anonymous.fetchToken()
        const url = path.replace(/\{\w+\}/g, '999999')
        if ((await anonymous.call(method, url, json({}))).status !== 401) continue
        const answer = await carla.call(method, url, method === 'GET' ? {} : json({}))
        if (answer.headers['x-error-code'] !== 'second_factor_enrollment_required') {
          allowed.push(`${method} ${path}`)
        } else expect(answer).toMatchObject(REFUSED)
      }
    }
    expect(allowed.toSorted()).toEqual([
      'GET /api/auth/second-factor/',
      'GET /api/auth/user/',
      'POST /api/auth/passkeys/',
      'POST /api/auth/passkeys/options/',
      'POST /api/auth/reauthenticate/',
      'POST /api/auth/totp/',
      'POST /api/auth/totp/options/',
      'POST /api/client/password/change/',
    ])
    expect((await carla.post('/api/auth/logout/')).status).toBe(200)
  })

  test.each([
    ['a passkey', addPasskey],
    ['a code application', addTotp],
  ])('use the portal once they have %s (§12.84)', async (_, add) => {
    expect(await statusAndBody(carla.get('/api/users/'))).toEqual(REFUSED)
    await add(carla)
    expect((await carla.get('/api/users/')).status).toBe(200)
    expect((await carla.get('/api/auth/user/')).body).not.toHaveProperty(
      'must_enroll_second_factor',
    )
  })

  test('do not remove the last one (security 16.16)', async () => {
    const { id, authenticator } = await addPasskey(carla)
    const last = {
      status: 409,
      body: 'Tu cuenta necesita un segundo factor: agrega otro antes de quitar este',
    }
    const remove = () => statusAndBody(carla.call('DELETE', `/api/auth/passkeys/${id}/`))
    expect(await remove()).toEqual(last)
    await addTotp(carla)
    expect((await remove()).status).toBe(200)
    expect(await statusAndBody(carla.call('DELETE', '/api/auth/totp/'))).toEqual(last)
    expect((await logInWithPasskey(portal.visitor(), authenticator)).status).toBe(400)
  })

  test('do not remove the last two at once (security 16.16)', async () => {
    const { id } = await addPasskey(carla)
    await addTotp(carla)
    const removed = await Promise.all([
      carla.call('DELETE', `/api/auth/passkeys/${id}/`),
      carla.call('DELETE', '/api/auth/totp/'),
    ])
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('are refused in a session that is older than the setting and the permission (security 16.15)', async () => {
    const rosa = await portal.logIn('rosa')
    expect((await rosa.get('/api/client/')).status).toBe(200)
    await portal.pool.query(`insert into user_groups select users.id, groups.id from users, groups
      where users.first_name = 'Rosa' and groups.name = 'Administración'`)
    expect(await statusAndBody(rosa.get('/api/client/'))).toEqual(REFUSED)
    await portal.pool.query(`delete from user_groups using users
      where users.id = user_id and users.first_name = 'Rosa'`)
    expect((await rosa.get('/api/client/')).status).toBe(200)
  })
})

test.each(permissions)('a password alone does not use %s (security 16.15)', async (permission) => {
  const bruno = await portal.logIn('bruno')
  expect((await bruno.get('/api/client/')).status).toBe(200)
  await portal.pool.query(
    `with added as (insert into groups (name) values ($1) returning id),
      permitted as (insert into group_permissions select id, $1 from added)
      insert into user_groups select users.id, added.id from users, added where rut = $2`,
    [permission, personas.bruno.rut],
  )
  onTestFinished(async () => {
    await portal.pool.query(
      'delete from user_groups where user_id = (select id from users where rut = $1)',
      [personas.bruno.rut],
    )
  })
  expect(await statusAndBody(bruno.get('/api/client/'))).toEqual(REFUSED)
})

test('members need none', async () => {
  const hernan = await portal.logIn('hernan')
  expect((await hernan.get('/api/client/')).status).toBe(200)
  const { id } = await addPasskey(hernan)
  expect((await hernan.call('DELETE', `/api/auth/passkeys/${id}/`)).status).toBe(200)
})

test('the setting is on in production only, unless it says otherwise', () => {
  expect(readConfig({ ENVIRONMENT: 'test' }).requireStaffFactor).toBe(false)
  expect(readConfig(productionSettings).requireStaffFactor).toBe(true)
  const off = { ...productionSettings, REQUIRE_STAFF_FACTOR: 'false' }
  expect(readConfig(off).requireStaffFactor).toBe(false)
})
