import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as Screen } from '../../sales/dashboard/dashboard-screen.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff, buildUser } from '../../testing/build-user.ts'
import { prepareDashboard } from '../../testing/dashboard.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'

beforeEach(prepareDashboard)

const row = (id: number, title: string, read_at: string | null = null) => ({
  id,
  title,
  published_at: '2026-11-18T13:00:00Z',
  read_at,
})
const water = row(4, 'Corte de agua')
const full = {
  ...water,
  body: 'Hola:\n\nMira https://essbio.example/cortes.\njavascript:alert(1) <b>no</b>',
  visible_until: '',
  files: [{ id: 7, name: 'plano.pdf', size: 2048 }],
}

function dashboard(path: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/sales-data/': json(200, []),
    'GET /api/client/announcements/': json(200, {
      results: [water, row(3, 'Asamblea', '2026-11-19T10:00:00Z')],
    }),
    'GET /api/client/announcements/4/': json(200, full),
    'POST /api/client/announcements/4/read/': json(200, {}),
    ...answers,
  })
  return { ...server, ...renderAt(path, <Screen />) }
}

describe('the dashboard', () => {
  test('says how many announcements are unread, and leads to them (§12.196)', async () => {
    const { where } = dashboard('/dashboard')
    await userEvent.click(await screen.findByRole('link', { name: 'Avisos 1 sin leer' }))
    expect(where()).toBe('/dashboard?avisos=todos')
    const links = await screen.findAllByRole('link', { name: /18-11-2026/ })
    expect(links.map((link) => link.textContent)).toEqual([
      'Corte de agua18-11-2026 10:00Sin leer',
      'Asamblea18-11-2026 10:00',
    ])
  })

  test('counts news beside announcements, and leads to both, told apart (§12.2076, §12.2513)', async () => {
    const news = { results: [], unread: 3, current: 1, lastPage: 1 }
    dashboard('/dashboard', { 'GET /api/client/news/': () => json(200, news) })
    await userEvent.click(await screen.findByRole('link', { name: 'Avisos 4 sin leer' }))
    const toggle = await screen.findByRole('button', { name: /^Novedades.*3 sin leer/ })
    expect(
      screen.getByText(
        /^Lo que la cooperativa publica para sus socios\. Lo que pasa con tu compra/,
      ),
    ).toBeTruthy()
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
  })

  test('of staff without a sale has no announcements', () => {
    storeUser(buildStaff())
    const { calls } = dashboard('/dashboard')
    expect(screen.queryByRole('link', { name: /^Avisos/ })).toBeNull()
    expect(calls('announcements')).toEqual([])
  })

  test('says so when there are none', async () => {
    dashboard('/dashboard?avisos=todos', {
      'GET /api/client/announcements/': json(200, { results: [] }),
    })
    expect(await screen.findByText('No hay avisos')).toBeTruthy()
  })
})

describe('an open announcement', () => {
  test('shows text with http(s) links only, and its files (security 9.27)', async () => {
    dashboard('/dashboard?avisos=4')
    expect(await screen.findByRole('heading', { name: 'Corte de agua' })).toBeTruthy()
    const link = screen.getByRole('link', { name: 'https://essbio.example/cortes' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://essbio.example/cortes',
      'noopener noreferrer',
    ])
    expect(screen.getByText(/javascript:alert\(1\) <b>no<\/b>/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Descargar plano.pdf' })).toBeTruthy()
  })

  test('is marked as read once, and the list is asked for again (§12.196)', async () => {
    const { calls } = dashboard('/dashboard?avisos=4')
    await waitFor(() => expect(calls('/4/read/')).toHaveLength(1))
    await waitFor(() => {
      const asked = calls('/client/announcements/').map(({ url }) =>
        url.replace(/^.*announcements/, ''),
      )
      expect(asked.lastIndexOf('/')).toBeGreaterThan(asked.indexOf('/4/read/'))
    })
    expect(calls('/4/read/')).toHaveLength(1)
  })

  test('is counted no more from the moment it is open, though the server says so later (§12.2076)', async () => {
    let answer = () => {}
    const marked = new Promise<Response>((resolve) => {
      answer = () => resolve(json(200, {}))
    })
    dashboard('/dashboard?avisos=4', { 'POST /api/client/announcements/4/read/': () => marked })
    expect(await screen.findByRole('heading', { name: 'Corte de agua' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Avisos' })).toBeTruthy()
    answer()
  })

  test('that was read before is not marked again', async () => {
    const { calls } = dashboard('/dashboard?avisos=4', {
      'GET /api/client/announcements/4/': json(200, { ...full, read_at: '2026-11-19T10:00:00Z' }),
    })
    await screen.findByRole('heading', { name: 'Corte de agua' })
    expect(calls('/4/read/')).toHaveLength(0)
  })

  test('is not marked by staff who view the portal as the member', async () => {
    storeUser({ ...buildUser(), viewed_by: { id: 9, name: 'Carla Neira' } })
    const { calls } = dashboard('/dashboard?avisos=4')
    await screen.findByRole('heading', { name: 'Corte de agua' })
    expect(calls('/4/read/')).toHaveLength(0)
  })

  test.each(['/dashboard?avisos=99', '/dashboard?avisos=abc'])(
    'that is not there any more is said: %s',
    async (path) => {
      dashboard(path)
      expect(await screen.findByText('Este aviso ya no está disponible.')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Todos los avisos' })).toBeTruthy()
    },
  )
})
