import { environmentDefaults } from '@carpeta/contract/default-environments'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { withResolvers } from '../testing/with-resolvers.ts'

const HOUR = 3_600_000
const host = window.location.hostname

/** Each test has its own page: the table is fetched once a page. */
async function openPage() {
  vi.resetModules()
  const [{ call }, { connectSession }, { setNavigate }, { storeUser, storedUser }, environment] =
    await Promise.all([
      import('../api/client.ts'),
      import('../session/connect-session.ts'),
      import('../session/end-session.ts'),
      import('../session/stored-user.ts'),
      import('./environment.ts'),
    ])
  connectSession()
  setNavigate(() => {})
  storeUser(buildUser())
  return { call, storedUser, ...environment }
}

function tableWith(row: object): Response {
  return json(200, { [host]: row })
}

const others = {
  'GET /api/sales-data/': json(200, []),
  'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
  'POST /api/auth/logout/': json(200, {}),
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.setItem('last_action', String(Date.now() - HOUR - 1000))
})
afterEach(() => vi.restoreAllMocks())

describe('a call', () => {
  test('waits for the table before it judges inactivity (§10.99, security 12.28)', async () => {
    const table = withResolvers<Response>()
    const { calls } = fakeServer({ 'GET /environments.json': () => table.promise, ...others })
    const { call, storedUser } = await openPage()
    const answer = call('GET /api/sales-data/')
    await waitFor(() => expect(calls('/environments.json')).toHaveLength(1))
    expect(calls('/api/')).toHaveLength(0)
    expect(storedUser()).not.toBeNull()

    table.resolve(tableWith({ ...environmentDefaults('production'), max_inactivity: HOUR }))
    expect(await answer).toBeNull()
    expect(calls('/api/sales-data/')).toHaveLength(0)
    expect(calls('/api/auth/logout/')).toHaveLength(1)
    expect(storedUser()).toBeNull()
  })

  test('goes to the address of a row that has nothing else, with production’s limit (security 12.28)', async () => {
    const row = { api: 'https://api.example' }
    const { seen, calls } = fakeServer({ 'GET /environments.json': tableWith(row), ...others })
    const { call } = await openPage()
    localStorage.setItem('last_action', String(Date.now()))
    expect(await call('GET /api/sales-data/')).toEqual([])
    expect(seen.at(-1)?.url).toBe('https://api.example/api/sales-data/')
    localStorage.setItem('last_action', String(Date.now() - HOUR - 1000))
    expect(await call('GET /api/sales-data/')).toBeNull()
    expect(calls('/environments.json')).toHaveLength(1)
  })

  test('without the table goes to the page’s own origin, and the next one asks for it again; that is told once (security 12.28, §12.1024)', async () => {
    const { seen, calls } = fakeServer({
      'GET /environments.json': [
        new TypeError('Failed to fetch'),
        json(503, {}),
        json(200, { [host]: environmentDefaults('production') }),
      ],
      ...others,
    })
    const { call, knownEnvironment } = await openPage()
    expect(await call('GET /api/sales-data/')).toEqual([])
    expect(seen.at(-1)?.url).toBe('/api/sales-data/')
    expect(knownEnvironment()).toBeUndefined()

    localStorage.setItem('last_action', String(Date.now() - HOUR - 1000))
    expect(await call('GET /api/sales-data/')).toBeNull()
    expect(knownEnvironment()).toMatchObject({ environment: 'production' })
    expect(calls('/environments.json')).toHaveLength(3)
    expect(console.warn).toHaveBeenCalledOnce()
  })
})
