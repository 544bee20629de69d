import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api/client.ts'
import { useFreshUser } from '../app/layout/member-area.tsx'
import { buildStaff, buildUser } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { TestProviders } from '../testing/render-at.tsx'
import { connectSession } from './connect-session.ts'
import { LoadFailure } from './failures/load-failure.tsx'
import { ProtectedRoute } from './protected-route.tsx'
import { refreshUser } from './refresh-user.ts'
import { clearSession, lastAction, storedUser, storeUser } from './stored-user.ts'

const mario = buildStaff({ id: 9, first_name: 'Mario', permissions: ['requests.answer_requests'] })
const CURRENT_USER = 'GET /api/auth/user/'

beforeEach(() => {
  connectSession()
  storeUser(mario)
})

function Page() {
  useFreshUser()
  return (
    <>
      <ProtectedRoute permission="requests.answer_requests">Solicitudes</ProtectedRoute>
      <Link to="/otra">Otra página</Link>
    </>
  )
}

function openPage() {
  render(
    <TestProviders>
      <MemoryRouter initialEntries={['/requests']}>
        <Routes>
          <Route path="/login" element={<p>Ingreso</p>} />
          <Route path="*" element={<Page />} />
        </Routes>
      </MemoryRouter>
    </TestProviders>,
  )
}

test('a removed permission is noticed on the next page', async () => {
  fakeServer({ [CURRENT_USER]: [json(200, mario), json(200, { ...mario, permissions: [] })] })
  openPage()
  expect(screen.getByText('Solicitudes')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Otra página' }))
  expect(await screen.findByText('Ingreso')).toBeTruthy()
})

test('a removed permission is noticed when the user returns to the tab', async () => {
  const renamed = { ...mario, first_name: 'Mario Andrés' }
  fakeServer({ [CURRENT_USER]: [json(200, renamed), json(200, { ...mario, permissions: [] })] })
  openPage()
  // While the first call runs, a second caller would share its answer.
  await waitFor(() => expect(storedUser()?.first_name).toBe('Mario Andrés'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('Ingreso')).toBeTruthy()
})

test('a removed permission is noticed after a call that is refused', async () => {
  fakeServer({
    [CURRENT_USER]: json(200, { ...mario, permissions: [] }),
    'GET /api/requests/': json(403, { detail: 'x' }),
  })
  await call('GET /api/requests/').catch(() => {})
  await waitFor(() => expect(storedUser()?.permissions).toEqual([]))
})

test('refreshing the user is one call for concurrent callers, and counts as activity like each successful one (§3.2)', async () => {
  const { calls } = fakeServer({ [CURRENT_USER]: json(200, mario) })
  await Promise.all([refreshUser(), refreshUser()])
  expect(calls('/api/auth/user/')).toHaveLength(1)
  expect(lastAction()).toBeGreaterThan(0)
})

test('a user stored during the refresh is not overwritten', async () => {
  const rosa = buildUser()
  fakeServer({ [CURRENT_USER]: json(200, mario) })
  const refreshing = refreshUser()
  storeUser(rosa)
  await refreshing
  expect(storedUser()?.id).toBe(rosa.id)
})

test('a user who logs out during the refresh stays logged out, and a failure changes nothing', async () => {
  fakeServer({ [CURRENT_USER]: [json(503, 'x'), json(200, mario)] })
  await refreshUser()
  expect(storedUser()?.id).toBe(mario.id)
  const refreshing = refreshUser()
  clearSession()
  await refreshing
  expect(storedUser()).toBeNull()
})

test('an answer without news is not stored, since another tab may be logging out (security 3.17)', async () => {
  fakeServer({ [CURRENT_USER]: json(200, mario) })
  const stored = vi.spyOn(Storage.prototype, 'setItem')
  await refreshUser()
  expect(stored).not.toHaveBeenCalledWith('user', expect.anything())
  stored.mockRestore()
})

test('a load that is refused shows Sin autorización with a link to the dashboard (§8.21)', async () => {
  fakeServer({ [CURRENT_USER]: json(200, mario), 'GET /api/requests/': json(403, { detail: 'x' }) })
  const error: Error = await call('GET /api/requests/').then(
    () => new Error('It was allowed'),
    (refusal) => refusal,
  )
  const retry = vi.fn()
  render(
    <TestProviders>
      <MemoryRouter>
        <LoadFailure error={error} onRetry={retry} />
      </MemoryRouter>
    </TestProviders>,
  )
  expect(screen.getByText(/^Sin autorización\./)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/dashboard')
})
