import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  addPasskey,
  addTotp,
  beginFactor,
  confirmPassword,
  logInWithCode,
  passTime,
  totpCode,
  wrongCode,
} from '../../test/second-factor/factors.ts'
import { json } from '../../test/visitor.ts'
import { sealText } from '../config/secret-keys.ts'
import { loginLimits } from '../throttle/limits.ts'

const WRONG = { code: ['El código no es correcto'] }
const ROSA = { username: personas.rosa.rut, password: SAMPLE_PASSWORD }

let portal: Portal
let secret: string
let recoveryCodes: string[]
beforeAll(async () => {
  portal = await openPortal()
  ;({ secret, recoveryCodes } = await addTotp(await portal.logIn('rosa')))
})
afterAll(() => portal.close())

function logIn(code?: string, password = SAMPLE_PASSWORD) {
  return logInWithCode(portal.visitor(), {
    ...ROSA,
    password,
    ...(code === undefined ? {} : { code }),
  })
}

test('Iván is told once that somebody has his password and guesses at codes (security 16.690)', async () => {
  const { secret } = await addTotp(await portal.logIn('ivan'))
  const before = (await portal.sentEmails()).length
  const guess = { username: personas.ivan.rut, password: SAMPLE_PASSWORD, code: wrongCode(secret) }
  for (let i = 0; i < 3; i++) {
    expect((await logInWithCode(portal.visitor(), guess)).status).toBe(400)
  }
  await logInWithCode(portal.visitor(), { ...guess, password: 'Equivocada#1' })
  expect((await portal.sentEmails()).slice(before)).toMatchObject([
    {
      to: personas.ivan.email,
      subject: 'Alguien escribió tu contraseña y un código equivocado',
    },
  ])
})

describe('an account with a second factor', () => {
  test('opens with the password and a code (§12.82, security 16.1)', async () => {
    const asked = await logIn()
    expect(asked.status).toBe(403)
    expect(asked.headers['x-error-code']).toBe('second_factor_required')
    expect(asked.body).toEqual({
      detail: 'Ingresa el código de tu segundo factor',
      methods: ['totp', 'recovery_code'],
    })
    expect(asked.setCookies.join()).not.toContain('sessionid')
    expect((await logIn('')).status).toBe(403)

    await passTime(portal)
    const opened = await logIn(totpCode(secret))
    expect([opened.status, opened.body.first_name]).toEqual([200, 'Rosa'])
  })

  test('does not tell of it after a wrong password (security 16.2)', async () => {
    const without = await logInWithCode(portal.visitor(), {
      username: personas.hernan.rut,
      password: 'Equivocada#1',
    })
    for (const code of [undefined, '', totpCode(secret, 1), recoveryCodes[0]]) {
      const wrong = await logIn(code, 'Equivocada#1')
      expect([wrong.status, wrong.body]).toEqual([without.status, without.body])
      expect(Object.keys(wrong.headers)).toEqual(Object.keys(without.headers))
    }
  })

  test('lists a passkey, which logs in alone', async () => {
    const hernan = await portal.logIn('hernan')
    await addPasskey(hernan)
    const { username, password } = { ...ROSA, username: personas.hernan.rut }
    const asked = await logInWithCode(portal.visitor(), { username, password })
    expect(asked.body.methods).toEqual(['passkey', 'recovery_code'])
    const typed = await logInWithCode(portal.visitor(), { username, password, code: '123456' })
    expect([typed.status, typed.body]).toEqual([400, WRONG])
  })
})

describe('a code of the application', () => {
  test('opens the account once', async () => {
    await passTime(portal)
    const code = totpCode(secret)
    expect((await logIn(code)).status).toBe(200)
    const again = await logIn(code)
    expect([again.status, again.body]).toEqual([400, WRONG])
    expect(again.headers['x-error-code']).toBe('code:wrong_code')
  })

  test('opens the account once, also in concurrent logins (security 16.4)', async () => {
    await passTime(portal)
    const code = totpCode(secret)
    const statuses = await Promise.all([logIn(code), logIn(code), logIn(code)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('records the use', async () => {
    await passTime(portal)
    const rosa = portal.visitor()
    await logInWithCode(rosa, { ...ROSA, code: totpCode(secret) })
    const { body } = await rosa.get('/api/auth/second-factor/')
    expect(body.totp.last_used_at).toEqual(expect.any(String))
  })
})

describe('a recovery code', () => {
  test('opens the account once, in any spelling, and an email says how many are left (security 16.5)', async () => {
    const [code = '', other = ''] = recoveryCodes
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await logIn(typed)).status).toBe(200)
    const email = (await portal.sentEmails()).find(
      ({ subject }) => subject === 'Se usó un código de recuperación',
    )
    expect(email?.text).toContain('Te quedan 9 códigos.')
    expect((await logIn(code)).body).toEqual(WRONG)
    const statuses = await Promise.all([logIn(other), logIn(other)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('stops working when new ones are made (security 16.5)', async () => {
    await passTime(portal)
    const rosa = portal.visitor()
    await logInWithCode(rosa, { ...ROSA, code: totpCode(secret) })
    await confirmPassword(rosa)
    const { body } = await rosa.post('/api/auth/recovery-codes/')
    expect(body.recovery_codes).toHaveLength(10)
    expect((await logIn(recoveryCodes[2])).body).toEqual(WRONG)
    expect((await logIn(body.recovery_codes[2])).status).toBe(200)
  })

  test('is not given to an account without a factor', async () => {
    const pia = await portal.logIn('pia')
    await confirmPassword(pia)
    const { status, body } = await pia.post('/api/auth/recovery-codes/')
    expect([status, body]).toEqual([409, 'Primero configura un segundo factor'])
  })

  test('has its own first character, and is not stored (security 16.6)', async () => {
    expect(new Set(recoveryCodes.map((code) => code.charAt(0))).size).toBe(10)
    const { rows } = await portal.pool.query(
      'select recovery_codes::text as row from recovery_codes',
    )
    const stored = rows.map(({ row }) => row).join()
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})

describe('guesses of a code', () => {
  test('count like wrong passwords, and asking for the code does not (security 16.3)', async () => {
    await portal.pool.query('delete from login_attempts')
    const { failuresBeforeWait } = loginLimits
    for (let i = 0; i < 3; i++) expect((await logIn()).status).toBe(403)
    for (let i = 1; i < failuresBeforeWait; i++) {
      expect((await logIn(wrongCode(secret))).status).toBe(400)
    }
    expect((await logIn()).status).toBe(403)
    expect((await logIn(wrongCode(secret))).status).toBe(400)
    await passTime(portal)
    expect((await logIn(totpCode(secret))).status).toBe(429)
    expect((await logIn()).status).toBe(429)
    await portal.pool.query('delete from login_attempts')
  })

  test('are recorded as failed logins of the account (security 16.3)', async () => {
    await logIn(wrongCode(secret))
    const { rows } = await portal.pool.query(
      `select subject_id, actor_id, first_name from audit_entries
       join users on users.id = subject_id where action = 'session.login_failed'
       order by audit_entries.id desc limit 1`,
    )
    expect(rows).toMatchObject([{ actor_id: null, first_name: 'Rosa' }])
    await portal.pool.query('delete from login_attempts')
  })
})

describe('once the key of the secrets leaked and is gone', () => {
  const loseKey = (of: string) =>
    portal.pool.query(
      `update totp_secrets set sealed_secret = $1
        where user_id = (select id from users where first_name = $2)`,
      [sealText('JBSWY3DPEHPK3PXP', ['l34k3d-k3y-0123456789abcdef'], 'carpeta totp secrets'), of],
    )

  test('Bruno’s code is wrong, which the log explains, and a recovery code opens his account (security 10.1)', async () => {
    const bruno = await addTotp(await portal.logIn('bruno'))
    await loseKey('Bruno')
    await passTime(portal)
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const enter = (code = '') =>
      logInWithCode(portal.visitor(), { ...ROSA, username: personas.bruno.rut, code })
    const refused = await enter(totpCode(bruno.secret))
    expect([refused.status, refused.body]).toEqual([400, WRONG])
    expect(warn.mock.lastCall?.join()).toContain('carpeta reset-factor')
    warn.mockRestore()
    expect((await enter(bruno.recoveryCodes[0])).status).toBe(200)
  })

  test('Pía begins her code application again (security 10.1)', async () => {
    const pia = await portal.logIn('pia')
    const body = await beginFactor(pia, 'totp')
    await loseKey('Pía')
    const confirmed = await pia.post('/api/auth/totp/', json({ code: totpCode(body.secret) }))
    expect(confirmed.status).toBe(422)
    await addTotp(pia)
  })
})
