import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { Authenticator } from '../../test/second-factor/authenticator.ts'
import { addPasskey, addTotp } from '../../test/second-factor/factors.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const CONFIRM = '/api/auth/reauthenticate/passkey/'
const REQUIRED = { status: 403, body: 'Confirma tu contraseña para continuar' }
const REFUSED = {
  status: 422,
  body: 'No se pudo comprobar la llave de acceso. Inténtalo de nuevo',
}

let portal: Portal
let rosa: Visitor
let carla: Visitor
let authenticator: Authenticator
let passkeyId: number
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  carla = await portal.as('carla')
  ;({ authenticator, id: passkeyId } = await addPasskey(rosa))
})
beforeEach(() => ageAuthentication(portal.db, 'rosa', 'carla'))
afterAll(() => portal.close())

async function confirm(person: Visitor, passkey: Authenticator) {
  const { body: options } = await person.post(`${CONFIRM}options/`)
  return person.post(CONFIRM, json({ response: passkey.get(options) }))
}

describe('eleven minutes after the login', () => {
  test.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['a new passkey', () => rosa.post('/api/auth/passkeys/options/')],
    ['a new code application', () => rosa.post('/api/auth/totp/options/')],
    ['new recovery codes', () => rosa.post('/api/auth/recovery-codes/')],
    ['removing a passkey', () => rosa.call('DELETE', `/api/auth/passkeys/${passkeyId}/`)],
    [
      'resetting somebody else’s factors',
      async () =>
        carla.post(`/api/users/${await userIdOf(portal.db, 'rosa')}/second-factor/reset/`),
    ],
  ])('%s needs a confirmation (security 16.21)', async (_, change) => {
    expect(await statusAndBody(change())).toEqual(REQUIRED)
    expect((await rosa.get('/api/auth/second-factor/')).body.passkeys).toHaveLength(1)
  })

  test('a passkey confirms who Rosa is, and her session gets a new id', async () => {
    const before = new Map(rosa.cookies)
    expect((await confirm(rosa, authenticator)).status).toBe(200)
    expect(rosa.cookies.get('sessionid')).not.toBe(before.get('sessionid'))
    const stale = portal.visitor()
    for (const [name, value] of before) stale.cookies.set(name, value)
    expect((await stale.get('/api/auth/user/')).status).toBe(401)
    await addTotp(rosa)
    expect((await rosa.call('DELETE', '/api/auth/totp/')).status).toBe(200)
  })

  test('a registration that began in time is completed (security 16.21)', async () => {
    await confirm(rosa, authenticator)
    const { body: options } = await rosa.post('/api/auth/passkeys/options/')
    await ageAuthentication(portal.db, 'rosa')
    const response = new Authenticator().create(options)
    const added = await rosa.post('/api/auth/passkeys/', json({ name: 'Otra', response }))
    expect(added.status).toBe(201)
    await portal.pool.query('delete from passkeys where id = $1', [added.body.passkey.id])
  })
})

describe('a confirmation', () => {
  test('offers only the caller’s passkeys (security 16.22)', async () => {
    const { body } = await rosa.post(`${CONFIRM}options/`)
    expect(body.allowCredentials).toMatchObject([{ id: authenticator.id }])
    expect(await statusAndBody(carla.post(`${CONFIRM}options/`))).toEqual({
      status: 409,
      body: 'Primero configura un segundo factor',
    })
  })

  test('is refused with another user’s passkey, and with the challenge of a login (security 16.22)', async () => {
    const { authenticator: hernans } = await addPasskey(await portal.as('hernan'))
    expect(await statusAndBody(confirm(rosa, hernans))).toEqual(REFUSED)
    const { body: options } = await rosa.post('/api/auth/login/passkey/options/')
    const response = authenticator.get(options)
    expect(await statusAndBody(rosa.post(CONFIRM, json({ response })))).toEqual(REFUSED)
    expect(await statusAndBody(rosa.post('/api/auth/totp/options/'))).toEqual(REQUIRED)
  })

  test('needs a session', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await anonymous.post(`${CONFIRM}options/`)).status).toBe(401)
    expect((await anonymous.post(CONFIRM)).status).toBe(401)
  })
})
