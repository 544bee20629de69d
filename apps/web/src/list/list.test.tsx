import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { json } from '../testing/fake-server.ts'
import { araucaria, boldo, headers, names, pageOf, press, trees } from '../testing/tree-list.tsx'

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

test('what a list has found is announced in a region that was there before', async () => {
  trees({ answers: { 'GET /api/trees/': [pageOf([boldo]), pageOf([])] } })
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
