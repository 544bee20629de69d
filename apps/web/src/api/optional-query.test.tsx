import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { reportConnection } from '../connection/connection.ts'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildUser, plain } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { answered } from './client.ts'
import { optionalQuery } from './optional-query.ts'

const NEWS = 'GET /api/client/news/'
const none = new TypeError('Failed to fetch')
const found = json(200, { results: [], unread: 0, current: 1, lastPage: 1 })

function Part() {
  const { data, error } = useQuery(
    optionalQuery({
      queryKey: ['news'],
      queryFn: () => answered('GET /api/client/news/', { query: {} }),
      networkMode: 'always',
    }),
  )
  if (data === null) return <p>Sin novedades en este portal</p>
  if (error) return <p role="alert">{error.message}</p>
  return <p>{data ? 'Novedades' : 'Cargando…'}</p>
}

function partWith(answer: Parameters<typeof fakeServer>[0][string], user = buildUser()) {
  storeUser(user)
  const server = fakeServer({ [NEWS]: answer })
  renderAt('/dashboard', <Part />)
  return server
}

beforeEach(() => {
  connectSession()
  act(() => reportConnection(false))
})

test.each([
  ['does not have', 404],
  ['refuses', 403],
])('what needs a call that the API %s is left out (§12.703)', async (_, status) => {
  partWith(json(status, { detail: 'x' }))
  expect(await screen.findByText('Sin novedades en este portal')).toBeTruthy()
})

test('another failure of the call is told', async () => {
  partWith(json(422, 'No disponible'))
  expect((await screen.findByRole('alert')).textContent).toBe('No disponible')
})

test('without a connection its place is kept until it is back (§12.703)', async () => {
  const { seen } = partWith([none, found])
  await waitFor(() => expect(seen).toHaveLength(1))
  await act(async () => {})
  expect(screen.getByText('Cargando…')).toBeTruthy()
  act(() => reportConnection(false))
  expect(await screen.findByText('Novedades')).toBeTruthy()
})

test('a call that alone finds no answer is left out, and not asked for ever (§12.703)', async () => {
  const { seen } = partWith(none)
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await waitFor(() => expect(seen).toHaveLength(attempt))
    await act(async () => {})
    act(() => reportConnection(false))
  }
  expect(await screen.findByText('Sin novedades en este portal')).toBeTruthy()
  expect(seen).toHaveLength(4)
})

test('an API of the specification alone is not asked (§12.702)', async () => {
  const { seen } = partWith(found, plain(buildUser()))
  expect(await screen.findByText('Sin novedades en este portal')).toBeTruthy()
  expect(seen).toEqual([])
})
