import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  addTotp,
  beginFactor,
  confirmPassword,
  logInWithCode,
  passTime,
  totpCode,
  wrongCode,
} from '../../test/second-factor/factors.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { authJobs, matchStep, newSecret, otpauthUri, resealed, resealTotpSecrets } from './totp.ts'

const secret = newSecret()
const START = Date.UTC(2026, 10, 22, 12, 0, 0)
const STEP_MS = 30_000
const step = START / STEP_MS

function codeAt(timestamp: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

describe('a code counts', () => {
  test.each([
    ['in its own step (security 16.4)', 0, true],
    ['one step late, to its last millisecond', 2 * STEP_MS - 1, true],
    ['one step early', -STEP_MS, true],
    ['not two steps late', 2 * STEP_MS, false],
    ['not two steps early', -STEP_MS - 1, false],
  ])('%s', (_, shift, counts) => {
    const nowMs = START + shift
    const matched = matchStep(secret, codeAt(START), { nowMs, lastStep: null })
    expect(matched).toBe(counts ? step : null)
  })

  test('once: neither it nor an older one after it (security 16.4)', () => {
    const at = (lastStep: number) => matchStep(secret, codeAt(START), { nowMs: START, lastStep })
    expect([at(step - 1), at(step), at(step + 1)]).toEqual([step, null, null])
  })

  test('as RFC 6238 says', () => {
    const rfc = Buffer.from('12345678901234567890')
    const inBase32 = new Secret({ buffer: new Uint8Array(rfc).buffer }).base32
    expect(matchStep(inBase32, '287082', { nowMs: 59_000, lastStep: null })).toBe(1)
    expect(matchStep(inBase32, '081804', { nowMs: 1_111_111_109_000, lastStep: null })).toBe(
      37_037_036,
    )
  })
})

test('no other text counts', () => {
  const right = new Set([-1, 0, 1].map((steps) => codeAt(START + steps * STEP_MS)))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{5,7}$/)), (typed) => {
      fc.pre(!right.has(typed))
      expect(matchStep(secret, typed, { nowMs: START, lastStep: null })).toBeNull()
    }),
  )
})

test('the address names the cooperative and the account, for every application', () => {
  const uri = new URL(otpauthUri(secret, { issuer: 'Vista al Biobío', label: '12345678-5' }))
  expect(uri.href).toContain('otpauth://totp/Vista%20al%20Biob%C3%ADo:12345678-5')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Vista al Biobío',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a secret has 160 bits', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

function confirm(person: Visitor, code: string) {
  return statusAndBody(person.post('/api/auth/totp/', json({ code })))
}

describe('a code application', () => {
  test('is added with its first code, once, and its owner gets an email (§12.82)', async () => {
    const rosa = await portal.as('rosa')
    const body = await beginFactor(rosa, 'totp')
    expect(body.uri).toContain(`secret=${body.secret}`)
    expect(body.qr_svg).toMatch(/^<svg /)
    expect((await rosa.get('/api/auth/second-factor/')).body.totp).toBeNull()

    expect(await confirm(rosa, wrongCode(body.secret))).toEqual({
      status: 400,
      body: { code: ['El código no es correcto'] },
    })
    const confirmed = await confirm(rosa, totpCode(body.secret))
    expect(confirmed.status).toBe(201)
    expect(confirmed.body).toMatchObject({ recovery_codes: { length: 10 } })
    expect((await rosa.get('/api/auth/second-factor/')).body).toMatchObject({
      totp: { last_used_at: null },
      recovery_codes_left: 10,
    })
    const emails = await portal.sentEmails()
    expect(emails.at(-1)?.subject).toBe('Se configuró una aplicación de códigos')
    expect(emails.at(-1)?.text).not.toContain(body.secret)

    const taken = { status: 409, body: 'Ya tienes una aplicación de códigos' }
    expect(await confirm(rosa, totpCode(body.secret, 1))).toEqual(taken)
    expect(await statusAndBody(rosa.post('/api/auth/totp/options/'))).toEqual(taken)
  })

  test('is stored encrypted (security 16.6)', async () => {
    const losRobles = await portal.as('losRobles')
    const { secret } = await addTotp(losRobles)
    const { rows } = await portal.pool.query('select totp_secrets::text as row from totp_secrets')
    expect(rows.map(({ row }) => row).join()).not.toContain(secret)
  })

  test('is not added by the code of a secret that was replaced', async () => {
    const hernan = await portal.as('hernan')
    const first = await beginFactor(hernan, 'totp')
    const second = await beginFactor(hernan, 'totp')
    expect((await confirm(hernan, totpCode(first.secret))).status).toBe(400)
    expect((await confirm(hernan, totpCode(second.secret))).status).toBe(201)
  })

  test('is not added ten minutes later, nor without a start', async () => {
    const pia = await portal.as('pia')
    const expired = { status: 422, body: 'La configuración caducó. Empieza de nuevo' }
    expect(await confirm(pia, '123456')).toEqual(expired)
    const body = await beginFactor(pia, 'totp')
    await portal.pool.query(
      `update totp_secrets set created_at = created_at - interval '10 minutes'`,
    )
    expect(await confirm(pia, totpCode(body.secret))).toEqual(expired)
  })

  test('is removed by its owner, with the recovery codes', async () => {
    const elena = await portal.as('elena')
    await confirmPassword(elena)
    expect((await elena.call('DELETE', '/api/auth/totp/')).status).toBe(404)
    await addTotp(elena)
    expect((await elena.call('DELETE', '/api/auth/totp/')).status).toBe(200)
    expect((await elena.get('/api/auth/second-factor/')).body).toMatchObject({
      totp: null,
      recovery_codes_left: 0,
    })
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Se quitó tu aplicación de códigos')
  })

  test('needs a signed-in user', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    const answers = [
      await anonymous.post('/api/auth/totp/options/'),
      await anonymous.post('/api/auth/totp/'),
      await anonymous.call('DELETE', '/api/auth/totp/'),
      await anonymous.post('/api/auth/recovery-codes/'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  test('can be begun thirty times an hour', async () => {
    const bruno = await portal.as('bruno')
    await confirmPassword(bruno)
    await portal.pool.query(`insert into rate_limits (key, points, expire)
      select 'factor:' || id, 30, (extract(epoch from now()) * 1000)::bigint + 60000
      from users where first_name = 'Bruno'`)
    expect((await bruno.post('/api/auth/totp/options/')).status).toBe(429)
  })
})

describe('by night', () => {
  beforeAll(async () => {
    await portal.close()
    portal = await openPortal()
  })

  const NEXT_KEY = 'n3Xt-k3y-for-tests-0123456789abcdef'

  async function sealedSecrets(): Promise<string[]> {
    const { rows } = await portal.pool.query('select sealed_secret from totp_secrets')
    return rows.map(({ sealed_secret }) => sealed_secret)
  }

  test('secrets follow a new SECRET_KEY, so that the former one can be retired (security 16.7)', async () => {
    const { secret } = await addTotp(await portal.as('rosa'))
    const [before = ''] = await sealedSecrets()
    const [former] = portal.config.secretKeys
    await resealTotpSecrets(portal.db, [NEXT_KEY, former])
    const [after = ''] = await sealedSecrets()
    expect(after).not.toBe(before)
    expect(resealed(after, [NEXT_KEY])).toBeNull()

    // With the former key alone the secret no longer opens, with the next one it does.
    await resealTotpSecrets(portal.db, [former])
    expect(await sealedSecrets()).toEqual([after])
    await resealTotpSecrets(portal.db, [former, NEXT_KEY])
    await passTime(portal)
    const credentials = { username: personas.rosa.rut, password: SAMPLE_PASSWORD }
    const code = totpCode(secret)
    expect((await logInWithCode(portal.visitor(), { ...credentials, code })).status).toBe(200)
  })

  test('expired challenges and unfinished code applications are deleted', async () => {
    const hernan = await portal.as('hernan')
    await beginFactor(hernan, 'passkeys')
    await beginFactor(hernan, 'totp')
    const left = async () => {
      const { rows } = await portal.pool.query(`select
        (select count(*)::int from passkey_challenges) as challenges,
        (select count(*)::int from totp_secrets where confirmed_at is null) as unfinished`)
      return rows[0]
    }
    const { tasks } = authJobs(portal)
    const clean = tasks.delete_old_enrollments as () => Promise<void>
    await clean()
    expect(await left()).toEqual({ challenges: 1, unfinished: 1 })
    await portal.pool.query(
      `update passkey_challenges set expires_at = now() - interval '1 second'`,
    )
    await portal.pool.query(
      `update totp_secrets set created_at = created_at - interval '10 minutes'`,
    )
    await clean()
    expect(await left()).toEqual({ challenges: 0, unfinished: 0 })
  })
})
