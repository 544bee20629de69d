import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { reconnect } from '../../testing/reconnect.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './accesses-screen.tsx'

const seen = {
  at: '2026-11-20T02:30:00Z',
  who: 'Carla Neira',
  role: 'Administración',
  action: 'Miró tu carpeta tal como la ves, sin poder cambiar nada',
  reason: 'Llamó por su saldo',
}

function accesses(...answers: Response[]) {
  storeUser(buildUser())
  const server = fakeServer({ 'GET /api/client/accesses/': answers })
  return { ...server, ...renderAt('/accesses', <Screen />) }
}

async function cells() {
  const table = await screen.findByRole('table', { name: 'Quién vio mis datos' })
  return within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}

beforeEach(connectSession)

test('each access shows the action, the user with the group, the time and the reason (§12.1314)', async () => {
  accesses(
    json(200, {
      results: [seen, { ...seen, who: 'Luis Parra', role: '', reason: '' }],
      current: 1,
      lastPage: 1,
    }),
  )
  expect(await cells()).toEqual([
    'Miró tu carpeta tal como la ves, sin poder cambiar nada',
    'Carla Neira · Administración',
    '19-11-2026 23:30',
    'Llamó por su saldo',
    'Miró tu carpeta tal como la ves, sin poder cambiar nada',
    'Luis Parra',
    '19-11-2026 23:30',
    '',
  ])
})

test('who does not recognise somebody reads whom to ask (§12.2075)', async () => {
  accesses(json(200, { results: [seen], current: 1, lastPage: 1 }))
  expect((await screen.findByText(/¿No reconoces a alguien\?/)).textContent).toMatch(/Escríbenos a/)
})

test('staff who view Rosa’s folder learn nothing of it (§12.1314)', () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  const { seen: asked } = fakeServer({})
  renderAt('/accesses', <Screen />)
  expect(screen.getByText(viewAsMessages.notShown.text)).toBeTruthy()
  expect(asked).toEqual([])
})

test('without accesses it says so', async () => {
  accesses(json(200, { results: [], current: 1, lastPage: 1 }))
  expect(await screen.findByText('Nadie más ha visto tus datos')).toBeTruthy()
})

test('older ones are on further pages', async () => {
  const { calls, where } = accesses(
    json(200, { results: [seen], current: 1, lastPage: 2 }),
    json(200, { results: [{ ...seen, who: 'Mario Fuentes', role: '' }], current: 2, lastPage: 2 }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText('Mario Fuentes')).toBeTruthy()
  expect(calls('page=2')).toHaveLength(1)
  expect(where()).toBe('/accesses?pagina=2')
})

test('loaded accesses stay when they cannot be read again', async () => {
  accesses(
    json(200, { results: [seen], current: 1, lastPage: 1 }),
    json(503, 'Servicio no disponible'),
  )
  await screen.findByText(/^Carla Neira/)
  reconnect()
  expect(await screen.findByText('Servicio no disponible')).toBeTruthy()
  expect(screen.getByText(/^Carla Neira/)).toBeTruthy()
})

test('accesses that cannot be read can be retried', async () => {
  accesses(
    json(503, 'Servicio no disponible'),
    json(200, { results: [seen], current: 1, lastPage: 1 }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText(/^Carla Neira/)).toBeTruthy()
})

test('an API without the list says whom to ask (§12.703)', async () => {
  accesses(json(404, { detail: 'x' }))
  expect(await screen.findByText(/Pídela a/)).toBeTruthy()
})
