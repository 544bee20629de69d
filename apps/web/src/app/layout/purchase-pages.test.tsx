import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { salesQuery } from '../../sales/calls.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser, plain } from '../../testing/build-user.ts'
import { wireSale } from '../../testing/dashboard.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { type MenuItem, SlotContext } from '../../ui/layout/menu.ts'
import { Navbar } from './layout.tsx'
import { PurchasePages } from './purchase-pages.tsx'

const menu: MenuItem[] = [
  { path: '/dashboard', label: 'Mi carpeta' },
  { path: '/profile', label: 'Mi perfil' },
]

function Page() {
  const { data: sales } = useQuery(salesQuery)
  return (
    <SlotContext value={useState<HTMLElement | null>(null)}>
      <Navbar menu={menu} />
      <PurchasePages />
      {sales && <p>Compras: {sales.length}</p>}
    </SlotContext>
  )
}

async function openMenu(sales: unknown[], path = '/profile', available = true) {
  const online = { available, results: [], begun_by_others: [], unrecorded: [] }
  fakeServer({
    'GET /api/sales-data/': json(200, sales),
    'GET /api/payments/own/': json(200, online),
    'GET /api/client/announcements/': json(200, {
      results: [
        { id: 1, title: 'Corte de agua', published_at: '2026-11-20T12:00:00Z', read_at: null },
      ],
    }),
    'GET /api/client/news/': json(200, { results: [], unread: 2, current: 1, lastPage: 1 }),
  })
  const rendered = renderAt(path, { '/profile': <Page />, '/dashboard': <Page /> })
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  return rendered
}

const owed = { compromiso: { resumen: { deuda: 187.6 } } }

async function pages() {
  const list = await screen.findByRole('list', { name: 'Proyecto V-1 · Casa' })
  return within(list).getAllByRole('link')
}

const texts = async () => (await pages()).map(({ textContent }) => textContent)

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

test('the menu leads from any page to what Rosa does with her purchase, and closes (§12.2141, §12.2205)', async () => {
  const { where } = await openMenu([{ ...wireSale('V-1'), ...owed }])
  expect(await texts()).toEqual([
    'Pagar',
    'Estado de Cuenta',
    'Certificado para el banco',
    'Escrituración',
    'Solicitar Trámites',
    'Mis Trámites',
    'Quién ve mi compra',
  ])
  const [toPay, , toCertificate] = (await pages()) as [HTMLElement, HTMLElement, HTMLElement]
  expect((await pages()).at(-1)?.getAttribute('href')).toBe('/profile#quien-ve')
  expect(toPay.getAttribute('href')).toBe('/dashboard?pagar=')
  expect(toCertificate.getAttribute('href')).toMatch(/tab=estado-de-cuenta#certificado$/)
  await userEvent.click(toCertificate)
  expect(where()).toBe('/dashboard?venta=V-1&tab=estado-de-cuenta')
  expect(screen.queryByRole('link', { name: 'Certificado para el banco' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  const open = (await pages()).filter((link) => link.ariaCurrent === 'page')
  expect(open.map(({ textContent }) => textContent)).toEqual(['Estado de Cuenta'])
})

test('of several purchases it has those of the chosen one; of an API of the specification alone no payment and no certificate (§12.2141)', async () => {
  storeUser(plain(buildUser()))
  const sales = [
    { ...wireSale('V-1'), ...owed },
    { ...wireSale('V-2'), ...owed },
  ]
  const { unmount } = await openMenu(sales, '/dashboard')
  await screen.findByText('Compras: 2')
  expect(screen.queryByRole('link', { name: 'Escrituración' })).toBeNull()
  unmount()
  await openMenu(sales, '/dashboard?venta=V-1')
  expect(await texts()).toEqual([
    'Estado de Cuenta',
    'Escrituración',
    'Solicitar Trámites',
    'Mis Trámites',
  ])
})

test('where nobody pays online the menu leads to no payment (§12.2141)', async () => {
  await openMenu([{ ...wireSale('V-1'), ...owed }], '/profile', false)
  expect((await texts())[0]).toBe('Estado de Cuenta')
})

test('who only reads a purchase asks for nothing, and who views a member’s folder pays nothing (§12.2141)', async () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  const compartida = { como: 'co_holder', hasta: '' }
  const { unmount } = await openMenu([{ ...wireSale('V-1'), ...owed, compartida }])
  expect(await texts()).toEqual(['Estado de Cuenta', 'Certificado para el banco', 'Escrituración'])
  unmount()
  await openMenu([{ ...wireSale('V-1'), ...owed }])
  expect((await texts()).at(-1)).toBe('Mis Trámites')
})

test('beside ‘Mi carpeta’ the menu leads to the announcements, with how many announcements and news are unread; not where the API has none (§12.2514)', async () => {
  const { where, unmount } = await openMenu([{ ...wireSale('V-1'), ...owed }])
  await userEvent.click(await screen.findByRole('link', { name: 'Avisos 3 sin leer' }))
  expect(where()).toBe('/dashboard?avisos=todos')
  unmount()
  storeUser(plain(buildUser()))
  await openMenu([{ ...wireSale('V-1'), ...owed }])
  expect((await texts()).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: /^Avisos/ })).toBeNull()
})
