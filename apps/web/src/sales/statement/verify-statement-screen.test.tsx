import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sentence } from '../../testing/sentence.ts'
import { Component as Screen } from './verify-statement-screen.tsx'

beforeEach(connectSession)

const current = {
  folio: 'EC-7F3K',
  issued_at: '2026-11-20T02:30:00Z',
  is_current: true,
  printed: [
    { label: 'Compra', value: 'V-1001' },
    { label: 'Nombre', value: 'R••• M••• S•••' },
    { label: 'Total Pagado en UF', value: 'UF 187,60' },
  ],
}

function paperWith(folio: string, ...answers: Response[]) {
  const server = fakeServer({ [`GET /api/statements/${folio}/`]: answers })
  return { ...server, ...renderAt(`/verify-statement?folio=${folio}`, <Screen />) }
}

test('a current statement says since when, in Santiago', async () => {
  paperWith('EC-7F3K', json(200, current))
  expect(await screen.findByText(sentence('Emitido el 19-11-2026, vigente'))).toBeTruthy()
  expect(screen.getByText('Folio EC-7F3K')).toBeTruthy()
})

test('a statement with outdated figures is shown as replaced', async () => {
  paperWith('EC-7F3K', json(200, { ...current, is_current: false, printed: [] }))
  expect(await screen.findByText(sentence('Emitido el 19-11-2026, reemplazado'))).toBeTruthy()
})

test('a current statement says what the paper must say, and vouches for nothing else (security 9.460)', async () => {
  paperWith('EC-7F3K', json(200, current))
  const found = await screen.findByText(/^Compara estos datos con los del documento/)
  expect(found.textContent).toMatch(/si no son iguales, el documento fue alterado\.$/)
  const rows = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['CompraV-1001', 'NombreR••• M••• S•••', 'Total Pagado en UFUF 187,60'])
  expect(
    screen.getByText('Lo demás que dice el documento no se comprueba en esta página.'),
  ).toBeTruthy()
})

test('an unknown folio says what to check', async () => {
  paperWith('EC-0000', json(404, { detail: 'No encontrado.' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'No encontramos ningún documento con el folio EC-0000',
  )
})

test('a typed folio is in the address', async () => {
  const { calls } = fakeServer({ 'GET /api/statements/EC-7F3K/': json(200, current) })
  const { where } = renderAt('/verify-statement', <Screen />)
  await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
  expect(screen.getByText('Ingresa el folio')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Folio' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Folio' }), ' EC-7F3K ')
  expect(screen.queryByText('Ingresa el folio')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
  expect(await screen.findByText(sentence('Emitido el 19-11-2026, vigente'))).toBeTruthy()
  expect(where()).toBe('/verify-statement?folio=EC-7F3K')
  expect(calls('/api/statements/')).toHaveLength(1)
})

test('a failed check can be retried', async () => {
  paperWith('EC-7F3K', json(503, 'Servicio no disponible'), json(200, current))
  expect((await screen.findByRole('alert')).textContent).toContain('Servicio no disponible')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText(sentence('Emitido el 19-11-2026, vigente'))).toBeTruthy()
})
