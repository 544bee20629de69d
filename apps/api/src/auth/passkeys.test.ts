import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { Authenticator } from '../../test/second-factor/authenticator.ts'
import { addPasskey, addTotp, beginFactor } from '../../test/second-factor/factors.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const REFUSED = {
  status: 422,
  body: 'No se pudo comprobar la llave de acceso. Inténtalo de nuevo',
}

let portal: Portal
let rosa: Visitor
let hernan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  hernan = await portal.as('hernan')
})
afterAll(() => portal.close())

function rename(person: Visitor, id: number, name: string) {
  return person.call('PATCH', `/api/auth/passkeys/${id}/`, json({ name }))
}

describe('adding a passkey', () => {
  test('asks for a verified owner and for a passkey that needs no user name', async () => {
    const body = await beginFactor(hernan, 'passkeys')
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: '11111111-1', displayName: 'Hernán Soto Aguayo' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const again = await hernan.post('/api/auth/passkeys/options/')
    expect(again.body.user.id).toBe(body.user.id)
    expect(again.body.challenge).not.toBe(body.challenge)
    const hers = await beginFactor(rosa, 'passkeys')
    expect(hers.user.id).not.toBe(body.user.id)
  })

  test('gives recovery codes with the first one, ends the other sessions and tells the owner (§12.83, security 16.13)', async () => {
    const elsewhere = await portal.as('rosa')
    const { recoveryCodes, authenticator } = await addPasskey(rosa)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await elsewhere.get('/api/auth/user/')).status).toBe(401)
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
    const emails = await portal.sentEmails()
    expect(emails.at(-1)).toMatchObject({ subject: 'Se agregó una llave de acceso' })
    expect(emails.at(-1)?.text).not.toContain('Mi teléfono')

    const { body } = await rosa.post('/api/auth/passkeys/options/')
    expect(body.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['hybrid', 'internal'] },
    ])
    const second = await addPasskey(rosa, ' Mi llave ')
    expect(second.recoveryCodes).toEqual([])
    const { body: mine } = await rosa.get('/api/auth/second-factor/')
    expect(mine).toMatchObject({
      is_required: false,
      passkeys: [{ name: 'Mi teléfono' }, { name: 'Mi llave' }],
      totp: null,
      recovery_codes_left: 10,
    })
    expect(JSON.stringify(mine)).not.toContain(authenticator.id)
  })

  test.each([
    ['a page of another origin', { origin: 'https://carpeta.example' }],
    ['another host', { rpId: 'carpeta.example' }],
    ['another challenge', { challenge: 'b3RybyBkZXNhZsOtbw' }],
    ['a login', { type: 'webauthn.get' }],
    ['an owner who was not verified', { isVerified: false }],
  ])('is refused for %s (security 16.12)', async (_, behaviour) => {
    const options = await beginFactor(hernan, 'passkeys')
    const response = new Authenticator().create(options, behaviour)
    const added = await statusAndBody(
      hernan.post('/api/auth/passkeys/', json({ name: 'Llave', response })),
    )
    expect(added).toEqual(REFUSED)
  })

  test('is refused with the challenge of another session, and a second time (security 16.12)', async () => {
    const hers = await beginFactor(rosa, 'passkeys')
    const stolen = json({ name: 'Llave', response: new Authenticator().create(hers) })
    expect(await statusAndBody(hernan.post('/api/auth/passkeys/', stolen))).toEqual(REFUSED)

    const his = await beginFactor(hernan, 'passkeys')
    const nameless = json({ name: ' ', response: new Authenticator().create(his) })
    expect(await statusAndBody(hernan.post('/api/auth/passkeys/', nameless))).toEqual({
      status: 400,
      body: { name: ['Escribe un nombre para la llave de acceso'] },
    })
    const answered = () => json({ name: 'Llave', response: new Authenticator().create(his) })
    expect((await hernan.post('/api/auth/passkeys/', answered())).status).toBe(201)
    expect(await statusAndBody(hernan.post('/api/auth/passkeys/', answered()))).toEqual(REFUSED)
  })

  test('is refused for a credential that is registered (security 16.12)', async () => {
    const pia = await portal.as('pia')
    const { authenticator } = await addPasskey(pia)
    const options = await beginFactor(hernan, 'passkeys')
    const response = authenticator.create(options)
    const added = await statusAndBody(
      hernan.post('/api/auth/passkeys/', json({ name: 'Llave', response })),
    )
    expect(added).toEqual({ status: 409, body: 'Esta llave de acceso ya está registrada' })
  })

  test('stops at twenty', async () => {
    const bruno = await portal.as('bruno')
    const { id } = await addPasskey(bruno)
    await portal.pool.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
       select user_id, 'c' || n, public_key, 0, transports, name, false
       from passkeys, generate_series(1, 19) n where id = $1`,
      [id],
    )
    expect(await statusAndBody(bruno.post('/api/auth/passkeys/options/'))).toEqual({
      status: 409,
      body: 'Puedes tener hasta 20 llaves de acceso',
    })
  })
})

describe('a passkey', () => {
  test('can be renamed and removed by its owner only (§12.81, security 16.14)', async () => {
    const elena = await portal.as('elena')
    const { id } = await addPasskey(elena)
    expect((await rename(elena, id, 'Computador')).body).toMatchObject({ id, name: 'Computador' })
    expect((await rename(elena, id, '')).status).toBe(400)
    expect((await rename(rosa, id, 'Mía')).status).toBe(404)
    expect((await rosa.call('DELETE', `/api/auth/passkeys/${id}/`)).status).toBe(404)

    expect((await elena.call('DELETE', `/api/auth/passkeys/${id}/`)).status).toBe(200)
    expect((await elena.get('/api/auth/second-factor/')).body).toEqual({
      is_required: false,
      passkeys: [],
      totp: null,
      recovery_codes_left: 0,
    })
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Se quitó una llave de acceso')
    expect((await elena.call('DELETE', `/api/auth/passkeys/${id}/`)).status).toBe(404)
  })

  test('needs a signed-in user (security 16.14)', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    const answers = [
      await anonymous.post('/api/auth/passkeys/options/'),
      await anonymous.post('/api/auth/passkeys/'),
      await rename(anonymous, 1, 'Mía'),
      await anonymous.call('DELETE', '/api/auth/passkeys/1/'),
      await anonymous.get('/api/auth/second-factor/'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })
})

describe('confirming who one is', () => {
  const CONFIRM = '/api/auth/reauthenticate/passkey/'
  const REQUIRED = { status: 403, body: 'Confirma tu contraseña para continuar' }
  let carla: Visitor
  let authenticator: Authenticator
  let passkeyId: number
  beforeAll(async () => {
    await portal.close()
    portal = await openPortal()
    rosa = await portal.as('rosa')
    carla = await portal.as('carla')
    ;({ authenticator, id: passkeyId } = await addPasskey(rosa))
  })
  beforeEach(() => ageAuthentication(portal.db, 'rosa', 'carla'))

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
})
