import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as Screen } from '../sales/dashboard/dashboard-screen.tsx'
import { storeUser } from '../session/stored-user.ts'
import { buildUser } from '../testing/build-user.ts'
import { prepareDashboard, wireSale } from '../testing/dashboard.tsx'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'

beforeEach(prepareDashboard)

const news = (id: number, overrides: object = {}) => ({
  id,
  kind: 'payment',
  subject: '901',
  date: '2026-11-21',
  sale: 'V-1',
  sale_name: 'Altos de Tumbes · Casa 24',
  told_at: '2026-11-22T11:00:00Z',
  read_at: null,
  ...overrides,
})

const read = { read_at: '2026-11-22T12:00:00Z' }
const step = news(2, { kind: 'deed', subject: 'releasingBankSignedOn' })

function answer(results: object[], unread: number, lastPage = 1) {
  return json(200, { results, unread, current: 1, lastPage })
}

async function open(answers: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/sales-data/': json(200, [wireSale('V-1')]),
    'GET /api/client/announcements/': json(200, { results: [] }),
    ...answers,
  })
  const { where } = renderAt('/dashboard', <Screen />)
  const toggle = await screen.findByRole('button', { name: /^Novedades/ })
  const content = () => within(screen.getByRole('region', { name: 'Novedades de tu compra' }))
  return { ...server, where, toggle, content }
}

describe('the news on the dashboard', () => {
  test('are folded, and say that some are unread; below the title what they are of; how many the count of ‘Avisos’ says (§12.214, §12.2145, §12.2513)', async () => {
    const { toggle, content } = await open({ 'GET /api/client/news/': answer([news(3), step], 2) })
    await waitFor(() =>
      expect(toggle.textContent).toBe(
        'Novedades de tu compra Pagos, cuotas, documentos y escrituraSin leer',
      ),
    )
    expect(content().queryByRole('list')).toBeNull()
    await userEvent.click(toggle)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    const rows = await content().findAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Se registró un pago del 21-11-2026.Altos de Tumbes · Casa 24 · 22-11-2026 08:00Sin leer',
      'Se cumplió «Firma Banco Alzante» de tu escritura, el 21-11-2026.' +
        'Altos de Tumbes · Casa 24 · 22-11-2026 08:00Sin leer',
    ])
  })

  test('lead to the tab that shows them (§12.214)', async () => {
    const { toggle, where } = await open({ 'GET /api/client/news/': answer([step], 1) })
    await userEvent.click(toggle)
    await userEvent.click(await screen.findByRole('link', { name: /^Se cumplió/ }))
    expect(where()).toBe('/dashboard?venta=V-1&tab=escrituracion')
  })

  test('are marked as read up to the last one shown (§12.214)', async () => {
    const { toggle, calls } = await open({
      'GET /api/client/news/': [answer([news(3), step], 2), answer([news(3, read)], 0)],
      'POST /api/client/news/read/': json(200, {}),
    })
    await userEvent.click(toggle)
    await userEvent.click(await screen.findByRole('button', { name: 'Marcar como leídas' }))
    await waitFor(() =>
      expect(toggle.textContent).toBe(
        'Novedades de tu compra Pagos, cuotas, documentos y escritura',
      ),
    )
    expect(document.activeElement).toBe(toggle)
    expect(screen.queryByText('Sin leer')).toBeNull()
    const sent = calls('/news/read/').map(({ body }) => JSON.parse(String(body)))
    expect(sent).toMatchObject([{ through: 3 }])
  })

  test('stay unread, and say why, when they cannot be marked', async () => {
    const { toggle } = await open({
      'GET /api/client/news/': answer([news(3)], 1),
      'POST /api/client/news/read/': json(422, 'No se pudo guardar'),
    })
    await userEvent.click(toggle)
    await userEvent.click(await screen.findByRole('button', { name: 'Marcar como leídas' }))
    expect(await screen.findByText('No se pudo guardar')).toBeTruthy()
    expect(screen.getByText('Sin leer')).toBeTruthy()
  })

  test('cannot be marked by staff who view the portal as the member', async () => {
    storeUser({ ...buildUser(), viewed_by: { id: 9, name: 'Iván Pérez' } })
    const { toggle } = await open({ 'GET /api/client/news/': answer([news(3)], 1) })
    await userEvent.click(toggle)
    expect(await screen.findByText('Sin leer')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Marcar como leídas' })).toBeNull()
  })

  test('say so when there are none, and when they cannot be loaded', async () => {
    const { toggle } = await open({
      'GET /api/client/news/': [json(422, 'No se pudo leer'), answer([], 0)],
    })
    await userEvent.click(toggle)
    expect(await screen.findByText('No se pudo leer')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText(/No hay novedades\./)).toBeTruthy()
  })

  test('show earlier ones on request', async () => {
    const { toggle, calls } = await open({
      'GET /api/client/news/': [answer([news(3)], 0, 2), answer([news(3), news(2)], 0)],
    })
    await userEvent.click(toggle)
    await userEvent.click(await screen.findByRole('button', { name: 'Ver anteriores' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ver anteriores' })).toBeNull())
    expect(calls('pageSize=25')).toHaveLength(1)
  })
})
