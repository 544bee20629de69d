import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { connectSession } from './connect-session.ts'
import { setNavigate } from './end-session.ts'
import { logOutForLink, logOutIfExpired } from './log-out-for-link.ts'
import { storedUser, storeUser } from './stored-user.ts'

const HOUR = 3_600_000

vi.mock('../environment/environment.ts', () => ({
  environment: async () => ({ api: '', max_inactivity: HOUR }),
}))

const goTo = vi.fn()

beforeEach(() => {
  goTo.mockReset()
  setNavigate(goTo)
  connectSession()
})

function loggedInSince(milliseconds: number) {
  storeUser(buildUser())
  localStorage.setItem('last_action', String(Date.now() - milliseconds))
}

const server = (logout: Response | Error = json(200, {})) =>
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/auth/logout/': logout,
  })

describe('logging out for an email’s link', () => {
  test('reaches the server also where the browser has no time limits for calls', async () => {
    vi.stubGlobal('AbortSignal', class {})
    const { calls } = server()
    loggedInSince(0)
    await logOutForLink()
    expect(calls('/api/auth/logout/')).toHaveLength(1)
  })

  test('logs out, also after the limit, and does not navigate', async () => {
    const { calls } = server()
    loggedInSince(HOUR + 1)
    await logOutForLink()
    expect(calls('/api/auth/logout/')).toHaveLength(1)
    expect(storedUser()).toBeNull()
    expect(localStorage.getItem('last_action')).toBeNull()
    expect(goTo).not.toHaveBeenCalled()
  })

  test('clears the local session when the server does not answer', async () => {
    server(new TypeError('Failed to fetch'))
    loggedInSince(0)
    await logOutForLink()
    expect(storedUser()).toBeNull()
  })

  test('makes no call without a user', async () => {
    const { seen } = server()
    await logOutForLink()
    expect(seen).toHaveLength(0)
  })

  test('leaves an active session alone when the link is only checked', async () => {
    const { seen } = server()
    loggedInSince(HOUR - 1000)
    await logOutIfExpired()
    expect(seen).toHaveLength(0)
    expect(storedUser()).not.toBeNull()
    localStorage.setItem('last_action', String(Date.now() - HOUR - 1))
    await logOutIfExpired()
    expect(storedUser()).toBeNull()
  })
})
