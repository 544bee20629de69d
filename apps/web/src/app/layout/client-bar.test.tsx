import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ClientBar } from './member-area.tsx'

test.each([
  ['Rosa is greeted by her first name (§10.69)', 'Rosa Elena', '12345678-5', 'Hola, Rosa'],
  [
    'a company is greeted by its whole name',
    'Inmobiliaria Los Robles SpA',
    '76192083-9',
    'Hola, Inmobiliaria Los Robles SpA',
  ],
])('%s', (_, first_name, social_security, greeting) => {
  fakeServer({ 'GET /api/sales-data/': json(200, []) })
  const { profile } = buildUser()
  const user = buildUser({ first_name, profile: { ...profile, social_security, is_client: false } })
  renderAt('/profile', <ClientBar user={user} />)
  expect(screen.getByRole('link').textContent).toBe(greeting)
})

test('before a required second factor no sale is asked for', async () => {
  const { seen } = fakeServer({ 'GET /api/sales-data/': json(200, []) })
  const user = buildUser({ must_enroll_second_factor: true })
  renderAt('/second-factor', <ClientBar user={user} />)
  expect(screen.getByRole('link').textContent).toBe('Hola, Rosa')
  expect(seen).toEqual([])
})

test('beside her name a member has the help on every page of a phone; staff have the manual (§12.2073)', () => {
  fakeServer({ 'GET /api/sales-data/': json(200, []) })
  const { unmount } = renderAt('/profile', <ClientBar user={buildUser()} />)
  expect(screen.getByRole('link', { name: 'Ayuda' }).getAttribute('href')).toBe('/help')
  unmount()
  renderAt('/profile', <ClientBar user={buildUser({ permissions: ['users.manage_users'] })} />)
  expect(screen.queryByRole('link', { name: 'Ayuda' })).toBeNull()
})
