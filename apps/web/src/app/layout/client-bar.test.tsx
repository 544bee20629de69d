import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff, buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import { MenuContext } from '../../ui/layout/menu.ts'
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

test('on a wide screen the pages of staff’s own account are in the menu beside their name (§12.2440)', async () => {
  onScreen('min-width')
  const menu = [
    { path: '/dashboard', label: 'Mi carpeta' },
    { path: '/users', label: 'Usuarios', permission: 'users.manage_users' as const },
    { path: '/profile', label: 'Mi perfil' },
    { path: '/manual', label: 'Manual', forStaff: true as const },
  ]
  const staff = buildStaff()
  storeUser(staff)
  renderAt(
    '/users',
    <MenuContext value={menu}>
      <ClientBar user={staff} />
    </MenuContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir tu cuenta' }))
  // Without a layout the browser of the tests takes it for covered.
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map((item) => item.textContent)).toEqual(['Mi perfil', 'Manual', 'Cerrar sesión'])
})
