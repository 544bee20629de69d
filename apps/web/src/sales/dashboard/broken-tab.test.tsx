import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectionIsLost, onConnection, reportConnection } from '../../connection/connection.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './dashboard-screen.tsx'

vi.mock('../deed/deed-tab.tsx', () => ({
  DeedTab: () => {
    throw new TypeError('Something nobody thought of')
  },
}))

vi.mock('../../requests/member/procedures-tab.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

test('a section that fails says so and leaves the others working', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fakeServer({
    'GET /api/sales-data/': json(200, [buildWireSale()]),
    'GET /api/payment-account/': json(200, { account: null }),
  })
  renderAt('/dashboard?venta=V-1&tab=escrituracion', <Screen />)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'No pudimos mostrar esta sección. Las demás pestañas siguen disponibles.',
  )
  expect(screen.getByRole('button', { name: 'Recargar la página' })).toBeTruthy()
  expect(screen.getByRole('article')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Antecedentes Personales' }))
  expect(await screen.findByText('1. TITULAR')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a section whose file does not load asks for a reload, since to render it again would fail', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fakeServer({ 'GET /api/sales-data/': json(200, [buildWireSale()]) })
  // As the layout around the page does.
  onTestFinished(onConnection(() => {}))
  renderAt('/dashboard?venta=V-1&tab=solicitar-tramites', <Screen />)
  await waitFor(() => expect(connectionIsLost()).toBe(true))
  act(() => reportConnection(false))
  expect(await screen.findByRole('button', { name: 'Recargar la página' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})
