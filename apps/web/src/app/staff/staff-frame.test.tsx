import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff, buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  DownloadIcon,
  FileIcon,
  InfoIcon,
  ReorderIcon,
} from '../../ui/icons/icons.tsx'
import { MenuContext, type MenuItem, SideContext } from '../../ui/layout/menu.ts'
import { Navbar } from '../layout/layout.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { StaffFrame } from './staff-frame.tsx'

const menu: MenuItem[] = [
  { path: '/', label: 'Ingresar con rut', isPublic: true, permission: undefined },
  { path: '/dashboard', label: 'Mi carpeta', permission: undefined },
  {
    path: '/requests',
    label: 'Solicitudes',
    permission: 'requests.answer_requests',
  },
  { path: '/users', label: 'Usuarios', permission: 'users.manage_users' },
  { path: '/profile', label: 'Mi perfil', permission: undefined },
]

function Framed() {
  return (
    <SideContext value={useState<boolean | null>(null)}>
      <Navbar menu={menu} />
      <MenuContext value={menu}>
        <StaffFrame>
          <p>La página</p>
        </StaffFrame>
      </MenuContext>
    </SideContext>
  )
}

const framed = <Framed />
const burger = (name: string) => screen.findByRole('button', { name })

const navigation = () => screen.queryByRole('navigation', { name: 'Menú principal' })

beforeEach(() => {
  connectSession()
  fakeServer({ 'GET /api/staff/counts/': json(200, {}) })
  storeUser(buildStaff())
  onScreen('min-width: 1024px')
})

test('each page has an icon of its own, and none that means something else (§12.1585)', async () => {
  const superuser = { ...buildStaff(), is_superuser: true }
  storeUser(superuser)
  const paths = [
    ...['dashboard', 'requests', 'payment-reports', 'payments', 'member-documents', 'procedures'],
    ...['imports', 'reports', 'announcements', 'users', 'setup', 'activity', 'system', 'help'],
    ...['manual', 'profile', 'change-password'],
  ]
  const all = paths.map((path): MenuItem => ({ path: `/${path}`, label: path }))
  const shapes = (root: Element) => [...root.querySelectorAll('svg')].map((svg) => svg.innerHTML)
  const others = render(
    <>
      <DownloadIcon />
      <ReorderIcon />
      <CheckCircleIcon />
      <ClockIcon />
      <InfoIcon />
      <FileIcon />
    </>,
  )
  const taken = shapes(others.container)
  renderAt('/users', <SideNavigationOf menu={all} />)
  const links = within(await screen.findByRole('navigation')).getAllByRole('link')
  const own = links.map((link) => shapes(link)[0])
  expect(own).toHaveLength(paths.length)
  expect(new Set([...own, ...taken]).size).toBe(paths.length + taken.length)
})

function SideNavigationOf({ menu }: { menu: MenuItem[] }) {
  return (
    <MenuContext value={menu}>
      <SideNavigation />
    </MenuContext>
  )
}

test('the file of a member belongs to the users (§12.380)', async () => {
  renderAt('/users/4', framed)
  await screen.findByRole('link', { name: 'Usuarios', current: 'page' })
})

test('Carla has her screens at the side, the open one marked (§12.380)', async () => {
  renderAt('/users', framed)
  await screen.findByRole('navigation', { name: 'Menú principal' })
  const links = within(screen.getByRole('navigation')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.ariaCurrent])).toEqual([
    ['Mi carpeta', null],
    ['Usuarios', 'page'],
  ])
})

test('a member has none, nor staff before a required second factor (§12.380)', async () => {
  storeUser(buildUser())
  renderAt('/profile', framed)
  expect(navigation()).toBeNull()
  storeUser(buildStaff({ must_enroll_second_factor: true }))
  expect(await screen.findByText('La página')).toBeTruthy()
  expect(navigation()).toBeNull()
})

const waiting = {
  'GET /api/staff/counts/': json(200, {
    requests: { open: 23, overdue: 2, mine: 4, unassigned: 9 },
    users: { failed_emails: 0 },
  }),
}

test('beside a page stands how much waits on it, counted again on a page half a minute later (§12.1957)', async () => {
  storeUser(buildStaff({ permissions: ['requests.answer_requests', 'users.manage_users'] }))
  const { calls } = fakeServer(waiting)
  renderAt('/users', { '*': framed })
  const items = async () =>
    within(await screen.findByRole('navigation', { name: 'Menú principal' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await waitFor(async () =>
    expect(await items()).toEqual(['Mi carpeta', 'Solicitudes23 abiertas', 'Usuarios']),
  )
  expect(screen.getByRole('link', { name: 'Solicitudes' })).toBeTruthy()
  const before = calls('/staff/counts/').length
  await userEvent.click(screen.getByRole('link', { name: 'Mi carpeta' }))
  vi.setSystemTime(Date.now() + 31_000)
  onTestFinished(() => void vi.useRealTimers())
  await userEvent.click(screen.getByRole('link', { name: 'Usuarios' }))
  await waitFor(() => expect(calls('/staff/counts/').length).toBe(before + 1))
})

test('on a narrow screen the burger opens the same navigation above the page; another page or Escape closes it (§12.1957)', async () => {
  onScreen('max-width')
  storeUser(buildStaff({ permissions: ['requests.answer_requests', 'users.manage_users'] }))
  fakeServer(waiting)
  renderAt('/users', framed)
  await userEvent.click(await burger('Abrir menú'))
  expect(await screen.findByText('23')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Mi perfil' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(navigation()).toBeNull()
  expect(document.activeElement).toBe(await burger('Abrir menú'))
  await userEvent.click(await burger('Abrir menú'))
  await userEvent.click(await screen.findByRole('link', { name: 'Solicitudes' }))
  await waitFor(() => expect(navigation()).toBeNull())
})

test('a narrow screen has none until the burger opens it (§12.666)', async () => {
  onScreen('max-width')
  renderAt('/users', framed)
  await act(() => import('./side-navigation.tsx'))
  expect(screen.getByText('La página')).toBeTruthy()
  expect(navigation()).toBeNull()
})

const isRail = () => navigation()?.closest('[data-rail]') !== null

test('the burger folds Carla’s navigation to a column of icons with their names, and this device remembers it (§2.17, §12.1023, §12.2342)', async () => {
  onScreen('min-width')
  const { unmount } = renderAt('/users', framed)
  await screen.findByRole('navigation', { name: 'Menú principal' })
  expect(isRail()).toBe(false)
  const opened = await burger('Cerrar menú')
  expect(opened.ariaExpanded).toBe('true')
  await userEvent.click(opened)
  expect(isRail()).toBe(true)
  expect(screen.getByRole('link', { name: 'Usuarios' })).toBeTruthy()
  expect((await burger('Abrir menú')).ariaExpanded).toBe('false')
  unmount()

  const again = renderAt('/users', framed)
  await burger('Abrir menú')
  expect(isRail()).toBe(true)
  await userEvent.click(await burger('Abrir menú'))
  expect(isRail()).toBe(false)
  again.unmount()
  renderAt('/users', framed)
  await burger('Cerrar menú')
})

test('a small laptop has that column, and the burger opens all of it, which nothing remembers (§12.2342)', async () => {
  const { unmount } = renderAt('/users', framed)
  await screen.findByRole('navigation', { name: 'Menú principal' })
  expect(isRail()).toBe(true)
  await userEvent.click(await burger('Abrir menú'))
  expect(isRail()).toBe(false)
  unmount()
  const again = renderAt('/users', framed)
  await screen.findByRole('navigation', { name: 'Menú principal' })
  expect(isRail()).toBe(true)
  again.unmount()
  onScreen('min-width')
  renderAt('/users', framed)
  await screen.findByRole('navigation', { name: 'Menú principal' })
  expect(isRail()).toBe(false)
})

test('the burger of a member opens the menu, at every width (§2.17, §12.1023)', async () => {
  storeUser(buildUser())
  renderAt('/profile', framed)
  expect(navigation()).toBeNull()
  await userEvent.click(await burger('Abrir menú'))
  expect(navigation()?.textContent).toBe('Mi carpetaMi perfilCerrar sesión')
})
