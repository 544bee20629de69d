import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { form, json } from '../../test/visitor.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a refused login has the codes of its fields, or of wrong credentials', async () => {
  const visitor = portal.visitor()
  await visitor.fetchToken()
  const empty = await visitor.post('/api/auth/login/', form({ username: '', password: '' }))
  expect([empty.status, empty.headers['x-error-code']]).toEqual([
    400,
    'social_security:required, password:required',
  ])
  const wrong = await visitor.logIn('12.345.678-5', 'no es esta 1')
  expect([wrong.status, wrong.headers['x-error-code']]).toEqual([400, 'wrong_credentials'])
})

test('Rosa and a visitor get the code of each refusal, also of a missing CSRF token', async () => {
  const rosa = await portal.as('rosa')
  expect((await rosa.get('/api/users/')).headers['x-error-code']).toBe('forbidden')
  expect((await rosa.get('/api/nothing/')).headers['x-error-code']).toBe('not_found')
  expect((await rosa.get('/api/procedures/?page=x')).headers['x-error-code']).toBe('invalid_page')
  const visitor = portal.visitor()
  expect((await visitor.get('/api/sales-data/')).headers['x-error-code']).toBe('not_signed_in')
  const { headers } = await visitor.post('/api/auth/logout/')
  expect(headers['x-error-code']).toBe('csrf_failed')
})

test('Iván gets the code of a taken field, and of a schema error', async () => {
  const ivan = await portal.as('ivan')
  const { body: me } = await ivan.get('/api/auth/user/')
  const { social_security } = me.profile
  const account = { first_name: 'Otro', last_name: 'Iván', email: 'otro@correo.example' }
  const typed = { ...account, password: 'Tomate-frito-9', profile: { social_security } }
  const taken = await ivan.post('/api/users/', json(typed))
  expect([taken.status, taken.headers['x-error-code']]).toEqual([400, 'social_security:taken'])
  const odd = await ivan.post('/api/groups/', json({ name: 7 }))
  expect([odd.status, odd.headers['x-error-code']]).toEqual([400, 'name:invalid'])
  const long = await ivan.post('/api/groups/', json({ name: 'a'.repeat(151) }))
  expect([long.status, long.headers['x-error-code']]).toEqual([400, 'name:too_long'])
})

test('an account that changed meanwhile has its own code', async () => {
  const ivan = await portal.as('ivan')
  const { body: me } = await ivan.get('/api/auth/user/')
  const stale = { first_name: 'Juan', profile: { updated_at: '2020-01-01T00:00:00Z' } }
  const { status, headers } = await ivan.call('PATCH', `/api/users/${me.id}/`, json(stale))
  expect([status, headers['x-error-code']]).toEqual([400, 'changed_meanwhile'])
})

test('a successful answer has no code', async () => {
  const rosa = await portal.as('rosa')
  expect((await rosa.get('/api/auth/user/')).headers).not.toHaveProperty('x-error-code')
})

test('a page of another host can read the code', async () => {
  const origin = 'https://web.example'
  const { app } = await openPortalForTest({ WEB_ORIGINS: origin })
  const { headers } = await app.inject({ url: '/api/sales-data/', headers: { origin } })
  expect(headers['access-control-allow-origin']).toBe(origin)
  expect(headers['access-control-expose-headers']).toContain('x-error-code')
  expect(headers['x-error-code']).toBe('not_signed_in')
})
