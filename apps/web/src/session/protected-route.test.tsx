import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { buildStaff, buildUser, plain } from '../testing/build-user.ts'
import { renderAt, TestProviders } from '../testing/render-at.tsx'
import { SessionEnded } from './failures/failure-notice.tsx'
import { ProtectedRoute, SessionWatcher } from './protected-route.tsx'
import { storeUser } from './stored-user.ts'
import { useStoredUser } from './use-stored-user.ts'

test('without a stored user the page redirects to /login and never shows its content (§2.14)', () => {
  const { where } = renderAt('/dashboard', <ProtectedRoute>Secreto</ProtectedRoute>)
  expect(where()).toBe('/login')
  expect(screen.queryByText('Secreto')).toBeNull()
})

test.each(['/dashboard?venta=V-1&tab=mis-tramites&solicitud=12', '/profile#mis-datos'])(
  'a user returns to the page of a link after the login: %s',
  (path) => {
    render(
      <TestProviders>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="*" element={<ProtectedRoute>Secreto</ProtectedRoute>} />
            <Route path="/login" element={<From />} />
          </Routes>
        </MemoryRouter>
      </TestProviders>,
    )
    expect(screen.getByText(path)).toBeTruthy()
  },
)

test('a user whose session has ended returns to the same page', async () => {
  storeUser(buildUser())
  render(
    <TestProviders>
      <MemoryRouter initialEntries={['/requests/12']}>
        <SessionWatcher loadLogin={async () => {}} />
        <Routes>
          <Route path="/" element={<From />} />
          <Route path="*" element={<SessionEnded />} />
        </Routes>
      </MemoryRouter>
    </TestProviders>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Ingresa nuevamente.' }))
  expect(await screen.findByText('/requests/12')).toBeTruthy()
  expect(localStorage.getItem('user')).toBeNull()
})

function From() {
  const { state } = useLocation()
  return <p>{state.from}</p>
}

test('while it redirects, the page shows Sin autorización (§2.15)', () => {
  // Where the navigation has no effect, the current content stays visible.
  storeUser(buildUser())
  renderAt('/login', <ProtectedRoute permission="users.manage_users">Secreto</ProtectedRoute>)
  expect(screen.getByText('Sin autorización')).toBeTruthy()
})

test('a user without the permission is redirected to /login (§2.11)', () => {
  storeUser(buildUser({ permissions: ['auth.add_user'] }))
  const { where } = renderAt(
    '/users',
    <ProtectedRoute permission="users.manage_users">Secreto</ProtectedRoute>,
  )
  expect(where()).toBe('/login')
})

test('a user with the permission sees the page', () => {
  storeUser(buildStaff())
  const { where } = renderAt(
    '/users',
    <ProtectedRoute permission="users.manage_users">Secreto</ProtectedRoute>,
  )
  expect(screen.getByText('Secreto')).toBeTruthy()
  expect(where()).toBe('/users')
})

test('a page without a permission is open to every logged-in user (§2.12, §4.1)', () => {
  storeUser(buildUser())
  renderAt('/dashboard', <ProtectedRoute>Secreto</ProtectedRoute>)
  expect(screen.getByText('Secreto')).toBeTruthy()
})

test.each(['/dashboard?venta=V-1', '/users', '/profile'])(
  'a user with a temporary password is led from %s to its change (§12.86)',
  (path) => {
    storeUser(buildStaff({ must_change_password: true }))
    const { where } = renderAt(path, <ProtectedRoute>Secreto</ProtectedRoute>)
    expect(where()).toBe('/change-password')
    expect(screen.queryByText('Secreto')).toBeNull()
  },
)

test('and sees the page where it is changed', () => {
  storeUser(buildUser({ must_change_password: true }))
  const { where } = renderAt('/change-password', <ProtectedRoute>Secreto</ProtectedRoute>)
  expect(screen.getByText('Secreto')).toBeTruthy()
  expect(where()).toBe('/change-password')
})

test.each(['/dashboard?venta=V-1', '/users', '/profile'])(
  'a user who needs a second factor is led from %s to add it',
  (path) => {
    storeUser(buildStaff({ must_enroll_second_factor: true }))
    const { where } = renderAt(path, <ProtectedRoute>Secreto</ProtectedRoute>)
    expect(where()).toBe('/second-factor')
    expect(screen.queryByText('Secreto')).toBeNull()
  },
)

test('and sees the page where it is added', () => {
  storeUser(buildStaff({ must_enroll_second_factor: true }))
  renderAt('/second-factor', <ProtectedRoute>Llaves</ProtectedRoute>)
  expect(screen.getByText('Llaves')).toBeTruthy()
})

test('a temporary password is changed before a second factor is added', () => {
  storeUser(buildStaff({ must_change_password: true, must_enroll_second_factor: true }))
  expect(renderAt('/second-factor', <ProtectedRoute>Llaves</ProtectedRoute>).where()).toBe(
    '/change-password',
  )
})

test('a logout in another tab redirects this one to /login', () => {
  storeUser(buildUser())
  const { where } = renderAt('/dashboard', <ProtectedRoute>Secreto</ProtectedRoute>)
  localStorage.removeItem('user')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })))
  expect(where()).toBe('/login')
  expect(screen.queryByText('Secreto')).toBeNull()
})

test.each([
  ['nobody', null],
  ['somebody else', buildUser({ id: 2, first_name: 'Hernán' })],
])(
  'Back to a page that the browser kept shows nothing of Rosa to %s (security 3.17)',
  (_, user) => {
    storeUser(buildUser())
    const { where } = renderAt('/dashboard', <ProtectedRoute>{<Greeting />}</ProtectedRoute>)
    expect(screen.getByText('Hola, Rosa')).toBeTruthy()
    // A page that is kept hears nothing of other tabs.
    if (user) localStorage.setItem('user', JSON.stringify(user))
    else localStorage.removeItem('user')
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(screen.queryByText('Hola, Rosa')).toBeNull()
    if (!user) expect(where()).toBe('/login')
  },
)

function Greeting() {
  return <p>{`Hola, ${useStoredUser()?.first_name}`}</p>
}

test('a page of calls beyond the specification is closed where the API has no others (§12.702)', () => {
  const page = (
    <ProtectedRoute permission="users.manage_users" needsExtended>
      Puesta en marcha
    </ProtectedRoute>
  )
  storeUser(plain(buildStaff()))
  expect(renderAt('/setup', page).where()).toBe('/login')
  storeUser(buildStaff())
  expect(renderAt('/setup', page).where()).toBe('/setup')
})
