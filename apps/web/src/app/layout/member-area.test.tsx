import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { salesQuery } from '../../sales/calls.ts'
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
