import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { buildUser } from '../testing/build-user.ts'
import { SessionWatcher } from './protected-route.tsx'
import { storeUser } from './stored-user.ts'
import { useStoredUser } from './use-stored-user.ts'

function Name() {
  return <p>{useStoredUser()?.first_name ?? 'Nadie'}</p>
}

function renderApp() {
  render(
    <MemoryRouter>
      <SessionWatcher loadLogin={async () => {}} />
      <Name />
      <Link to="/otra">Otra página</Link>
    </MemoryRouter>,
  )
}

test('the stored user is read again on each location change (§4.8)', async () => {
  storeUser(buildUser())
  renderApp()
  // No event reports this change.
  localStorage.setItem('user', JSON.stringify(buildUser({ first_name: 'Carla' })))
  expect(screen.getByText('Rosa')).toBeTruthy()
  await userEvent.click(screen.getByRole('link'))
  expect(screen.getByText('Carla')).toBeTruthy()
})

test('a login or logout in another tab applies to this one', () => {
  storeUser(buildUser())
  renderApp()
  localStorage.removeItem('user')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })))
  expect(screen.getByText('Nadie')).toBeTruthy()
})
