import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { startTransition, use } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes, StaticRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { salesQuery } from '../../api/sales.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { Mantine } from '../../ui/mantine.tsx'
import { MemberArea } from './member-area.tsx'

const rosa = buildUser()
const pia = buildUser({ id: 3, first_name: 'Pía' })

/** Mounted with the prerendered page, before the user is known. */
function Page() {
  const user = useStoredUser()
  const { data: sales, error } = useQuery({ ...salesQuery, enabled: Boolean(user) })
  const client = useQueryClient()
  return (
    <button
      type="button"
      onClick={() => void client.invalidateQueries({ queryKey: salesQuery.queryKey })}
    >
      {sales ? sales.map(({ project }) => project).join() : (error?.message ?? 'Nada todavía')}
    </button>
  )
}

const routes = (
  <Mantine>
    <Routes>
      <Route element={<MemberArea />}>
        <Route path="/profile" element={<Page />} />
      </Route>
    </Routes>
  </Mantine>
)

const ofProject = (proyecto_descripcion: string) => {
  const sale = buildWireSale()
  return json(200, [{ ...sale, venta: { ...sale.venta, proyecto_descripcion } }])
}

const page = () => screen.getByRole('button', { name: /^(?!Cerrar)/ })

beforeEach(() => {
  connectSession()
  storeUser(rosa)
})

test('queries of the prerendered page keep receiving changes', async () => {
  fakeServer({
    'GET /api/auth/user/': json(200, rosa),
    'GET /api/sales-data/': [ofProject('Altos de Tumbes'), ofProject('Lomas')],
  })
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<StaticRouter location="/profile">{routes}</StaticRouter>)
  await act(async () => {
    hydrateRoot(container, <MemoryRouter initialEntries={['/profile']}>{routes}</MemoryRouter>)
  })
  await waitFor(() => expect(page().textContent).toBe('Altos de Tumbes'))
  act(() => page().click())
  await waitFor(() => expect(page().textContent).toBe('Lomas'))
  container.remove()
})

test('the first calls leave once, although React begins to render the page again (§12.653)', async () => {
  const { calls } = fakeServer({
    'GET /api/auth/user/': json(200, rosa),
    'GET /api/sales-data/': ofProject('Altos de Tumbes'),
  })
  const ready = Promise.withResolvers<void>()
  function Late() {
    use(ready.promise)
    return <Page />
  }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  await act(async () =>
    startTransition(() =>
      root.render(
        <Mantine>
          <MemoryRouter initialEntries={['/dashboard']}>
            <Routes>
              <Route element={<MemberArea />}>
                <Route path="/dashboard" element={<Late />} />
              </Route>
            </Routes>
          </MemoryRouter>
        </Mantine>,
      ),
    ),
  )
  expect(container.textContent).toBe('')
  await act(async () => ready.resolve())
  await waitFor(() => expect(page().textContent).toBe('Altos de Tumbes'))
  expect(calls('/api/sales-data/')).toHaveLength(1)
  act(() => root.unmount())
  container.remove()
})

test('the next user sees nothing of the previous user’s data', async () => {
  fakeServer({
    'GET /api/auth/user/': json(503, 'x'),
    'GET /api/sales-data/': [ofProject('De Rosa'), () => new Promise<Response>(() => {})],
  })
  render(<MemoryRouter initialEntries={['/profile']}>{routes}</MemoryRouter>)
  await waitFor(() => expect(page().textContent).toBe('De Rosa'))
  act(() => storeUser(pia))
  expect(page().textContent).toBe('Nada todavía')
})

test('a user without a network is told so, and sees the data once the network is back', async () => {
  const none = new TypeError('Failed to fetch')
  fakeServer({
    'GET /api/auth/user/': json(200, rosa),
    'GET /api/sales-data/': [none, none, ofProject('De Rosa')],
  })
  onlineManager.setOnline(false)
  render(<MemoryRouter initialEntries={['/profile']}>{routes}</MemoryRouter>)
  await waitFor(() => expect(page().textContent).toBe('No hay conexión.'))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(page().textContent).toBe('De Rosa'))
})
