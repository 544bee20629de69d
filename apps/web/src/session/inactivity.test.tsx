import { inactivityMessage } from '@carpeta/domain/access/session-rules'
import { act, render, renderHook, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../api/client.ts'
import { useFirstVisit } from '../sales/dashboard/dashboard-screen.tsx'
import { useOnlyPending } from '../sales/statement/instalments.tsx'
import { buildUser } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { TestProviders } from '../testing/render-at.tsx'
import { saveViewOrigin } from '../view-as/view-origin.ts'
import { beforeLogout } from './before-logout.ts'
import { connectSession } from './connect-session.ts'
import { forceLogout, logOut, setNavigate } from './end-session.ts'
import { InactivityGuard } from './inactivity-guard.tsx'
import { clearSession, lastAction, storedUser, storeUser } from './stored-user.ts'

const HOUR = 3_600_000
const START = new Date('2026-11-20T12:00:00Z').getTime()

vi.mock('../environment/environment.ts', () => ({
  environment: async () => ({ api: '', max_inactivity: HOUR }),
}))

const goTo = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: START, shouldAdvanceTime: false })
  goTo.mockReset()
  setNavigate(goTo)
  connectSession()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in jsdom.
  document.cookie = 'csrftoken=tok'
  storeUser(buildUser())
  localStorage.setItem('last_action', String(START))
})

function serverWithLogout(logout: Response | Error = json(200, {})) {
  return fakeServer({
    'POST /api/auth/logout/': logout,
    'GET /api/auth/user/': json(200, buildUser()),
    'GET /api/sales-data/': json(200, []),
  })
}

describe('a call', () => {
  test('within the limit updates the last action (§3.2, §4.2)', async () => {
    serverWithLogout()
    vi.setSystemTime(START + HOUR - 1)
    await call('GET /api/sales-data/')
    expect(lastAction()).toBe(START + HOUR - 1)
  })

  test('without a stored user writes no last action (§10.29)', async () => {
    serverWithLogout()
    clearSession()
    await call('GET /api/sales-data/')
    expect(localStorage.getItem('last_action')).toBeNull()
  })

  test('after the limit logs out, clears the storage and goes to / with the notice (§4.3)', async () => {
    const { calls } = serverWithLogout()
    vi.setSystemTime(START + HOUR + 1)
    await expect(call('GET /api/sales-data/')).resolves.toBeNull()
    expect(calls('/api/sales-data/')).toHaveLength(0)
    expect(calls('/api/auth/logout/')).toHaveLength(1)
    expect(storedUser()).toBeNull()
    const [path] = goTo.mock.lastCall ?? []
    expect(new URLSearchParams(path.slice(2)).get('message')).toBe(inactivityMessage)
  })

  test.each([
    '/dashboard?venta=V-1&tab=mis-tramites&solicitud=12',
    '/profile#mis-datos',
    // Back from Webpay after the limit: the payment is taken after the login.
    '/payments/2?token_ws=01ab',
  ])('after the limit returns to the page that was being opened: %s (§12.980)', async (page) => {
    serverWithLogout()
    window.history.pushState(null, '', page)
    vi.setSystemTime(START + HOUR + 1)
    await call('GET /api/sales-data/')
    expect(goTo.mock.lastCall?.[1]).toBe(page)
    window.history.pushState(null, '', '/')
  })

  test('after the limit ends the session once for concurrent calls', async () => {
    const { calls } = serverWithLogout()
    vi.setSystemTime(START + HOUR + 1)
    await Promise.all([1, 2, 3].map(() => call('GET /api/sales-data/')))
    expect(calls('/api/auth/logout/')).toHaveLength(1)
    expect(goTo).toHaveBeenCalledOnce()
  })
})

describe('logging out', () => {
  test('goes to / and ignores a failure of the call (§2.21, §4.5)', async () => {
    serverWithLogout(new TypeError('Failed to fetch'))
    await logOut()
    expect(storedUser()).toBeNull()
    expect(localStorage.getItem('last_action')).toBeNull()
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/')
  })

  test('after the limit goes to / with the notice', async () => {
    serverWithLogout()
    vi.setSystemTime(START + HOUR + 1)
    await logOut()
    expect(goTo.mock.lastCall).toEqual([expect.stringContaining('?message=')])
  })

  test('removes what the dashboard and the users page remember, from both storages (§10.31, security 3.16)', async () => {
    serverWithLogout()
    saveViewOrigin('/users?buscar=rosa')
    renderHook(() => useFirstVisit())
    const { result } = renderHook(useOnlyPending)
    act(() => result.current[1](true))
    expect([localStorage.length, sessionStorage.length]).toEqual([3, 2])
    await logOut()
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  test('by hand runs its tasks, also after the limit; inactivity does not', async () => {
    serverWithLogout()
    const task = vi.fn(async () => {})
    const stop = beforeLogout(task)
    vi.setSystemTime(START + HOUR + 1)
    await forceLogout()
    expect(task).not.toHaveBeenCalled()
    localStorage.setItem('last_action', String(START))
    await logOut()
    expect(task).toHaveBeenCalledOnce()
    stop()
  })

  test('by force works without the server (security 3.16)', async () => {
    serverWithLogout(json(500, {}))
    await forceLogout()
    expect(storedUser()).toBeNull()
    expect(goTo).toHaveBeenCalledOnce()
  })
})

describe('the check at least every 30 seconds', () => {
  async function renderGuard() {
    render(
      <TestProviders>
        <MemoryRouter>
          <InactivityGuard />
        </MemoryRouter>
      </TestProviders>,
    )
    await act(() => vi.advanceTimersByTimeAsync(0))
  }

  test('makes no call, so it does not count as activity (§9.10, §10.28, security 3.8)', async () => {
    const { seen } = serverWithLogout()
    await renderGuard()
    await act(() => vi.advanceTimersByTimeAsync(50 * 60_000))
    expect(seen).toHaveLength(0)
    expect(lastAction()).toBe(START)
  })

  test('logs out right after the limit (§4.6)', async () => {
    serverWithLogout()
    await renderGuard()
    await act(() => vi.advanceTimersByTimeAsync(HOUR))
    expect(goTo).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(goTo).toHaveBeenCalledOnce()
    expect(storedUser()).toBeNull()
  })

  test('offers the login to a user whose session has ended', async () => {
    fakeServer({ 'GET /api/auth/user/': json(401, { detail: 'x' }) })
    await renderGuard()
    await act(() => vi.advanceTimersByTimeAsync(HOUR - 60_000))
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.advanceTimersByTimeAsync(1000))
    screen.getByRole('button', { name: 'Seguir aquí', hidden: true }).click()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByText('Ingresa nuevamente.')).toBeTruthy()
  })

  test('offers to stay one minute before the limit, and staying counts as activity (§12.310)', async () => {
    const { calls } = serverWithLogout()
    await renderGuard()
    await act(() => vi.advanceTimersByTimeAsync(HOUR - 60_001))
    expect(screen.queryByRole('button', { name: 'Seguir aquí' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.advanceTimersByTimeAsync(1000))
    const stay = screen.getByRole('button', { name: 'Seguir aquí', hidden: true })
    stay.click()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(calls('/api/auth/user/')).toHaveLength(1)
    expect(lastAction()).toBeGreaterThan(START + HOUR - 60_001)
    expect(screen.queryByRole('button', { name: 'Seguir aquí', hidden: true })).toBeNull()
  })
})
