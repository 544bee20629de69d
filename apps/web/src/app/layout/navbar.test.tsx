import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import type { MenuItem } from '../../ui/layout/menu.ts'
import { Mantine } from '../../ui/mantine.tsx'
import { HomeLink, Navbar } from './layout.tsx'

const menu: MenuItem[] = [
  { path: '/', label: 'Ingresar con rut', isPublic: true, permission: undefined },
  { path: '/profile', label: 'Mi perfil', permission: undefined },
  { path: '/users', label: 'Usuarios', permission: 'users.manage_users' },
]

async function openMenu() {
  render(
    <Mantine>
      <MemoryRouter>
        <Navbar menu={menu} />
      </MemoryRouter>
    </Mantine>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  return screen.getAllByRole('listitem').map((item) => item.textContent)
}

test('prerendered, the burger is disabled', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(
    <Mantine>
      <StaticRouter location="/">
        <Navbar menu={menu} />
      </StaticRouter>
    </Mantine>,
  )
  expect(page.querySelector<HTMLButtonElement>('[aria-controls="menu"]')?.disabled).toBe(true)
})

test.each([
  [undefined, '/'],
  ['/privacy', '/privacy'],
  ['https://cooperativa.example/', 'https://cooperativa.example/'],
  ['javascript:alert(1)', '/'],
  ['//evil.example', '/'],
])('the logo with the home link %s leads to %s (§1.15)', (to, address) => {
  render(
    <MemoryRouter>
      <HomeLink to={to}>Carpeta Virtual</HomeLink>
    </MemoryRouter>,
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe(address)
})

test('the menu of an anonymous visitor offers the ways to log in', async () => {
  expect(await openMenu()).toEqual(['Ingresar con rut'])
})

test('the menu of a member offers his pages and the logout (§1.5)', async () => {
  storeUser(buildUser())
  expect(await openMenu()).toEqual(['Mi perfil', 'Cerrar sesión'])
})

test('before a required second factor the menu offers the logout only', async () => {
  storeUser(buildUser({ must_enroll_second_factor: true }))
  expect(await openMenu()).toEqual(['Cerrar sesión'])
})

test('the menu closes after a navigation (§2.18)', async () => {
  storeUser(buildUser())
  await openMenu()
  await userEvent.click(screen.getByRole('link', { name: 'Mi perfil' }))
  expect(screen.queryByRole('listitem')).toBeNull()
})
