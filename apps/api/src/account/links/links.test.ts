import { beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../../test/open-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'
import { many, sql } from '../../db/query.ts'

const ROSA = personas.rosa.rut
const NEW = 'Quillay#4471'
const DEAD = [422, 'El link ya no está disponible']

let portal: Portal
let visitor: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
  visitor = portal.visitor()
  await visitor.fetchToken()
})

async function send(url: string, body: object): Promise<[number, unknown]> {
  const answer = await visitor.post(url, json(body))
  return [answer.status, answer.body]
}

async function lastEmail() {
  const message = (await portal.sentEmails()).at(-1)
  const token = /(?:token|code)=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? 'no link'
  return { message, token }
}

async function askToRestore(headers: Record<string, string> = {}) {
  const { payload, headers: type } = json({ social_security: ROSA })
  await visitor.post('/api/send-restore-password-ss/', {
    payload,
    headers: { ...type, ...headers },
  })
  return lastEmail()
}

const setPassword = (token: string) => send('/api/client/password/', { token, password: NEW })

describe('each link is for what it was sent for', () => {
  test('one that confirms an e-mail sets no password', async () => {
    const julia = { name: 'Julia', last_name: 'Mora', email: 'julia@correo.example', password: NEW }
    await send('/api/auth/register/', julia)
    const { token } = await lastEmail()
    expect(await setPassword(token)).toEqual(DEAD)
    expect(await send('/api/restore-password/', { code: token, password: NEW })).toEqual(DEAD)
    expect((await visitor.get(`/api/client/check/?token=${token}`)).status).toBe(422)
    expect((await send('/api/confirm-email/', { code: token }))[0]).toBe(200)
  })

  test('one that sets a password confirms no e-mail', async () => {
    const { token } = await askToRestore()
    expect(await send('/api/confirm-email/', { code: token })).toEqual(DEAD)
    expect((await setPassword(token))[0]).toBe(200)
  })
})

test.each<Record<string, string>>([
  { host: 'evil.example' },
  { host: 'localhost:8010@evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=evil.example' },
])('a request that says %j does not choose where the link leads', async (headers) => {
  const { message } = await askToRestore(headers)
  expect(message?.subject).toBe('Recupera tu contraseña')
  expect(message?.text).toContain('http://localhost:8010/client/check?token=')
  expect(`${message?.text} ${message?.html}`).not.toContain('evil')
})

test('a link of before does not come back to life with an account that is switched on again', async () => {
  const { token } = await askToRestore()
  const carla = await portal.as('carla')
  const rows = await many<{ id: number }>(portal.db, sql`select id from users where rut = ${ROSA}`)
  const url = `/api/users/${rows[0]?.id}/`
  for (const is_active of [false, true]) {
    expect((await carla.call('PATCH', url, json({ is_active }))).status).toBe(200)
  }
  expect((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(200)
  expect(await setPassword(token)).toEqual(DEAD)
})

test('the old password may be chosen again: all else ends as with any other', async () => {
  const { token } = await askToRestore()
  const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
  const same = json({ old_password: SAMPLE_PASSWORD, new_password: SAMPLE_PASSWORD })
  expect((await here.post('/api/client/password/change/', same)).status).toBe(200)
  expect((await here.get('/api/auth/user/')).status).toBe(200)
  expect((await there.get('/api/auth/user/')).status).toBe(401)
  expect(await setPassword(token)).toEqual(DEAD)
})
