import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
import { ClientBar } from './member-area.tsx'

const menu: MenuItem[] = [
  { path: '/dashboard', label: 'Mi carpeta' },
  { path: '/documents', label: 'Mis documentos', needsExtended: true, forMembers: true },
  { path: '/payments/own', label: 'Mis pagos', forMembers: true },
  { path: '/profile', label: 'Mi perfil' },
  { path: '/accesses', label: 'Quién vio mis datos', needsExtended: true },
]

const rosa = buildUser()
const sale = buildWireSale()

beforeEach(() => {
  connectSession()
  onScreen('min-width: 1024px')
  fakeServer({
    'GET /api/sales-data/': json(200, [sale]),
    'GET /api/client/announcements/': json(200, {
      results: [{ id: 1, title: 'Portón', published_at: '2026-11-20T15:00:00Z', read_at: null }],
    }),
  })
})

function showBar(at: string, user = rosa) {
  storeUser(user)
  return renderAt(
    at,
    <MenuContext value={menu}>
      <ClientBar user={user} />
    </MenuContext>,
  )
}

const links = async () =>
  within(await screen.findByRole('navigation', { name: 'Secciones' }))
    .getAllByRole('link')
    .map((link) => [link.textContent?.trim(), link.getAttribute('aria-current')])

test.each([
  ['/dashboard', 'Mi carpeta'],
  ['/dashboard?venta=V-1&tab=escrituracion', 'Mi carpeta'],
  ['/documents', 'Documentos'],
  ['/payments/own', 'Pagos'],
  ['/dashboard?venta=V-1&tab=mis-tramites', 'Trámites'],
  ['/dashboard?venta=V-1&tab=solicitar-tramites&tramite=2', 'Trámites'],
  ['/dashboard?avisos=todos', 'Avisos 1 sin leer'],
  ['/help/payment', 'Ayuda'],
  ['/profile', null],
])(
  'on a wide screen Rosa has her pages in sight; at %s %s is marked (§12.1420)',
  async (at, open) => {
    showBar(at)
    await screen.findByRole('link', { name: 'Avisos 1 sin leer' })
    expect(await links()).toEqual(
      ['Mi carpeta', 'Documentos', 'Pagos', 'Trámites', 'Avisos 1 sin leer', 'Ayuda'].map(
        (label) => [label, label === open ? 'page' : null],
      ),
    )
  },
)

test('‘Trámites’ opens them for Rosa’s purchase (§12.1420)', async () => {
  const { where } = showBar('/profile')
  const search = `?venta=${sale.code}&tab=solicitar-tramites`
  const link = await screen.findByRole('link', { name: 'Trámites' })
  await expect.poll(() => link.getAttribute('href')).toBe(`/dashboard${search}`)
  await userEvent.click(link)
  expect(where()).toBe(`/dashboard${search}`)
})

test('the menu at her name has her profile, who saw her data and the logout (§12.1421)', async () => {
  const { where } = showBar('/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir tu cuenta' }))
  // Without a layout the browser of the tests takes it for covered.
  const item = { hidden: true }
  const items = await screen.findAllByRole('menuitem', item)
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Mi perfil',
    'Quién vio mis datos',
    'Cerrar sesión',
  ])
  await userEvent.click(screen.getByRole('menuitem', { ...item, name: 'Quién vio mis datos' }))
  expect(where()).toBe('/accesses')
})

test('with an API of the specification alone it has the pages of the specification (§12.1420)', async () => {
  fakeServer({ 'GET /api/sales-data/': json(200, [sale]) })
  const { extended: _, ...user } = rosa
  showBar('/dashboard', user)
  expect(await links()).toEqual([
    ['Mi carpeta', 'page'],
    ['Pagos', null],
    ['Trámites', null],
    ['Ayuda', null],
  ])
})

test.each([
  ['staff, who have theirs at the side', buildUser({ permissions: ['users.manage_users'] })],
  ['a member before a required second factor', buildUser({ must_enroll_second_factor: true })],
])('%s: no such bar (§12.1420)', async (_, user) => {
  showBar('/dashboard', user)
  await act(() => import('./member-navigation.tsx'))
  expect(screen.queryByRole('navigation', { name: 'Secciones' })).toBeNull()
})

test('a phone has none, since the burger opens them (§12.1420)', async () => {
  onScreen('max-width')
  showBar('/dashboard')
  await act(() => import('./member-navigation.tsx'))
  expect(screen.queryByRole('navigation', { name: 'Secciones' })).toBeNull()
})
