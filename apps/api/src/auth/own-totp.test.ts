import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addTotp, totpCode, wrongCode } from '../../test/second-factor/factors.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

function confirm(person: Visitor, code: string) {
  return statusAndBody(person.post('/api/auth/totp/', json({ code })))
}

describe('a code application', () => {
  test('is added with its first code, once, and its owner is told (§12.82)', async () => {
    const rosa = await portal.as('rosa')
    const { body } = await rosa.post('/api/auth/totp/options/')
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
    const first = await hernan.post('/api/auth/totp/options/')
    const second = await hernan.post('/api/auth/totp/options/')
    expect((await confirm(hernan, totpCode(first.body.secret))).status).toBe(400)
    expect((await confirm(hernan, totpCode(second.body.secret))).status).toBe(201)
  })

  test('is not added ten minutes later, nor without a start', async () => {
    const pia = await portal.as('pia')
    const expired = { status: 422, body: 'La configuración caducó. Empieza de nuevo' }
    expect(await confirm(pia, '123456')).toEqual(expired)
    const { body } = await pia.post('/api/auth/totp/options/')
    await portal.pool.query(
      `update totp_secrets set created_at = created_at - interval '10 minutes'`,
    )
    expect(await confirm(pia, totpCode(body.secret))).toEqual(expired)
  })

  test('is removed by its owner, with the recovery codes', async () => {
    const elena = await portal.as('elena')
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
    await portal.pool.query(`insert into rate_limits (key, points, expire)
      select 'factor:' || id, 30, (extract(epoch from now()) * 1000)::bigint + 60000
      from users where first_name = 'Bruno'`)
    expect((await bruno.post('/api/auth/totp/options/')).status).toBe(429)
  })
})
