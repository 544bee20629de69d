import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { addMonths, monthOf } from '@carpeta/domain/dates/months'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as Screen } from './reports-screen.tsx'

const answersOf = (
  month: string | null,
  procedure: number | null,
  onTime: number,
  late: number,
) => ({
  month,
  procedure_id: procedure,
  title: procedure === null ? '' : `Trámite ${procedure}`,
  answered: onTime + late,
  on_time: onTime,
  late,
  mean_minutes: 90,
  median_minutes: 60,
})

const reports = {
  from: '2026-03',
  to: '2026-05',
  answers: [
    answersOf(null, null, 29, 2),
    answersOf(null, 1, 28, 2),
    answersOf(null, 2, 1, 0),
    answersOf('2026-03', null, 28, 2),
    answersOf('2026-03', 1, 28, 2),
    answersOf('2026-05', null, 1, 0),
    answersOf('2026-05', 2, 1, 0),
  ],
  open: [5, 0, 2, 0, 1].map((requests) => ({
    requests,
    overdue: requests === 1 ? 1 : 0,
    waiting: 0,
  })),
  accounts: { not_invited: 1, invited: 1, active: 6, inactive: 4 },
  activations: ['2026-03', '2026-04', '2026-05'].map((month) => ({ month, accounts: 2 })),
}

const empty = {
  ...reports,
  answers: [{ ...answersOf(null, null, 0, 0), mean_minutes: null, median_minutes: null }],
  open: reports.open.map(() => ({ requests: 0, overdue: 0, waiting: 0 })),
  accounts: { not_invited: 0, invited: 0, active: 0, inactive: 0 },
}

const ADDRESS = '/reports?desde=2026-03&hasta=2026-05'

const noneOverdue = { sales: 0, instalments: 0, amount: '0', unknown: 0 }
const overdue = {
  today: '2026-11-29',
  bands: [
    { sales: 1, instalments: 1, amount: '7.35', unknown: 0 },
    { sales: 1, instalments: 2, amount: '14.7', unknown: 1 },
    ...[noneOverdue, noneOverdue, noneOverdue],
  ],
  results: [
    {
      ...{ sale: 'V-1001', band: 1, instalments: 2, amount: '14.7', unknown: 1 },
      ...{ oldest: '2026-10-06', holder: 'Rosa Muñoz', user_id: 4, home: 'Casa 24' },
      ...{ phone: '+56 9 1234 5678', email: '' },
    },
  ],
  ...{ current: 1, lastPage: 1 },
}

function open(answer: unknown = reports, address = ADDRESS, owed: unknown = overdue) {
  const server = fakeServer({
    'GET /api/reports/': json(200, answer),
    'GET /api/overdue-sales/': json(200, owed),
  })
  return { ...server, ...renderAt(address, <Screen />) }
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

/** Opens what stands behind the figures. */
async function openDetails() {
  for (const summary of await screen.findAllByText('Ver el detalle')) {
    await userEvent.click(summary)
  }
}

beforeEach(() => {
  connectSession()
  storeUser(buildStaff())
})

test('the answers are in a table, also of months without any (§12.465)', async () => {
  open()
  await openDetails()
  expect(await rowsOf('Respuestas por mes')).toEqual([
    ['marzo 2026', '30', '28', '2', '93,3\u00a0%', '1,5\u00a0h', '1\u00a0h'],
    ['abril 2026', '0', '0', '0', '-', '-', '-'],
    ['mayo 2026', '1', '1', '0', '100\u00a0%', '1,5\u00a0h', '1\u00a0h'],
  ])
  expect((await rowsOf('Respuestas por trámite')).map(([title, count]) => [title, count])).toEqual([
    ['Trámite 1', '30'],
    ['Trámite 2', '1'],
  ])
})

test('the figures stand first, large; charts, tables and downloads are behind them (§12.1763)', async () => {
  open()
  const answers = within(await screen.findByRole('region', { name: 'Respuestas en plazo' }))
  expect(answers.getByText('93,5 %')).toBeTruthy()
  expect(answers.queryByRole('table')).toBeNull()
  expect(answers.queryByRole('button', { name: /Descargar/ })).toBeNull()
  expect(screen.getByText('6 de 8')).toBeTruthy()
  await openDetails()
  expect(await answers.findByRole('table', { name: 'Respuestas por mes' })).toBeTruthy()
  expect(answers.getByRole('button', { name: 'Descargar respuestas (CSV)' })).toBeTruthy()
})

test('what is overdue comes first, by age in UF, with the sales behind each bar (§12.1373, §12.2035)', async () => {
  const { calls, where } = open()
  expect(await screen.findByText('UF 22,05')).toBeTruthy()
  expect(screen.getByText(/No suma 1 cuota de las que/)).toBeTruthy()
  await userEvent.click(screen.getByText('Ver las ventas, una por una'))
  expect(await rowsOf('Ventas con cuotas atrasadas')).toEqual([
    [
      ...['Rosa MuñozCasa 24 · V-1001', '31 a 60 días', '06-10-2026', '2'],
      ...['UF\u00a014,70', '+56 9 1234 5678'],
    ],
  ])
  expect(screen.queryByRole('button', { name: /Sin fecha/ })).toBeNull()
  const barOf = (name: RegExp) =>
    screen.getByRole('button', { name }).querySelector<HTMLElement>('[aria-hidden] > span')
  expect(barOf(/^31 a 60/)?.style.width).toBe('100%')
  expect(barOf(/^61 a 90/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^31 a 60 días UF.14,70 · 1 venta/ }))
  expect(where()).toBe(`${ADDRESS}&tramo=1`)
  await waitFor(() => expect(calls('/api/overdue-sales/').at(-1)?.url).toContain('band=1'))
})

test('months before the first answer and after the last are left out (§12.1374)', async () => {
  const answers = reports.answers.filter(({ month }) => month !== '2026-05')
  open({
    ...reports,
    answers,
    activations: reports.activations.map((row) => ({ ...row, accounts: 0 })),
  })
  await openDetails()
  expect((await rowsOf('Respuestas por mes')).map(([month]) => month)).toEqual(['marzo 2026'])
  expect(screen.getByText('Ninguna cuenta se activó en este período.')).toBeTruthy()
})

test('a procedure is chosen in the address', async () => {
  const { where } = open()
  await openDetails()
  await userEvent.selectOptions(screen.getByLabelText('Trámite'), 'Trámite 2')
  expect(where()).toBe(`${ADDRESS}&tramite=2`)
  expect((await rowsOf('Respuestas por mes')).map(([, answered]) => answered)).toEqual(['1'])
  expect(screen.queryByRole('table', { name: 'Respuestas por trámite' })).toBeNull()
})

test('open requests and accounts are in tables, whose share of activated accounts is the figure above (§12.1886)', async () => {
  open()
  await openDetails()
  expect((await rowsOf('Solicitudes abiertas hoy, por antigüedad'))[4]).toEqual([
    'Más de 20 días',
    '1',
    '0',
    '0',
    '1',
  ])
  expect(await rowsOf('Cuentas de socios por estado')).toContainEqual([
    'Activado',
    '6',
    '75\u00a0%',
  ])
  expect(screen.getByText('Activadas').nextElementSibling?.textContent).toBe('75\u00a0%')
  expect(await rowsOf('Cuentas de socios por estado')).toContainEqual([
    ...['Desactivado por la cooperativa', '4', '-'],
  ])
  expect(await rowsOf('Cuentas activadas por mes')).toHaveLength(3)
  const period = screen.getByRole('group', { name: 'Período' })
  const place = period.compareDocumentPosition(screen.getByText('Cuotas atrasadas hoy'))
  expect(place & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
})

test('a new cooperative reads what there is not, and sees no chart (§12.465)', async () => {
  open(empty, ADDRESS, { ...overdue, bands: Array(5).fill(noneOverdue), results: [] })
  expect(await screen.findByText('No se respondió ninguna solicitud en este período.')).toBeTruthy()
  expect(await screen.findByText('Nadie tiene cuotas atrasadas.')).toBeTruthy()
  expect(screen.getByText('No hay solicitudes abiertas.')).toBeTruthy()
  expect(screen.getByText('Todavía no hay cuentas de socios.')).toBeTruthy()
  expect(screen.queryByRole('figure')).toBeNull()
})

test('at the head stands the last month beside the one before (§12.2259)', async () => {
  open(reports, ADDRESS, overdue)
  const latest = await screen.findByText(/^Respuestas en plazo/, { selector: 'p' })
  expect(latest.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Respuestas en plazomayo 2026: 100 % de 1abril 2026: ninguna',
  )
  const place = latest.compareDocumentPosition(screen.getByText('Cuotas atrasadas hoy'))
  expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('the months are in the address, and a reversed period is told below them, below what they do not change, without a call (§12.465, §12.2085, §12.2154)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  const current = monthOf(todayInSantiago(new Date()))
  const { where, calls } = open(reports, `/reports?desde=${current}&hasta=${current}`)
  await screen.findByRole('region', { name: 'Respuestas en plazo' })
  const before = addMonths(current, -1)
  await userEvent.selectOptions(screen.getByLabelText('Desde'), before)
  await waitFor(() => expect(where()).toBe(`/reports?desde=${before}&hasta=${current}`))
  const count = calls('/api/reports/').length
  await userEvent.selectOptions(screen.getByLabelText('Hasta'), addMonths(current, -2))
  const told = await screen.findByText('El primer mes no puede ser posterior al último')
  const isAfter = (one: Element, other: Element) =>
    other.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING
  const today = screen.getByRole('region', { name: 'Solicitudes abiertas hoy, por antigüedad' })
  const period = screen.getByRole('group', { name: 'Período' })
  expect([isAfter(period, today), isAfter(told, period)]).toEqual([true, true])
  expect(calls('/api/reports/')).toHaveLength(count)
})

test('what is open and what is overdue leads to its list (§12.2447)', async () => {
  open(reports)
  const today = await screen.findByRole('region', {
    name: 'Solicitudes abiertas hoy, por antigüedad',
  })
  const links = within(today).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/requests',
    '/requests?overdue=1',
  ])
})

test('this month is shown at first, and a usual period is one press; the head keeps this month and the one before (§12.2259, §12.2357)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  const { where, calls } = open(reports, '/reports')
  await screen.findByRole('region', { name: 'Respuestas en plazo' })
  const asked = () =>
    calls('/api/reports/').map(({ url }) =>
      Object.fromEntries(new URL(url, 'http://localhost').searchParams),
    )
  expect(asked()).toEqual([
    { from: '2026-11', to: '2026-11' },
    { from: '2026-10', to: '2026-11' },
  ])
  const chip = (name: string) => screen.getByRole('button', { name })
  expect(chip('Este mes').getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(chip('Últimos 12 meses'))
  await waitFor(() => expect(where()).toBe('/reports?desde=2025-12&hasta=2026-11'))
  expect(chip('Últimos 12 meses').getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(asked().slice(2)).toEqual([{ from: '2025-12', to: '2026-11' }]))
})

test('what is counted today stays while other months are read (§12.2154)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  const current = monthOf(todayInSantiago(new Date()))
  fakeServer({
    'GET /api/reports/': [
      json(200, reports),
      json(200, reports),
      () => new Promise<Response>(() => {}),
    ],
    'GET /api/overdue-sales/': json(200, overdue),
  })
  renderAt(`/reports?desde=${current}&hasta=${current}`, <Screen />)
  const today = await screen.findByRole('region', { name: /^Solicitudes abiertas hoy/ })
  await userEvent.selectOptions(screen.getByLabelText('Desde'), addMonths(current, -2))
  expect(await screen.findByText('Cargando…')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Respuestas en plazo' })).toBeNull()
  expect(screen.getByRole('region', { name: /^Solicitudes abiertas hoy/ })).toBe(today)
})

test('nothing of the report can be pressed until what stands above it has arrived (§12.2086)', async () => {
  let arrive = (_: Response) => {}
  const money = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  const { calls } = fakeServer({
    'GET /api/reports/': json(200, reports),
    'GET /api/overdue-sales/': () => money,
  })
  renderAt(ADDRESS, <Screen />)
  await waitFor(() => expect(calls('/api/reports/')).toHaveLength(2))
  expect(await screen.findByText('Cargando…')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Respuestas en plazo' })).toBeNull()
  arrive(json(200, overdue))
  expect(await screen.findByRole('region', { name: 'Respuestas en plazo' })).toBeTruthy()
  expect(screen.getByText('Cuotas atrasadas hoy')).toBeTruthy()
})

test('a failure is told, and another attempt shows the figures', async () => {
  fakeServer({
    'GET /api/reports/': [json(500, { detail: 'x' }), json(200, reports)],
    'GET /api/overdue-sales/': json(200, overdue),
  })
  renderAt(ADDRESS, <Screen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await openDetails()
  expect(await rowsOf('Respuestas por mes')).toHaveLength(3)
})

test('fourteen months are seen in the chart, and their table opens (§12.1601)', async () => {
  const months = ['2026-05', '2025-04']
  const long = {
    ...reports,
    from: '2025-04',
    answers: [
      answersOf(null, null, 29, 2),
      ...months.map((month) => answersOf(month, null, 14, 1)),
    ],
  }
  fakeServer({
    'GET /api/reports/': json(200, long),
    'GET /api/overdue-sales/': json(200, overdue),
  })
  renderAt('/reports?desde=2025-04&hasta=2026-05', <Screen />)
  await openDetails()
  const summary = await screen.findByText('Ver los 14 meses')
  expect(summary.closest('details')?.open).toBe(false)
  expect(screen.getByText(/^Respuestas por mes\./).textContent).toBe(
    'Respuestas por mes. «Ver los 14 meses» abre la tabla con las mismas cifras.',
  )
  await userEvent.click(summary)
  expect(await rowsOf('Respuestas por mes')).toHaveLength(14)
})

test('a phone shows what is owed, and a pressed age opens its sales (§12.1764)', async () => {
  onPhoneScreen()
  open()
  expect(await screen.findByText('UF 22,05')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Ventas con cuotas atrasadas' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^31 a 60 días/ }))
  expect(await screen.findByRole('table', { name: 'Ventas con cuotas atrasadas' })).toBeTruthy()
})

test('on a phone the tables have the figures of their charts (§12.1601)', async () => {
  onPhoneScreen()
  open()
  await openDetails()
  const headings = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  expect(await headings('Respuestas por mes')).toEqual([
    'Mes',
    'En plazo',
    'Atrasadas',
    '% en plazo',
  ])
  expect(await headings('Solicitudes abiertas hoy, por antigüedad')).toEqual([
    ...['Días hábiles', 'En plazo', 'Esperan al socio', 'Atrasadas'],
  ])
})

function onPhoneScreen() {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('639.98px') })
  onTestFinished(() => {
    window.matchMedia = wide
  })
}
