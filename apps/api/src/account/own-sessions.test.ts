import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let anonymous: Visitor
beforeEach(async () => {
  portal = await openPortal()
  anonymous = portal.visitor()
  await anonymous.fetchToken()
})
afterEach(() => portal.close())

describe('the caller’s own sessions', () => {
  test('are listed with device, place and last use, and the others can be ended (security 5.31)', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    await portal.as('hernan')
    const { body } = await here.get('/api/client/sessions/')
    expect(body.results).toHaveLength(2)
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      device: expect.any(String),
      place: 'Este computador',
      last_used_at: expect.stringMatching(/Z$/),
      is_current: expect.any(Boolean),
    })
    expect(await statusAndBody(here.post('/api/client/sessions/end-others/'))).toEqual({
      status: 200,
      body: {},
    })
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await here.get('/api/client/sessions/')).body.results).toMatchObject([
      { is_current: true },
    ])
  })

  test('one can be ended, but not another user’s (security 16.20)', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    const hernan = await portal.as('hernan')
    const { body } = await here.get('/api/client/sessions/')
    const other = body.results.find((session: { is_current: boolean }) => !session.is_current)
    expect((await hernan.call('DELETE', `/api/client/sessions/${other.id}/`)).status).toBe(404)
    expect((await there.get('/api/auth/user/')).status).toBe(200)

    expect((await here.call('DELETE', `/api/client/sessions/${other.id}/`)).status).toBe(200)
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await here.get('/api/auth/user/')).status).toBe(200)
    expect((await here.call('DELETE', `/api/client/sessions/${other.id}/`)).status).toBe(404)
  })

  test('need a signed-in user (security 5.31)', async () => {
    expect((await anonymous.call('DELETE', '/api/client/sessions/1/')).status).toBe(401)
    expect((await anonymous.get('/api/client/sessions/')).status).toBe(401)
    expect((await anonymous.post('/api/client/sessions/end-others/')).status).toBe(401)
  })
})

describe('GET /api/client/', () => {
  test('answers Rosa with her own data, staff with 403 and anonymous visitors with 401 (§7.14)', async () => {
    const { body } = await (await portal.as('rosa')).get('/api/client/')
    expect(body).toMatchObject({ first_name: 'Rosa', is_active: true })
    expect((await (await portal.as('carla')).get('/api/client/')).status).toBe(403)
    expect((await anonymous.get('/api/client/')).status).toBe(401)
  })
})
