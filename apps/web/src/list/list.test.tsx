import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { queryClientOf } from '../api/query-client.ts'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { araucaria, boldo, headers, names, pageOf, press, trees } from '../testing/tree-list.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { USERS } from '../users/calls.ts'
import { useListAddress } from './list-address.ts'
import { useListPage } from './list-page.tsx'
import { startList } from './start-calls.ts'

beforeEach(connectSession)

test('a list shows its first page of ten rows in the server’s order', async () => {
  const { queryAsked } = trees()
  expect(await names()).toEqual(['Araucaria', 'Boldo'])
  expect(headers()).toEqual(['Nombre', 'Altura', 'Acciones'])
  expect(queryAsked()).toEqual({ page: '1', pageSize: '10', orderBy: '', orderDesc: '' })
})

test('an empty list says so (§2.90)', async () => {
  trees({ answers: { 'GET /api/trees/': pageOf([]) } })
  expect(await screen.findByText('No hay resultados')).toBeTruthy()
})

test('filters that nothing fits are removed beside the empty list (§12.1819)', async () => {
  const { where } = trees({
    answers: { 'GET /api/trees/': [pageOf([]), pageOf([boldo])] },
    at: '/trees?name=x&place=y',
  })
  expect(await screen.findByText('Prueba con otros filtros.')).toBeTruthy()
  await press('Quitar los filtros')
  expect(await names()).toEqual(['Boldo'])
  expect(where()).toBe('/trees')
})

test('what a list has found is announced in a region that was there before', async () => {
  trees({
    filters: [{ name: 'name', label: 'Nombre' }],
    answers: { 'GET /api/trees/': [pageOf([boldo]), pageOf([])] },
  })
  const [status] = screen.getAllByRole('status')
  await names()
  expect(status?.textContent).toBe('1 resultado en esta página')
  await press('Filtros')
  await press('Filtrar')
  await screen.findByText('No hay resultados')
  expect(status?.textContent).toBe('Sin resultados')
})

test('a failed query shows its error and can be retried', async () => {
  trees({
    answers: { 'GET /api/trees/': [json(503, 'Servicio no disponible'), pageOf([boldo])] },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Servicio no disponible')
  await press('Reintentar')
  expect(await names()).toEqual(['Boldo'])
})

test('rows stay when they cannot be read again, and the error is shown', async () => {
  trees({
    answers: {
      'GET /api/trees/': [pageOf([araucaria]), json(401, { detail: 'x' })],
      'DELETE /api/trees/1/': json(200, {}),
    },
  })
  await press('Eliminar Araucaria')
  await press('OK')
  await screen.findByText('Se ha eliminado correctamente!')
  expect(screen.getByText(/Tu sesión ha terminado/)).toBeTruthy()
})

test('what the loader of a page has just asked for is not asked for again by the page (§12.1482)', async () => {
  storeUser(buildStaff())
  const { calls } = fakeServer({ 'GET /api/users/': pageOf([]) })
  const request = new Request('https://portal.example/users')
  await startList(USERS, [])({ request, params: {}, context: {} } as never, undefined)
  const client = queryClientOf(buildStaff())
  await waitFor(() => expect(client.isFetching()).toBe(0))
  render(
    <Mantine>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Rows />
        </MemoryRouter>
      </QueryClientProvider>
    </Mantine>,
  )
  expect(await screen.findByText('Filas: 0')).toBeTruthy()
  expect(client.isFetching()).toBe(0)
  expect(calls('/api/users/')).toHaveLength(1)
})

function Rows() {
  const { data } = useListPage(USERS, useListAddress([]))
  return <p>Filas: {data?.results.length}</p>
}
