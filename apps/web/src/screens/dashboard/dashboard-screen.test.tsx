import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { cards, dashboardWith, prepareDashboard, wireSale } from '../../testing/dashboard.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Screen } from './dashboard-screen.tsx'

beforeEach(prepareDashboard)

test('the cards are shown before the tables (§12.665)', async () => {
  dashboardWith([wireSale('V-1')])
  const shown: [cards: number, tabs: number][] = []
  const watch = new MutationObserver(() =>
    shown.push([screen.queryAllByRole('article').length, screen.queryAllByRole('tab').length]),
  )
  watch.observe(document.body, { subtree: true, childList: true })
  await screen.findByRole('tab', { name: 'Estado de Cuenta' })
  watch.disconnect()
  expect(shown.find(([cards]) => cards > 0)).toEqual([1, 0])
})

describe('when there is nothing to show', () => {
  test('a member without sales reads whom to ask', async () => {
    dashboardWith([])
    expect(await screen.findByText('Todavía no hay ventas en tu carpeta')).toBeTruthy()
  })

  test('a failure is shown and can be retried (§2.53)', async () => {
    fakeServer({
      'GET /api/sales-data/': [
        json(422, 'La carpeta no está disponible'),
        json(200, [wireSale('V-1')]),
      ],
    })
    renderAt('/dashboard', <Screen />)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'La carpeta no está disponible',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await cards()).toHaveLength(1)
  })

  test('an ended session says so and leads to the login (§10.30)', async () => {
    fakeServer({ 'GET /api/sales-data/': json(401, { detail: 'x' }) })
    renderAt('/dashboard', <Screen />)
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ingresa nuevamente.' })).toBeTruthy()
  })
})
