import { beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json } from '../../test/visitor.ts'

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
  account = await AccountCalls.open(portal)
})

const post = (url: string, body: object) => statusAndBody(account.visitor.post(url, json(body)))

describe('a link serves one purpose (security 1.5, security 6.4)', () => {
  test('one that confirms an email sets no password', async () => {
    const julia = {
      name: 'Julia',
      last_name: 'Mora',
      email: 'julia@correo.example',
      password: NEW_PASSWORD,
    }
    await post('/api/auth/register/', julia)
    const token = await account.lastToken()
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
    expect(await post('/api/restore-password/', { code: token, password: NEW_PASSWORD })).toEqual(
      DEAD_LINK,
    )
    expect((await account.check(token)).status).toBe(422)
    expect((await post('/api/confirm-email/', { code: token })).status).toBe(200)
  })

  test('one that sets a password confirms no email', async () => {
    const token = await account.restoreToken()
    expect(await post('/api/confirm-email/', { code: token })).toEqual(DEAD_LINK)
    expect((await account.setPassword(token)).status).toBe(200)
  })
})

test.each<Record<string, string>>([
  { host: 'evil.example' },
  { host: 'localhost:8010@evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=evil.example' },
])('the headers %j do not change where the link leads (§10.13, security 6.7)', async (headers) => {
  const { payload, headers: type } = json({ social_security: personas.rosa.rut })
  const sent = { payload, headers: { ...type, ...headers } }
  await account.visitor.post('/api/send-restore-password-ss/', sent)
  const message = (await portal.sentEmails()).at(-1)
  expect(message?.subject).toBe('Recupera tu contraseña')
  expect(message?.text).toContain('http://localhost:8010/client/check?token=')
  expect(`${message?.text} ${message?.html}`).not.toContain('evil')
})

test('reactivating an account does not revive its earlier links (security 6.3)', async () => {
  const token = await account.restoreToken()
  const carla = await portal.as('carla')
  const url = `/api/users/${await userIdOf(portal.db, 'rosa')}/`
  for (const is_active of [false, true]) {
    expect((await carla.call('PATCH', url, json({ is_active }))).status).toBe(200)
  }
  expect(await account.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
  expect(await account.setPassword(token)).toEqual(DEAD_LINK)
})

test('choosing the old password again ends sessions and links like any other (security 6.17)', async () => {
  await account.setPassword(await account.restoreToken())
  const token = await account.restoreToken()
  const [here, there] = [portal.visitor(), portal.visitor()]
  for (const rosa of [here, there]) await rosa.logIn(personas.rosa.rut, NEW_PASSWORD)
  const changed = await changePassword(here, NEW_PASSWORD)
  expect(changed.status).toBe(200)
  expect((await here.get('/api/auth/user/')).status).toBe(200)
  expect((await there.get('/api/auth/user/')).status).toBe(401)
  expect(await account.setPassword(token)).toEqual(DEAD_LINK)
})
