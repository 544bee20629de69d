import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RequestRow } from '../requests/staff/calls.ts'
import { Component as Screen } from '../sales/dashboard/dashboard-screen.tsx'
import { storeUser } from '../session/stored-user.ts'
import { buildRequestRow } from '../testing/build-staff-request.ts'
import { buildStaff } from '../testing/build-user.ts'
import { prepareDashboard } from '../testing/dashboard.tsx'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'

type Answers = Parameters<typeof fakeServer>[0]

function home(overrides: Parameters<typeof buildStaff>[0], answers: Answers = {}) {
  storeUser(buildStaff(overrides))
  const server = fakeServer({ 'GET /api/staff/counts/': json(200, {}), ...answers })
  renderAt('/dashboard', <Screen />)
  return server
}

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

beforeEach(prepareDashboard)

test('Iván reads that backups are missing, and nobody else asks (security 12.195, §12.1026)', async () => {
  const missing = { 'GET /api/staff/backups/': json(200, { fault: 'Todavía no hay ninguno.' }) }
  home({ is_superuser: true }, missing)
  expect((await screen.findByText(/^Faltan respaldos del portal/)).textContent).toBe(
    'Faltan respaldos del portal. Todavía no hay ninguno. Avisa a quien administra el servidor.',
  )
  cleanup()
  const well = home(
    { is_superuser: true },
    { 'GET /api/staff/backups/': json(200, { fault: null }) },
  )
  await waitFor(() => expect(well.calls('/staff/backups/')).toHaveLength(1))
  expect(screen.queryByText(/^Faltan respaldos/)).toBeNull()
  cleanup()
  const carla = home({}, missing)
  await waitFor(() => expect(carla.calls('/staff/counts/')).toHaveLength(1))
  expect(carla.calls('/staff/backups/')).toEqual([])
})

describe('staff', () => {
  test('make no call for sales (§6.1)', async () => {
    const { calls } = home({})
    expect(await screen.findByText('Tus pantallas están en el menú.')).toBeTruthy()
    expect(calls('/api/sales-data/')).toHaveLength(0)
  })

  test('without any permission read whom to ask', async () => {
    const { seen } = home({ permissions: [] })
    expect(await screen.findByText(/^Tu cuenta todavía no tiene permisos\./)).toBeTruthy()
    expect(within(screen.getByRole('main')).queryByRole('link')).toBeNull()
    expect(seen).toEqual([])
  })

  test('have the Usuarios button only with the permission (§2.42)', () => {
    home({})
    const [button] = screen.getAllByRole('link', { name: 'Usuarios' })
    expect(button?.getAttribute('href')).toBe('/users')
    cleanup()
    home({ permissions: ['auth.add_user'] })
    expect(screen.queryByRole('link', { name: 'Usuarios' })).toBeNull()
  })
})

describe('‘Tu trabajo’', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-22T15:00:00Z'), toFake: ['Date'] })
  })

  const row = (id: number, more: Partial<RequestRow>) =>
    buildRequestRow({ id, due_at: '2026-11-25T14:00:00Z', assignee: null, ...more })
  const answer = (results: RequestRow[], total: number) => ({ results, total })
  const counts = {
    requests: { open: 3, overdue: 1, mine: 1, unassigned: 2 },
    payment_reports: { reported: 2 },
    loads: { with_rejects: 1 },
    users: { failed_emails: 0 },
    setup: { missing: 4 },
  }

  test('has the five most urgent rows, answered ones with the late, each with when it is due, what to do and a link (§12.1355, §12.2244, §12.2308)', async () => {
    const mine = row(7, { assignee: { id: 6, name: 'Carla' }, has_reply: true })
    const late = row(9, { is_overdue: true, due_at: '2026-11-18T14:00:00Z' })
    const { seen } = home(
      {},
      {
        'GET /api/staff/counts/': json(200, counts),
        'GET /api/requests/': ({ url }: { url: string }) =>
          json(200, url.includes('mine=1') ? answer([mine], 1) : answer([late, row(8, {})], 11)),
      },
    )
    const work = await screen.findByRole('region', { name: 'Tu trabajo' })
    expect(
      within(work)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Nº 9 · Cesión de derechos a un familiarRosa Muñoz Sepúlveda · Venció hace 4 díasAtrasada y sin asignar: tómala',
      'Nº 7 · Cesión de derechos a un familiarRosa Muñoz Sepúlveda · Vence en 3 díasEl socio respondió: sigue con ella',
      '1 carga con ventas rechazadasEsas ventas siguen con sus datos anterioresRevisa cuáles son y avisa a contabilidad',
      '2 pagos informadosLos socios esperan que se validenConfírmalos o recházalos',
      'Nº 8 · Cesión de derechos a un familiarRosa Muñoz Sepúlveda · Vence en 3 díasSin asignar: tómala',
    ])
    expect(linksIn(work).map(([, to]) => to)).toEqual([
      '/requests/9',
      '/requests/7',
      '/imports?con_rechazos=1#historia',
      '/payment-reports?state=reported',
      '/requests/8',
      '/requests?unassigned=1&state=sent,in_review',
    ])
    expect(linksIn(work).at(-1)?.[0]).toBe('Ver las demás sin asignar (9)')
    expect(within(work).getAllByTitle('Rosa Muñoz Sepúlveda')).toHaveLength(3)
    // Hers, nobody's, and hers whose member replied.
    const asked = seen.filter(({ url }) => url.includes('/api/requests/'))
    expect(asked).toHaveLength(3)
    // The counts come below.
    const titles = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)
    expect(titles).toEqual(['Tu trabajo', 'Solicitudes', 'Otras tareas'])
  })

  test('names all that an online payment may wait for (§12.1953)', async () => {
    home({}, { 'GET /api/staff/counts/': json(200, { payments: { unrecorded: 1 } }) })
    const work = await screen.findByRole('region', { name: 'Tu trabajo' })
    expect(
      await within(work).findByText(
        'Sin registrar en contabilidad, sin respuesta de Webpay o con una devolución sin aclarar',
      ),
    ).toBeTruthy()
  })

  test('says of zips of documents only that nobody ended them: one may have nothing to publish (§12.1952)', async () => {
    home(
      { permissions: ['documents.publish_documents'] },
      { 'GET /api/staff/counts/': json(200, { document_imports: { waiting: 2 } }) },
    )
    const work = await screen.findByRole('region', { name: 'Tu trabajo' })
    expect(within(work).getByRole('listitem').textContent).toBe(
      '2 zips de documentosNadie los ha publicado ni descartadoPublícalos, corrígelos o descártalos',
    )
    expect(screen.getByText('Zips de documentos por resolver')).toBeTruthy()
  })

  test('says that nothing waits (§12.1355)', async () => {
    home({}, { 'GET /api/staff/counts/': json(200, { users: { failed_emails: 0 } }) })
    expect(await screen.findByText('No hay nada que espere por ti.')).toBeTruthy()
  })

  test('Mario, for whom nothing waits, has one title, one sentence and one link instead of zeros (§12.1816)', async () => {
    home(
      { permissions: ['requests.answer_requests'] },
      {
        'GET /api/staff/counts/': json(200, {
          requests: { open: 0, overdue: 0, mine: 0, unassigned: 0 },
        }),
        'GET /api/requests/': json(200, answer([], 0)),
      },
    )
    const work = await screen.findByRole('region', { name: 'Tu trabajo' })
    expect(linksIn(work)).toEqual([['Ver las solicitudes', '/requests']])
    const titles = screen.getAllByRole('heading').map((each) => each.textContent)
    expect(titles).toEqual(['Mi carpeta', 'Tu trabajo'])
    expect(screen.queryByRole('region', { name: 'Solicitudes' })).toBeNull()
  })

  test('the picture of the start page is a strip, and the page keeps its button (§12.1355, §2.42)', () => {
    home({})
    const picture = document.querySelector('[class*=splash]')
    expect(picture?.className).toContain('strip')
    expect(screen.getAllByRole('link', { name: 'Usuarios' }).length).toBeGreaterThan(0)
  })
})

describe('what awaits staff', () => {
  test('Mario sees the counts of requests, each a link to just those (§12.382)', async () => {
    home(
      { permissions: ['requests.answer_requests'] },
      {
        'GET /api/staff/counts/': json(200, {
          requests: { open: 3, overdue: 1, mine: 0, unassigned: 2 },
        }),
      },
    )
    expect(linksIn(await screen.findByRole('region', { name: 'Solicitudes' }))).toEqual([
      ['3 Abiertas', '/requests'],
      ['1 Atrasadas', '/requests?overdue=1'],
      ['0 Mías', '/requests?mine=1'],
      ['2 Sin asignar', '/requests?unassigned=1'],
    ])
    expect(screen.queryByRole('region', { name: 'Otras tareas' })).toBeNull()
  })

  test('a zero of the other tasks has no tile, and the first steps are told once (§12.2026)', async () => {
    const nothing = { reported: 0 }
    home(
      {},
      {
        'GET /api/staff/counts/': json(200, {
          ...{ payment_reports: nothing, loads: { with_rejects: 1 }, setup: { missing: 6 } },
        }),
      },
    )
    expect(linksIn(await screen.findByRole('region', { name: 'Otras tareas' }))).toEqual([
      ['1 Cargas con ventas rechazadas', '/imports?con_rechazos=1#historia'],
    ])
    expect(screen.getAllByText(/puesta en marcha/)).toHaveLength(1)
    cleanup()
    home({}, { 'GET /api/staff/counts/': json(200, { setup: { missing: 6 } }) })
    expect(await screen.findByText('6 pasos de la puesta en marcha')).toBeTruthy()
    expect(screen.queryByText('Tus pantallas están en el menú.')).toBeNull()
  })

  test('with other permissions, the other tasks', async () => {
    home(
      {},
      {
        'GET /api/staff/counts/': json(200, {
          payment_reports: { reported: 4 },
          loads: { with_rejects: 1 },
          users: { failed_emails: 2 },
        }),
      },
    )
    expect(linksIn(await screen.findByRole('region', { name: 'Otras tareas' }))).toEqual([
      ['4 Pagos informados por revisar', '/payment-reports?state=reported'],
      ['1 Cargas con ventas rechazadas', '/imports?con_rechazos=1#historia'],
      ['2 Invitaciones y correos fallidos', '/users?invitation=failed'],
    ])
  })

  test('who may read a purchase and has no account is a task, which leads to the holder’s file (§12.1313)', async () => {
    const awaited_readers = [
      { id: 1, holder_id: 4, sale_code: 'V-1001' },
      { id: 2, holder_id: null, sale_code: 'V-3001' },
    ]
    home(
      {},
      { 'GET /api/staff/counts/': json(200, { users: { failed_emails: 0, awaited_readers } }) },
    )
    const task = await screen.findByRole('region', { name: 'Esperan su cuenta' })
    expect(linksIn(task)).toEqual([['Quien puede ver la venta V-1001', '/users/4']])
    expect(task.textContent).toContain('Quien puede ver la venta V-3001')
  })

  test('a failure is shown and can be retried', async () => {
    home(
      {},
      {
        'GET /api/staff/counts/': [
          json(503, 'Servicio no disponible. Inténtalo más tarde.'),
          json(200, { users: { failed_emails: 2 } }),
        ],
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Invitaciones y correos fallidos')).toBeTruthy()
  })
})

test('staff see no counts that the API does not have (§12.703)', async () => {
  home({}, { 'GET /api/staff/counts/': json(404, { detail: 'x' }) })
  expect(await screen.findByText('Tus pantallas están en el menú.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('with an API of the specification alone staff have the pages of its calls (§12.702)', async () => {
  const { seen } = home({ extended: undefined })
  expect(await screen.findByText('Tus pantallas están en el menú.')).toBeTruthy()
  expect(linksIn(screen.getByRole('main'))).toEqual([['Usuarios', '/users']])
  expect(seen).toEqual([])
})
