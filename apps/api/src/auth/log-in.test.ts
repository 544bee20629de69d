import { userSchema } from '@carpeta/contract/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { form, json, multipart } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { randomToken } from '../http/tokens.ts'
import { hashPassword } from './passwords.ts'

const ROSA = personas.rosa.rut
const WRONG = { __all__: ['Los datos ingresados no son correctos'] }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('logging in by rut', () => {
  test.each(['12345678-5', '12.345.678-5', '123456785', ' 12.345.678-5 '])(
    'Rosa logs in with any spelling: %s (§1.1)',
    async (rut) => {
      const { status, body } = await portal.visitor().logIn(rut, SAMPLE_PASSWORD)
      expect(status).toBe(200)
      expect(userSchema.parse(body)).toMatchObject({
        first_name: 'Rosa',
        username: '12345678-5',
        permissions: [],
        profile: { name: 'Socio', social_security: '12345678-5', is_client: true },
      })
    },
  )

  test('a check digit K may be lower-case', async () => {
    const { status } = await portal.visitor().logIn('10000013k', SAMPLE_PASSWORD)
    expect(status).toBe(200)
  })

  test.each([
    ['urlencoded', form],
    ['multipart', multipart],
    ['JSON', json],
  ])('the form may come as %s (§7.7, §11.8)', async (_name, encode) => {
    const rosa = portal.visitor()
    await rosa.fetchToken()
    const credentials = { username: ROSA, password: SAMPLE_PASSWORD }
    const { status } = await rosa.post('/api/auth/login/', encode(credentials))
    expect(status).toBe(200)
  })

  test('the answer holds only what the browser needs', async () => {
    const { body } = await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)
    const always = Object.entries(userSchema.shape).filter(([, field]) => !field.isOptional())
    const names = [...always.map(([name]) => name), 'extended']
    expect(Object.keys(body).toSorted()).toEqual(names.toSorted())
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  test('Carla has the permissions of her group and is not a client (§10.43)', async () => {
    const { body } = await portal.visitor().logIn(personas.carla.rut, SAMPLE_PASSWORD)
    expect(body.permissions).toEqual([
      'auth.add_user',
      'auth.change_user',
      'auth.delete_user',
      'users.manage_users',
      'users.view_as_member',
    ])
    expect(body.profile).toMatchObject({ name: 'Administración', is_client: false })
  })

  test('Iván, a superuser, has a list of all permissions (§10.45)', async () => {
    const { body } = await portal.visitor().logIn(personas.ivan.rut, SAMPLE_PASSWORD)
    expect(body.permissions).toContain('audit.view_audit')
    expect(body.permissions).toContain('requests.answer_requests')
  })
})

describe('every refused login gets the same answer (security 1.7)', () => {
  test('wrong password, unknown rut, account not activated, deactivated and deleted (§10.4, security 1.1)', async () => {
    const { db, close, visitor } = await openPortal()
    await exec(db, sql`update users set is_active = false where rut = ${personas.pia.rut}`)
    await exec(db, sql`update users set deleted_at = now() where rut = ${personas.bruno.rut}`)
    const answers = []
    for (const [rut, password] of [
      [ROSA, 'Otra#2026'],
      ['1-9', SAMPLE_PASSWORD],
      [personas.tomas.rut, SAMPLE_PASSWORD],
      [personas.pia.rut, SAMPLE_PASSWORD],
      [personas.bruno.rut, SAMPLE_PASSWORD],
    ] as const) {
      const { status, body, headers, setCookies } = await visitor().logIn(rut, password)
      answers.push({ status, body, headers: Object.keys(headers).toSorted(), setCookies })
    }
    await close()
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 400, body: WRONG, setCookies: [] })
  })

  test('spaces and case of a password count (security 6.12)', async () => {
    for (const password of [` ${SAMPLE_PASSWORD}`, `${SAMPLE_PASSWORD} `, 'carpeta#2026']) {
      const { body } = await portal.visitor().logIn(ROSA, password)
      expect(body).toEqual(WRONG)
    }
  })
})

describe('empty and malformed fields are reported by field', () => {
  test.each([
    ['', '', { social_security: ['Ingresa tu rut'], password: ['Ingresa tu contraseña'] }],
    ['12345678-4', 'x', { social_security: ['Rut no válido'] }],
    ['012345678-5', 'x', { social_security: ['Rut no válido'] }],
    ['rosa@', 'x', { email: ['Correo no válido'] }],
    ['rosa@correo.example', '', { password: ['Ingresa tu contraseña'] }],
  ])('«%s» with «%s» (§3.18, §5.1, §5.2, §10.3)', async (username, password, fields) => {
    const { status, body } = await portal.visitor().logIn(username, password)
    expect({ status, body }).toEqual({ status: 400, body: fields })
  })
})

describe('logging in by email', () => {
  test('Rosa logs in, whatever the case of the email (§1.1)', async () => {
    const { status, body } = await portal
      .visitor()
      .logIn('Rosa.Munoz@CORREO.example', SAMPLE_PASSWORD)
    expect([status, body.first_name]).toEqual([200, 'Rosa'])
  })

  test('the password decides between two accounts with one email; a password that matches both opens neither (§10.2)', async () => {
    const { db, close, visitor } = await openPortal()
    const shared = 'familia@correo.example'
    const other = await hashPassword('Otra#2026', null)
    await exec(
      db,
      sql`update users set email = ${shared} where rut in (${ROSA}, ${personas.hernan.rut})`,
    )
    await exec(
      db,
      sql`update users set password_hash = ${other} where rut = ${personas.hernan.rut}`,
    )
    expect((await visitor().logIn(shared, SAMPLE_PASSWORD)).body.first_name).toBe('Rosa')
    expect((await visitor().logIn(shared, 'Otra#2026')).body.first_name).toBe('Hernán')
    await exec(db, sql`update users set password_hash = ${other} where rut = ${ROSA}`)
    expect((await visitor().logIn(shared, 'Otra#2026')).body).toEqual(WRONG)
    await close()
  })
})

describe('the session', () => {
  test('answers with the signed-in user; an anonymous visitor gets 401 (§7.9)', async () => {
    const rosa = await portal.logIn('rosa')
    expect((await rosa.get('/api/auth/user/?format=json')).body.first_name).toBe('Rosa')
    const anonymous = await portal.visitor().get('/api/auth/user/')
    expect(anonymous.status).toBe(401)
    expect(anonymous.headers['www-authenticate']).toBe('Session')
  })

  test('has an HttpOnly, Lax, host-only cookie that ends with the browser (§11.19, security 3.5)', async () => {
    const { setCookies } = await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)
    const cookie = setCookies.find((line) => line.startsWith('sessionid='))
    expect(cookie).toMatch(/^sessionid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('has a Secure cookie with the prefix __Host- on https (§11.19, security 3.5)', async () => {
    const secure = await openPortalForTest({ PUBLIC_URL: 'https://portal.example' })
    const rosa = secure.visitor()
    await rosa.fetchToken()
    const { setCookies } = await rosa.post('/api/auth/login/', {
      ...form({ username: ROSA, password: SAMPLE_PASSWORD }),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://portal.example',
      },
    })
    const cookie = setCookies.find((line) => line.startsWith('__Host-sessionid='))
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('is stored with a hash of its id only (security 3.4)', async () => {
    const rosa = await portal.logIn('rosa')
    const rows = await many(portal.db, sql`select sessions.* from sessions`)
    expect(JSON.stringify(rows)).not.toContain(rosa.cookies.get('sessionid'))
  })

  test('has an id of 256 random bits (security 3.4)', async () => {
    const ids = Array.from({ length: 1000 }, randomToken)
    expect(new Set(ids).size).toBe(1000)
    const bits = new Array<number>(256).fill(0)
    for (const id of ids) {
      const bytes = Buffer.from(id, 'base64url')
      expect(bytes).toHaveLength(32)
      for (let i = 0; i < 256; i++)
        bits[i] = (bits[i] ?? 0) + (((bytes[i >> 3] ?? 0) >> (i & 7)) & 1)
    }
    // Each bit is set about half the time; the margin is twelve standard deviations.
    for (const count of bits) expect(Math.abs(count - 500)).toBeLessThan(190)
  })

  test('never adopts a planted id (security 3.1)', async () => {
    const rosa = portal.visitor()
    rosa.cookies.set('sessionid', 'atacante')
    await rosa.logIn(ROSA, SAMPLE_PASSWORD)
    expect(rosa.cookies.get('sessionid')).not.toBe('atacante')
  })

  test('gets a new id and CSRF token at a second login, which ends the first session (security 3.2)', async () => {
    const rosa = await portal.logIn('rosa')
    const first = new Map(rosa.cookies)
    await rosa.logIn(ROSA, SAMPLE_PASSWORD)
    expect(rosa.cookies.get('sessionid')).not.toBe(first.get('sessionid'))
    expect(rosa.cookies.get('csrftoken')).not.toBe(first.get('csrftoken'))
    const old = portal.visitor()
    old.cookies.set('sessionid', first.get('sessionid') ?? '')
    expect((await old.get('/api/auth/user/')).status).toBe(401)
  })

  test('ends after the idle limit and after the absolute limit, by the database’s clock (§10.26, §10.27, security 3.6, security 3.7, security 12.10)', async () => {
    const limited = await openPortalForTest({ SESSION_IDLE_MINUTES: '65' })
    const rosa = await limited.logIn('rosa')
    await exec(limited.db, sql`update sessions set last_used_at = now() - interval '64 minutes'`)
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
    // That call counted as activity, so the idle limit starts again.
    await exec(
      limited.db,
      sql`update sessions set created_at = now() - interval '11 hours 59 minutes'`,
    )
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
    await exec(limited.db, sql`update sessions set created_at = now() - interval '12 hours'`)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)

    const hernan = await limited.logIn('hernan')
    await exec(limited.db, sql`update sessions set last_used_at = now() - interval '65 minutes'`)
    expect((await hernan.get('/api/auth/user/')).status).toBe(401)
  })

  test('ends at once when the account is deactivated or deleted (security 3.11)', async () => {
    const { db, close, logIn } = await openPortal()
    const [rosa, pia] = [await logIn('rosa'), await logIn('pia')]
    await exec(db, sql`update users set is_active = false where rut = ${ROSA}`)
    await exec(db, sql`update users set deleted_at = now() where rut = ${personas.pia.rut}`)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect((await pia.get('/api/auth/user/')).status).toBe(401)
    await close()
  })

  test('is read from the cookie only (security 3.13)', async () => {
    const rosa = await portal.logIn('rosa')
    const id = rosa.cookies.get('sessionid')
    const anonymous = portal.visitor()
    const url = `/api/auth/user/?sessionid=${id}`
    const { status } = await anonymous.get(url, { headers: { sessionid: id, authorization: id } })
    expect(status).toBe(401)
    await anonymous.fetchToken()
    const body = json({ sessionid: id, old_password: SAMPLE_PASSWORD, new_password: 'Quillay#44' })
    expect((await anonymous.post('/api/client/password/change/', body)).status).toBe(401)
  })

  test('loses a removed permission at the next call (security 3.12)', async () => {
    const { db, close, logIn } = await openPortal()
    const carla = await logIn('carla')
    const permissions = async () => (await carla.get('/api/auth/user/')).body.permissions
    expect(await permissions()).not.toEqual([])
    await exec(
      db,
      sql`delete from user_groups where user_id = (select id from users where rut = ${personas.carla.rut})`,
    )
    expect(await permissions()).toEqual([])
    expect((await carla.get('/api/users/')).status).toBe(403)
    await close()
  })
})

describe('logging out', () => {
  test('ends the session for good; a second time changes nothing (§7.8, §11.6, security 3.9)', async () => {
    const rosa = await portal.logIn('rosa')
    const stolen = portal.visitor()
    stolen.cookies.set('sessionid', rosa.cookies.get('sessionid') ?? '')
    expect((await stolen.get('/api/auth/user/')).status).toBe(200)

    const { status, body } = await rosa.post('/api/auth/logout/')
    expect({ status, body }).toEqual({ status: 200, body: {} })
    expect(rosa.cookies.has('sessionid')).toBe(false)
    expect((await stolen.get('/api/auth/user/')).status).toBe(401)
    expect((await rosa.post('/api/auth/logout/')).status).toBe(200)
  })

  test('does not work by GET (security 3.9)', async () => {
    const rosa = await portal.logIn('rosa')
    expect((await rosa.get('/api/auth/logout/')).status).toBe(405)
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
  })
})
