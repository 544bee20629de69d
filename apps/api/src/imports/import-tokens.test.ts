import { MAX_IMPORT_TOKENS } from '@carpeta/domain/imports/import-token-rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { confirmPassword } from '../../test/second-factor/factors.ts'
import { linkTokenOf } from '../../test/users/account-calls.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, one, sql } from '../db/query.ts'
import { tokenHash } from '../http/tokens.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  ivan = await portal.as('ivan')
  await confirmPassword(ivan)
})

const path = '/api/import-tokens/'
const create = (form: object, by = ivan) => by.post(path, json(form))
const nightly = { name: ' Carga nocturna ', days: 90 }

describe('a token', () => {
  test('is shown once, and only its hash and its beginning are stored (security 7.33)', async () => {
    const { status, body } = await create(nightly)
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Carga nocturna', state: 'active', last_used_at: null })
    expect(body.token).toMatch(/^cvi_[\w-]{43}$/)
    const { created_by: by, prefix } = body
    expect([by, body.token.startsWith(prefix), prefix.length]).toEqual([
      'Iván Rojas Mella',
      true,
      10,
    ])
    const row = await one<Record<string, unknown>>(portal.db, sql`select * from import_tokens`)
    expect(row.tokenHash).toBe(tokenHash(body.token))
    expect(JSON.stringify(row)).not.toContain(body.token)
    const { token: _token, ...shown } = body
    expect((await ivan.get(path)).body).toEqual({ results: [shown] })
  })

  test('needs a name and a known validity', async () => {
    const { status, body } = await create({ name: ' ', days: 7 })
    expect([status, body]).toEqual([
      400,
      { name: ['Ingresa un nombre'], days: ['Elige 30, 90 o 365 días'] },
    ])
  })

  test('needs the password again eleven minutes after the login (security 7.34)', async () => {
    await ageAuthentication(portal.db, 'ivan')
    const { status, headers } = await create(nightly)
    expect([status, headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
    expect((await ivan.get(path)).body.results).toEqual([])
  })

  test('needs the password or a factor since the login, however recent (security 7.270)', async () => {
    const walkedAwayFrom = await portal.as('ivan')
    const { status, headers } = await create(nightly, walkedAwayFrom)
    expect([status, headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
  })

  test('is told to its creator, whose ‘No fui yo’ ends it (security 7.270)', async () => {
    await create(nightly)
    const notice = (await portal.sentEmails()).at(-1)
    expect(notice).toMatchObject({
      to: personas.ivan.email,
      subject: 'Se creó un token para cargas',
    })
    expect(notice?.text).not.toContain('Carga nocturna')
    const answer = await ivan.post('/api/client/not-me/', json({ token: linkTokenOf(notice) }))
    expect(answer.status).toBe(200)
    const { revoked } = await one<{ revoked: boolean }>(
      portal.db,
      sql`select revoked_at is not null as revoked from import_tokens`,
    )
    expect(revoked).toBe(true)
  })

  test('is revoked once, and stays in the list', async () => {
    const { id } = (await create(nightly)).body
    await ageAuthentication(portal.db, 'ivan')
    expect((await ivan.call('DELETE', `${path}${id}/`)).status).toBe(200)
    expect((await ivan.call('DELETE', `${path}${id}/`)).status).toBe(404)
    expect((await ivan.get(path)).body.results).toMatchObject([{ id, state: 'revoked' }])
  })

  test('that expired is shown as such', async () => {
    await create(nightly)
    await exec(portal.db, sql`update import_tokens set expires_at = now()`)
    expect((await ivan.get(path)).body.results).toMatchObject([{ state: 'expired' }])
  })

  test('there are at most twenty active ones, also when created at once (security 7.34)', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_IMPORT_TOKENS + 3 }, () => create(nightly)),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(MAX_IMPORT_TOKENS)
    expect(answers.find(({ status }) => status === 400)?.headers['x-error-code']).toBe('too_many')
  })

  test('is managed only by staff who may load', async () => {
    const { id } = (await create(nightly)).body
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    for (const [person, status] of [
      [anonymous, 401],
      [await portal.as('rosa'), 403],
      [await portal.as('carla'), 403],
    ] as const) {
      expect((await person.get(path)).status).toBe(status)
      expect((await create(nightly, person)).status).toBe(status)
      expect((await person.call('DELETE', `${path}${id}/`)).status).toBe(status)
    }
    expect((await ivan.get(path)).body.results).toMatchObject([{ state: 'active' }])
  })
})
