import { permissions } from '@carpeta/domain/access/permissions'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Page, pages, routes, routesOf, switchedOn } from './routes.tsx'
import { connectSession } from './session/connect-session.ts'
import { storeUser } from './session/stored-user.ts'
import { buildStaff, buildUser } from './testing/build-user.ts'
import { buildWireSale } from './testing/build-wire-sale.ts'
import { fakeServer, json } from './testing/fake-server.ts'

vi.mock('./personal-data/privacy-screen.tsx', () => ({
  Component: () => {
    throw new TypeError('Rosa’s browser cannot do this')
  },
}))

beforeEach(connectSession)

function open(path: string, shown = routes) {
  const router = createMemoryRouter(shown, { initialEntries: [path] })
  const { unmount } = render(<RouterProvider router={router} />)
  const where = () => router.state.location.pathname + router.state.location.search
  return { where, unmount }
}

describe('the route table', () => {
  test.each(pages.map((page) => [page.path, page] as const))(
    '%s has a screen (§2.1)',
    async (_, page) => {
      expect(await page.lazy()).toHaveProperty('Component')
    },
  )

  test('leaves out a page that is switched off (§2.13)', () => {
    const row: Page = { path: '/otro', lazy: fileOf('/') }
    expect(switchedOn([{ ...row, path: '/nuevo', handle: { enabled: false } }, row])).toEqual([row])
  })

  test('lets a page stand without navigation and footer (§2.13)', async () => {
    fakeServer({})
    const row: Page = { path: '/con-marco', lazy: fileOf('/'), handle: { isPublic: true } }
    const bare: Page = { ...row, path: '/sin-marco', handle: { isPublic: true, layout: false } }
    const shown = routesOf([...pages, row, bare])
    for (const [path, frames] of [
      ['/sin-marco', 0],
      ['/con-marco', 1],
    ] as const) {
      const { unmount } = open(path, shown)
      expect(await screen.findByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeTruthy()
      expect(screen.queryAllByRole('button', { name: 'Abrir menú' })).toHaveLength(frames)
      expect(screen.queryAllByRole('contentinfo')).toHaveLength(frames)
      unmount()
    }
  })

  test('answers an unknown path with the not-found page (§2.9)', async () => {
    fakeServer({})
    open('/nada')
    expect(await screen.findByRole('heading', { name: 'Página no encontrada' })).toBeTruthy()
  })

  test('opens requests, procedures and the audit log to staff with their permissions only (§10.78)', async () => {
    fakeServer({})
    const needed = {
      '/requests': 'requests.answer_requests',
      '/procedures': 'procedures.change_procedures',
      '/activity': 'audit.view_audit',
    }
    for (const [path, permission] of Object.entries(needed)) {
      expect(pages.find((page) => page.path === path)?.handle?.permission).toBe(permission)
    }
    storeUser(buildStaff({ permissions: ['users.manage_users'] }))
    const { where } = open('/requests')
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(screen.queryByRole('link', { name: 'Solicitudes' })).toBeNull()
  })

  test('names no path twice', () => {
    const paths = pages.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })
})

test.each([
  ['/requests?solicitud=12', '/requests/12'],
  ['/requests?estado=sent&solicitud=12', '/requests/12?estado=sent'],
  ['/requests?ingresar=', '/requests/new'],
  ['/requests?ingresar=7', '/requests/new/7'],
  ['/users?usuario=7', '/users/7'],
  ['/announcements?aviso=4', '/announcements/4'],
  ['/payment-reports?informe=31', '/payment-reports/31'],
  ['/imports?carga=6', '/imports/loads/6'],
  ['/imports?archivo=6', '/imports/uploads/6'],
  ['/imports?vista=tokens', '/imports/tokens'],
  ['/procedures?vista=feriados&ano=2027', '/procedures/holidays?ano=2027'],
  ['/help?tema=pagar', '/help/pagar'],
  ['/help?pagina=4', '/help/pages/4'],
])('%s, an address of an older email or bookmark, leads to %s (§12.720)', async (former, now) => {
  storeUser(buildStaff({ permissions: [...permissions] }))
  fakeServer({})
  const { where } = open(former)
  await waitFor(() => expect(where()).toBe(now))
})

test('the calls of a page leave with its code, before it is shown, and once (§12.601)', async () => {
  const rosa = buildUser()
  storeUser(rosa)
  const { calls } = fakeServer({
    'GET /api/auth/user/': json(200, rosa),
    'GET /api/sales-data/': json(200, [buildWireSale()]),
  })
  let askedBefore: number | undefined
  const rows = pages.map((page) =>
    page.path === '/dashboard' ? { ...page, lazy: () => watched(page) } : page,
  )
  async function watched(page: Page) {
    const { Component, ...rest } = await page.lazy()
    function Watched() {
      askedBefore ??= calls('/api/sales-data/').length
      return <Component />
    }
    return { ...rest, Component: Watched }
  }
  open('/dashboard', routesOf(rows))
  expect(await screen.findByRole('heading', { name: 'Mi carpeta' })).toBeTruthy()
  expect(askedBefore).toBe(1)
  expect(calls('/api/sales-data/')).toHaveLength(1)
})

test('a page that Mario may not open asks for nothing (§12.601)', async () => {
  storeUser(buildStaff({ permissions: ['users.manage_users'] }))
  const { calls } = fakeServer({})
  const { where } = open('/requests/12')
  await waitFor(() => expect(where()).toBe('/dashboard'))
  expect(calls('/api/requests/12/')).toEqual([])
})

test('a page that fails leaves the other pages working', async () => {
  fakeServer({})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open('/privacy')
  expect((await screen.findByRole('alert')).textContent).toContain('Ocurrió un error ...')
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  await userEvent.click(screen.getByRole('link', { name: 'Ingresar con rut' }))
  expect(await screen.findByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeTruthy()
  expect(screen.queryByText('Ocurrió un error ...')).toBeNull()
})

function fileOf(path: string) {
  const page = pages.find((each) => each.path === path)
  if (!page) throw new Error(`No page ${path}`)
  return page.lazy
}
