import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { AccountCalls, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { form, json, Visitor } from '../../test/visitor.ts'
import { buildApp } from '../app.ts'
import { exec, many, sql } from '../db/query.ts'
import { rateLimitsFor } from './rate-limits.ts'

const ROSA = personas.rosa.rut
const UNKNOWN = '1-9'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const fail = async (username: string) =>
  (await portal.visitor().logIn(username, 'Otra#2026')).status

async function failTimes(username: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect(await fail(username)).toBe(400)
}

/** Ends the wait without waiting. */
async function endWait(): Promise<void> {
  await exec(portal.db, sql`update login_attempts set locked_until = now()`)
}

describe('ten failures in a row on a rut', () => {
  test('the next attempt waits a minute, even with the right password, and the answer says so (§11.11, security 2.1, security 2.13)', async () => {
    await failTimes(ROSA, 10)
    const { status, body, headers } = await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)
    expect(status).toBe(429)
    const seconds = Number(headers['retry-after'])
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(body).toBe(`Demasiados intentos. Inténtalo de nuevo en ${seconds} segundos.`)
  })

  test('an unknown rut is throttled like a known one (security 1.8)', async () => {
    const answersOf = async (rut: string) => {
      const answers = []
      for (let i = 0; i < 15; i++) {
        const { status, body, headers } = await portal.visitor().logIn(rut, 'Otra#2026')
        answers.push([status, JSON.stringify(body).replace(/\d+/, 'N'), Object.keys(headers)])
      }
      return answers
    }
    const known = await answersOf(ROSA)
    expect(known.map(([status]) => status)).toEqual([...Array(10).fill(400), ...Array(5).fill(429)])
    expect(await answersOf(UNKNOWN)).toEqual(known)
  })

  test('all spellings of a rut and all cases of an email count together (security 2.9)', async () => {
    const spellings = ['12.345.678-5', '12345678-5', '123456785', ' 12.345.678-5 ', '12345678-5']
    for (const rut of [...spellings, ...spellings]) expect(await fail(rut)).toBe(400)
    expect(await fail(ROSA)).toBe(429)
    for (let i = 0; i < 5; i++) {
      expect(await fail('hernan.soto@correo.example')).toBe(400)
      expect(await fail('Hernan.SOTO@correo.example')).toBe(400)
    }
    expect(await fail('hernan.soto@correo.example')).toBe(429)
  })

  test('the wait doubles up to fifteen minutes, and attempts during it do not lengthen it (§10.6, security 2.2, security 2.3)', async () => {
    await failTimes(ROSA, 9)
    const waits = []
    for (let i = 0; i < 6; i++) {
      await failTimes(ROSA, 1)
      const before = await many(portal.db, sql`select locked_until::text from login_attempts`)
      expect(await fail(ROSA)).toBe(429)
      const after = await many(portal.db, sql`select locked_until::text from login_attempts`)
      expect(after).toEqual(before)
      const rows = await many<{ minutes: number }>(
        portal.db,
        sql`select round(extract(epoch from locked_until - last_at) / 60)::int as minutes from login_attempts`,
      )
      waits.push(rows[0]?.minutes)
      await endWait()
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15])
    expect((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('a success resets the count (security 2.12)', async () => {
    await failTimes(ROSA, 9)
    await portal.logIn('rosa')
    await failTimes(ROSA, 9)
  })

  test('of concurrent guesses ten in all are verified and the rest refused (security 2.12)', async () => {
    let verified = 0
    for (let inRound = 1; inRound > 0; verified += inRound) {
      const statuses = await Promise.all(Array.from({ length: 50 }, () => fail(ROSA)))
      inRound = statuses.filter((status) => status === 400).length
      expect(statuses.filter((status) => status === 429)).toHaveLength(50 - inRound)
    }
    expect(verified).toBe(10)
    expect(await fail(ROSA)).toBe(429)
  })

  test('another process with the same database applies the same limit (security 2.13)', async () => {
    await failTimes(ROSA, 10)
    const { db, pool, config } = portal
    const other = await buildApp({ db, limits: rateLimitsFor(pool), config, refusalFloorMs: 0 })
    expect((await new Visitor(other).logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
    await other.close()
    const rows = await many(db, sql`select key from login_attempts`)
    expect(rows).toEqual([{ key: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })
})

describe('a known browser', () => {
  test('Rosa’s browser with an earlier login has its own count (security 2.4)', async () => {
    const rosa = await portal.logIn('rosa')
    await rosa.post('/api/auth/logout/')
    await failTimes(ROSA, 10)
    expect(await fail(ROSA)).toBe(429)
    expect((await rosa.logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('a known browser is limited too (security 2.4)', async () => {
    const rosa = await portal.logIn('rosa')
    for (let i = 0; i < 10; i++) {
      expect((await rosa.logIn(ROSA, `Otra#${i}`)).status).toBe(400)
    }
    expect((await rosa.logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
  })

  test('Rosa’s browser guesses at Hernán, who shares her email, like a stranger’s (security 2.400)', async () => {
    const shared = 'casa@correo.example'
    const both = [ROSA, personas.hernan.rut]
    await exec(portal.db, sql`update users set email = ${shared} where rut = any(${both})`)
    const rosa = await portal.logIn('rosa')
    const hernan = await portal.logIn('hernan')
    await hernan.post('/api/auth/logout/')
    const countsOf = async (key: string) =>
      many(portal.db, sql`select points from rate_limits where key like ${`${key}:%`}`)
    await exec(portal.db, sql`delete from rate_limits`)
    for (let i = 0; i < 10; i++) {
      expect((await rosa.logIn(shared, `Otra#${i}`)).status).toBe(400)
    }
    expect(await countsOf('login')).toMatchObject([{ points: 10 }])
    expect((await rosa.logIn(shared, 'Otra#10')).status).toBe(429)
    expect((await rosa.logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
    // A stranger's guesses at Hernán's account wait too; his own browser does not.
    expect(await fail(personas.hernan.rut)).toBe(429)
    expect((await hernan.logIn(personas.hernan.rut, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('Rosa, who may choose her own password, does not find Hernán’s in that way: each of hers counts as a guess at his (security 2.400)', async () => {
    const shared = 'casa@correo.example'
    const both = [ROSA, personas.hernan.rut]
    await exec(portal.db, sql`update users set email = ${shared} where rut = any(${both})`)
    const account = await AccountCalls.open(portal)
    await account.setPassword(await account.restoreToken())
    for (let i = 0; i < 10; i++) {
      expect((await portal.visitor().logIn(shared, NEW_PASSWORD)).status).toBe(200)
    }
    // Who waits is not tried, so a password of both opens Rosa's account and tells nothing.
    expect(await fail(personas.hernan.rut)).toBe(429)
    expect((await portal.visitor().logIn(shared, NEW_PASSWORD)).status).toBe(200)
  })

  test('a browser that accounts of a shared email know enters those whatever its address, the others as a stranger’s (security 2.400, security 2.501)', async () => {
    const shared = 'casa@correo.example'
    const account = await AccountCalls.open(portal)
    await account.setPassword(await account.restoreToken())
    const both = [ROSA, personas.hernan.rut]
    await exec(portal.db, sql`update users set email = ${shared} where rut = any(${both})`)
    const home = portal.visitor()
    expect((await home.logIn(ROSA, NEW_PASSWORD)).status).toBe(200)
    const fillAddress = () =>
      exec(portal.db, sql`update rate_limits set points = 100 where key like 'login:%'`)
    await failTimes(UNKNOWN, 1)
    await fillAddress()
    expect((await home.logIn(shared, SAMPLE_PASSWORD)).status).toBe(429)
    expect((await home.logIn(shared, NEW_PASSWORD)).status).toBe(200)
    expect((await portal.visitor().logIn(shared, NEW_PASSWORD)).status).toBe(429)
    expect((await home.logIn(ROSA, NEW_PASSWORD)).status).toBe(200)
    await exec(portal.db, sql`delete from rate_limits`)
    expect((await home.logIn(personas.hernan.rut, SAMPLE_PASSWORD)).status).toBe(200)
    await failTimes(UNKNOWN, 1)
    await fillAddress()
    expect((await home.logIn(shared, NEW_PASSWORD)).status).toBe(200)
  })

  test('a stranger’s guesses at an email that Rosa and Hernán share keep neither out of a browser that he or she used before (security 2.420)', async () => {
    const shared = 'casa@correo.example'
    const account = await AccountCalls.open(portal)
    await account.setPassword(await account.restoreToken())
    const both = [ROSA, personas.hernan.rut]
    await exec(portal.db, sql`update users set email = ${shared} where rut = any(${both})`)
    const rosa = portal.visitor()
    const hernan = await portal.logIn('hernan')
    expect((await rosa.logIn(shared, NEW_PASSWORD)).status).toBe(200)
    // Rosa's login was a guess at Hernán's account.
    await failTimes(shared, 9)
    expect(await fail(shared)).toBe(429)
    expect((await portal.visitor().logIn(shared, NEW_PASSWORD)).status).toBe(429)
    expect((await rosa.logIn(shared, NEW_PASSWORD)).status).toBe(200)
    expect((await hernan.logIn(shared, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('whose account waits is told so, though another with the email was tried; guesses at that one count (security 2.420)', async () => {
    const shared = 'casa@correo.example'
    const account = await AccountCalls.open(portal)
    await account.setPassword(await account.restoreToken())
    const both = [ROSA, personas.hernan.rut]
    await failTimes(personas.hernan.rut, 10)
    await exec(portal.db, sql`update users set email = ${shared} where rut = any(${both})`)
    for (let i = 0; i < 10; i++) {
      const { status, headers } = await portal.visitor().logIn(shared, SAMPLE_PASSWORD)
      expect(status).toBe(429)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await portal.visitor().logIn(ROSA, NEW_PASSWORD)).status).toBe(429)
  })

  test('an invented cookie is not a known browser (security 2.4)', async () => {
    await failTimes(ROSA, 10)
    const anonymous = portal.visitor()
    anonymous.cookies.set('deviceid', 'A'.repeat(43))
    expect((await anonymous.logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
  })
})

describe('an account', () => {
  const useUpLogins = () =>
    exec(portal.db, sql`update rate_limits set points = 60 where key like 'logins:%'`)

  test('logs in sixty times an hour; a wrong password is still only wrong, and others log in (security 2.22)', async () => {
    await portal.logIn('rosa')
    await useUpLogins()
    const { status, headers, body } = await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
    expect(body).toMatch(/^Demasiados intentos\./)
    expect(await fail(ROSA)).toBe(400)
    await portal.logIn('hernan')
    const attempts = await many(portal.db, sql`select attempts from login_attempts`)
    expect(attempts).toEqual([{ attempts: 1 }])
  })

  test('logs in at once with a password that was restored or that staff set (security 2.22)', async () => {
    const carla = await portal.logIn('carla')
    await portal.logIn('rosa')
    const account = await AccountCalls.open(portal)
    await useUpLogins()
    await account.setPassword(await account.restoreToken())
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
    await useUpLogins()
    const temporary = json({ password: 'Boldo-verde#6094' })
    await carla.call('PATCH', `/api/users/${await userIdOf(portal.db, 'rosa')}/`, temporary)
    expect(await account.logsIn(ROSA, 'Boldo-verde#6094')).toBe(true)
  })

  test('has counts of its own for the last twenty devices (security 2.22)', async () => {
    const rosa = await portal.logIn('rosa')
    await exec(
      portal.db,
      sql`insert into known_devices (user_id, device_hash, last_used_at)
        select id, 'device' || n, now() - n * interval '1 minute'
        from users, generate_series(1, 25) as n where rut = ${ROSA}`,
    )
    await rosa.logIn(ROSA, SAMPLE_PASSWORD)
    const known = await many<{ deviceHash: string }>(
      portal.db,
      sql`select device_hash from known_devices order by last_used_at desc`,
    )
    const [, ...others] = known.map(({ deviceHash }) => deviceHash)
    expect(others).toEqual(Array.from({ length: 19 }, (_, i) => `device${i + 1}`))
    await failTimes(ROSA, 10)
    expect((await rosa.logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(200)
  })
})

describe('requests for an email', () => {
  test('change nothing: after ten by anonymous visitors Rosa’s session and password still work (security 2.5)', async () => {
    const rosa = await portal.logIn('rosa')
    for (let i = 0; i < 10; i++) {
      const anonymous = portal.visitor()
      await anonymous.fetchToken()
      await anonymous.post('/api/send-restore-password-ss/', json({ social_security: ROSA }))
    }
    await portal.sentEmails()
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
    expect((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(200)
  })
})

describe('many failures before a success', () => {
  test('Rosa gets an email (security 2.14)', async () => {
    await failTimes(ROSA, 10)
    await endWait()
    await portal.logIn('rosa')
    expect((await portal.sentEmails()).at(-1)).toMatchObject({
      to: personas.rosa.email,
      subject: 'Hubo muchos intentos fallidos antes de tu ingreso',
    })
  })

  test('Rosa gets an email also when the failures came from another browser', async () => {
    const rosa = await portal.logIn('rosa')
    await failTimes(ROSA, 10)
    await rosa.logIn(ROSA, SAMPLE_PASSWORD)
    const subjects = (await portal.sentEmails()).map((message) => message.subject)
    expect(subjects).toContain('Hubo muchos intentos fallidos antes de tu ingreso')
  })

  test('a few failures send no email', async () => {
    await failTimes(ROSA, 3)
    await portal.logIn('rosa')
    const subjects = (await portal.sentEmails()).map((message) => message.subject)
    expect(subjects).toEqual(['Activa tu Carpeta Virtual'])
  })
})

describe('an address', () => {
  test('one password tried on many ruts is stopped, whatever address headers the client sends (§10.7, security 2.6, security 2.8)', async () => {
    const spray = async (i: number) => {
      const visitor = portal.visitor()
      await visitor.fetchToken()
      const { headers, payload } = form({ username: rutOf(i), password: 'Verano#2026' })
      return visitor.post('/api/auth/login/', {
        payload,
        headers: { ...headers, 'x-forwarded-for': `10.0.0.${i}`, 'x-real-ip': `10.1.0.${i}` },
      })
    }
    for (let i = 0; i < 100; i++) expect((await spray(i)).status).toBe(400)
    const { status, headers, body } = await spray(100)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toMatch(/^Demasiados intentos\./)
  })

  test('concurrent spraying is stopped too (security 2.6)', async () => {
    const statuses = await Promise.all(Array.from({ length: 130 }, (_, i) => fail(rutOf(1000 + i))))
    const guessed = statuses.filter((status) => status === 400).length
    expect(guessed).toBeGreaterThan(0)
    expect(guessed).toBeLessThanOrEqual(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(130 - guessed)
  })

  test('thirty members of one office can log in (security 2.7)', async () => {
    const statuses = []
    for (let i = 0; i < 30; i++) {
      statuses.push((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status)
    }
    expect(statuses).toEqual(Array(30).fill(200))
  })

  test('guesses of links are limited (security 2.10)', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const statuses = []
    for (let i = 0; i < 50; i++) {
      statuses.push(
        (await visitor.get(`/api/client/check/?token=${'A'.repeat(42)}${i % 10}`)).status,
      )
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(statuses.at(-1)).toBe(429)
    const code = json({ code: 'x', password: 'Quillay#44' })
    expect((await visitor.post('/api/restore-password/', code)).status).toBe(429)
    expect((await visitor.post('/api/confirm-email/', json({ code: 'x' }))).status).toBe(429)
  })

  test('guesses of the old password in the own account are limited (security 2.10)', async () => {
    const rosa = await portal.logIn('rosa')
    const { id } = (await rosa.get('/api/auth/user/')).body
    const patch = (old_password: string) =>
      rosa.call('PATCH', `/api/users/${id}/`, json({ email: 'x@correo.example', old_password }))
    for (let i = 0; i < 10; i++) expect((await patch(`Otra#${i}`)).status).toBe(400)
    expect((await patch(SAMPLE_PASSWORD)).status).toBe(429)
  })

  test('requests for emails are limited (security 2.11)', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const requestEmail = () =>
      visitor.post('/api/send-restore-password-ss/', json({ social_security: UNKNOWN }))
    for (let i = 0; i < 30; i++) expect((await requestEmail()).status).toBe(200)
    expect((await requestEmail()).status).toBe(429)
  })

  test('behind a trusted proxy each visitor is counted separately (security 2.8)', async () => {
    const proxied = await openPortalForTest({ TRUST_PROXY: 'true' })
    const from = async (address: string) => {
      const visitor = proxied.visitor()
      await visitor.fetchToken()
      const url = '/api/client/check/?token=x'
      return (await visitor.get(url, { headers: { 'x-forwarded-for': address } })).status
    }
    for (let i = 0; i < 30; i++) await from(`6.6.6.${i}, 10.0.0.1`)
    // The client wrote everything before the proxy's own entry.
    expect(await from('7.7.7.7, 10.0.0.1')).toBe(429)
    expect(await from('10.0.0.2')).toBe(422)
    expect(await from('a'.repeat(300))).toBe(422)
  })
})

/** A valid rut for each number. */
function rutOf(i: number): string {
  const body = String(5_000_000 + i)
  let sum = 0
  for (const [index, digit] of [...body].reverse().entries())
    sum += Number(digit) * (2 + (index % 6))
  const rest = 11 - (sum % 11)
  return `${body}-${rest === 11 ? '0' : rest === 10 ? 'K' : rest}`
}
