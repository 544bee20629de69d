import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { Authenticator } from '../../test/second-factor/authenticator.ts'
import {
  addPasskey,
  beginFactor,
  logInWithPasskey,
  PASSKEY_LOGIN,
} from '../../test/second-factor/factors.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const REFUSED = {
  status: 400,
  body: { __all__: ['Los datos ingresados no son correctos'] },
}

let portal: Portal
let rosa: Visitor
/** Rosa's. */
let authenticator: Authenticator
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.logIn('rosa')
  authenticator = (await addPasskey(rosa)).authenticator
})
afterAll(() => portal.close())

test('Mario, who logs in with a passkey, is told of the many failures before, once (security 16.691)', async () => {
  const own = await addPasskey(await portal.logIn('mario'))
  const thief = portal.visitor()
  for (let i = 0; i < 10; i++) {
    expect((await thief.logIn(personas.mario.rut, `Equivocada#${i}`)).status).toBe(400)
  }
  const before = (await portal.sentEmails()).length
  const told = async () => (await portal.sentEmails()).slice(before).map(({ subject }) => subject)
  const subject = 'Hubo muchos intentos fallidos antes de tu ingreso'
  expect((await logInWithPasskey(portal.visitor(), own.authenticator)).status).toBe(200)
  expect(await told()).toContain(subject)
  expect((await logInWithPasskey(portal.visitor(), own.authenticator)).status).toBe(200)
  expect((await told()).filter((each) => each === subject)).toHaveLength(1)
})

describe('a passkey', () => {
  test('logs Rosa in without rut, password and code (§12.81)', async () => {
    const visitor = portal.visitor()
    const { status, body } = await logInWithPasskey(visitor, authenticator)
    expect([status, body.first_name]).toEqual([200, 'Rosa'])
    expect((await visitor.get('/api/auth/user/')).body.first_name).toBe('Rosa')
    const { body: mine } = await visitor.get('/api/auth/second-factor/')
    expect(mine.passkeys).toMatchObject([
      { name: 'Mi teléfono', is_backed_up: true, last_used_at: expect.any(String) },
    ])
  })

  test('that does not count its signatures logs in each time', async () => {
    const losRobles = await portal.logIn('losRobles')
    const options = await beginFactor(losRobles, 'passkeys')
    const synchronised = new Authenticator()
    const response = synchronised.create(options, { counter: 0 })
    await losRobles.post('/api/auth/passkeys/', json({ name: 'Llave', response }))
    for (const visitor of [portal.visitor(), portal.visitor()]) {
      expect((await logInWithPasskey(visitor, synchronised, { counter: 0 })).status).toBe(200)
    }
  })

  test('logs in as often as the account may, and then waits (security 2.22)', async () => {
    const limited = (points: number) =>
      portal.pool.query(`update rate_limits set points = $1 where key like 'logins:%'`, [points])
    await limited(60)
    expect((await logInWithPasskey(portal.visitor(), authenticator)).status).toBe(429)
    await limited(0)
    expect((await logInWithPasskey(portal.visitor(), authenticator)).status).toBe(200)
  })

  test('ends the session that the browser had', async () => {
    const hernan = await portal.logIn('hernan')
    const before = hernan.cookies.get('sessionid')
    expect((await logInWithPasskey(hernan, authenticator)).body.first_name).toBe('Rosa')
    const old = portal.visitor()
    old.cookies.set('sessionid', before ?? '')
    expect((await old.get('/api/auth/user/')).status).toBe(401)
  })

  test.each([
    ['made for a page of another origin', { origin: 'https://carpeta.example' }],
    ['made for another host', { rpId: 'carpeta.example' }],
    ['made without fingerprint or PIN', { isVerified: false }],
    ['to another challenge', { challenge: 'b3RybyBkZXNhZsOtbw' }],
    ['of a registration', { type: 'webauthn.create' }],
    ['with a counter that goes back', { counter: 1 }],
  ])('is refused for a signature %s (security 16.8)', async (_, behaviour) => {
    await logInWithPasskey(portal.visitor(), authenticator)
    const answer = await logInWithPasskey(portal.visitor(), authenticator, behaviour)
    expect(answer).toMatchObject(REFUSED)
    expect(answer.setCookies.join()).not.toContain('sessionid')
  })

  test('is refused for a signature of another key (security 16.8)', async () => {
    const forged = new Authenticator()
    await addPasskey(await portal.logIn('hernan'), 'Otro', forged)
    Object.defineProperty(forged, 'credentialId', { value: authenticator.credentialId })
    expect(await logInWithPasskey(portal.visitor(), forged)).toMatchObject(REFUSED)
  })

  test('is refused when nobody registered it', async () => {
    expect(await logInWithPasskey(portal.visitor(), new Authenticator())).toMatchObject(REFUSED)
  })

  test.each([
    ['deactivated', 'pia', 'is_active = false'],
    ['deleted', 'bruno', 'deleted_at = now()'],
  ] as const)('does not open a %s account (security 16.10)', async (_, name, change) => {
    const { authenticator: own } = await addPasskey(await portal.logIn(name))
    const { rut } = personas[name]
    await portal.pool.query(`update users set ${change} where rut = $1`, [rut])
    expect(await logInWithPasskey(portal.visitor(), own)).toMatchObject(REFUSED)
  })

  test('no longer works once it is removed (security 16.10)', async () => {
    const elena = await portal.logIn('elena')
    const { authenticator: removed, id } = await addPasskey(elena)
    expect((await elena.call('DELETE', `/api/auth/passkeys/${id}/`)).status).toBe(200)
    expect(await logInWithPasskey(portal.visitor(), removed)).toMatchObject(REFUSED)
  })

  test('with the handle of another account is refused (security 16.10)', async () => {
    const { authenticator: own } = await addPasskey(await portal.logIn('carla'))
    own.create((await rosa.post('/api/auth/passkeys/options/')).body)
    expect(await logInWithPasskey(portal.visitor(), own)).toMatchObject(REFUSED)
  })
})

describe('the challenge of a login', () => {
  test('is answered once (security 16.9)', async () => {
    const [first, second] = [portal.visitor(), portal.visitor()]
    await first.fetchToken()
    const { body: options } = await first.post(`${PASSKEY_LOGIN}options/`)
    for (const [name, value] of first.cookies) second.cookies.set(name, value)
    const answer = () => json({ response: authenticator.get(options) })
    expect((await first.post(PASSKEY_LOGIN, answer())).status).toBe(200)
    expect(await second.post(PASSKEY_LOGIN, answer())).toMatchObject(REFUSED)
  })

  test('counts only for the visitor who got it (security 16.9)', async () => {
    const [visitor, thief] = [portal.visitor(), portal.visitor()]
    await visitor.fetchToken()
    await thief.fetchToken()
    const { body: options } = await visitor.post(`${PASSKEY_LOGIN}options/`)
    const stolen = await thief.post(PASSKEY_LOGIN, json({ response: authenticator.get(options) }))
    expect(stolen).toMatchObject(REFUSED)
  })

  test('expires after five minutes (security 16.9)', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const { body: options } = await visitor.post(`${PASSKEY_LOGIN}options/`)
    await portal.pool.query(
      `update passkey_challenges set expires_at = expires_at - interval '5 minutes'`,
    )
    const late = await visitor.post(PASSKEY_LOGIN, json({ response: authenticator.get(options) }))
    expect(late).toMatchObject(REFUSED)
  })

  test('is not that of a registration (security 16.9)', async () => {
    const { body } = await rosa.post('/api/auth/passkeys/options/')
    const request = { ...body, rpId: body.rp.id }
    const answer = await rosa.post(PASSKEY_LOGIN, json({ response: authenticator.get(request) }))
    expect(answer).toMatchObject(REFUSED)
  })

  test('offers no account and no credential (security 16.11)', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const { body } = await visitor.post(`${PASSKEY_LOGIN}options/`)
    expect(body).toEqual({
      rpId: 'localhost',
      challenge: expect.any(String),
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    })
  })
})

test.each([
  ['', 'no es base64'],
  ['e30', '{}'],
  ['bnVsbA', 'null'],
])('a response that no browser makes is refused: %s (%s)', async (clientDataJSON) => {
  const visitor = portal.visitor()
  await visitor.fetchToken()
  const { body: options } = await visitor.post(`${PASSKEY_LOGIN}options/`)
  const response = authenticator.get(options)
  response.response.clientDataJSON = clientDataJSON
  expect(await visitor.post(PASSKEY_LOGIN, json({ response }))).toMatchObject(REFUSED)
})

test('refused passkeys count for the address, and a login gives the count back', async () => {
  const points = async () => {
    const { rows } = await portal.pool.query(
      `select points from rate_limits where key like 'login:%'`,
    )
    return rows[0]?.points
  }
  await logInWithPasskey(portal.visitor(), new Authenticator())
  const after = await points()
  expect(after).toBeGreaterThan(0)
  await logInWithPasskey(portal.visitor(), authenticator)
  expect(await points()).toBe(after)
})
