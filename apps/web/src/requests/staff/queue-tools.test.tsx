import { MAX_ASSIGNED_AT_ONCE } from '@carpeta/domain/requests/queue-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildRequestRow } from '../../testing/build-staff-request.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { json } from '../../testing/fake-server.ts'
import { cells, chip, queue } from '../../testing/queue-screen.tsx'
import { onScreen } from '../../testing/render-at.tsx'

const mario = { id: 7, name: 'Mario Fuentes' }

beforeEach(() => {
  localStorage.clear()
  connectSession()
  storeUser(buildStaff({ permissions: ['requests.answer_requests'] }))
})

const bodyOf = (call: { body: unknown } | undefined) => {
  const { csrfmiddlewaretoken: _token, ...fields } = JSON.parse(String(call?.body))
  return fields
}

test('a request that its member replied to says so, and these can be shown alone (§12.385)', async () => {
  const { where } = queue({ rows: [buildRequestRow({ has_reply: true })] })
  expect((await cells())[4]).toBe('En revisiónRespondió')
  await userEvent.click(await chip(/^Respondió/))
  expect(where()).toBe('/requests?replied=1')
})

test('one field searches number, rut, name and text while Mario types, and follows the address (§12.386, §12.1741)', async () => {
  const { where, asked } = queue({ at: '/requests?state=sent' })
  const field = await screen.findByLabelText('Buscar por número, rut, nombre o texto')
  await userEvent.type(field, ' Nº 44 ')
  await waitFor(() => expect(where()).toBe('/requests?state=sent&q=N%C2%BA+44'))
  await waitFor(() => expect(asked()).toMatchObject({ q: 'Nº 44', state: 'sent' }))
  await userEvent.clear(field)
  await waitFor(() => expect(where()).toBe('/requests?state=sent'))
})

describe('saved filters', () => {
  const urgent = { id: 3, name: 'Urgentes', filters: { overdue: '1', state: 'sent' } }
  const listed = (...results: object[]) => json(200, { results })

  test('replace the filters of the address, and a second press removes them (§12.387)', async () => {
    const { where } = queue({
      at: '/requests?q=rosa',
      answers: { 'GET /api/requests/filters/': listed(urgent) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Urgentes' }))
    expect(where()).toBe('/requests?state=sent&overdue=1')
    const pressed = await screen.findByRole('button', { name: 'Urgentes' })
    expect(pressed.ariaPressed).toBe('true')
    await userEvent.click(pressed)
    expect(where()).toBe('/requests')
  })

  test('are saved by name', async () => {
    const { calls } = queue({
      at: '/requests?overdue=1',
      answers: {
        'GET /api/requests/filters/': [listed(), listed(urgent)],
        'POST /api/requests/filters/': json(201, urgent),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar estos filtros' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Guardar estos filtros' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await dialog.findByText('Ingresa un nombre')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('Nombre'))
    await userEvent.type(dialog.getByLabelText('Nombre'), 'Urgentes')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByRole('button', { name: 'Urgentes' })).toBeTruthy()
    const post = calls('/api/requests/filters/').find(({ method }) => method === 'POST')
    expect(bodyOf(post)).toEqual({ name: 'Urgentes', filters: { overdue: '1' } })
  })

  test('are deleted after a question', async () => {
    const { calls } = queue({
      at: '/requests?overdue=1&state=sent',
      answers: {
        'GET /api/requests/filters/': [listed(urgent), listed()],
        'DELETE /api/requests/filters/3/': json(200, {}),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar «Urgentes»' }))
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
    await waitFor(() => expect(calls('/api/requests/filters/3/')).toHaveLength(1))
  })
})

describe('the keys', () => {
  const rows = [12, 13].map((id) => buildRequestRow({ id }))
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''

  test('j and k go through the rows, x selects, as the bar says, and Enter opens (§12.388, §12.1888)', async () => {
    const { where } = queue({ rows })
    await cells()
    await userEvent.keyboard('jj')
    expect(focused()).toMatch(/solicitud 13$/)
    await userEvent.keyboard('k')
    expect(focused()).toMatch(/solicitud 12$/)
    await userEvent.keyboard('x')
    expect(await screen.findByText('1 seleccionada')).toBeTruthy()
    const bar = screen.getByRole('region', { name: 'Selección' })
    expect(bar.textContent).toMatch(/^1 seleccionadaNº \d+/)
    await userEvent.keyboard('jj{Enter}')
    expect(where()).toBe('/requests/13')
  })

  test('are only text while the user types (§12.388)', async () => {
    queue({ rows })
    const field = await screen.findByLabelText<HTMLInputElement>(/^Buscar por/)
    await cells()
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('jkx?/')
    expect(field.value).toBe('jkx?/')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('1 seleccionada')).toBeNull()
  })

  test('are listed by ?, do nothing behind the dialog, and can be switched off (§12.388)', async () => {
    queue({ rows })
    await cells()
    await userEvent.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Teclas' }))
    expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toContain(
      'Abrir la solicitud',
    )
    await userEvent.keyboard('j')
    expect(focused()).not.toMatch(/solicitud/)
    await userEvent.click(dialog.getByRole('switch', { name: 'Usar estas teclas' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('j')
    expect(focused()).not.toMatch(/solicitud/)
    expect(localStorage.getItem('queue_keys')).toBe('off')
  })
})

test('on Mario’s phone the bar of what he selected takes two lines: a cross, the number and the answer, then whom to assign (§12.1813)', async () => {
  onScreen('639.98px')
  queue({ rows: [buildRequestRow({ id: 12 })] })
  await userEvent.click(await screen.findByLabelText('Seleccionar la solicitud 12'))
  const bar = await screen.findByRole('region', { name: 'Selección' })
  const shown = within(bar)
    .getAllByRole('button')
    .map(({ ariaLabel, textContent }) => [ariaLabel, textContent])
  expect(shown).toEqual([
    ['Quitar selección', ''],
    ['Responder con un texto…', 'Responder'],
    [null, 'Asignar a…'],
  ])
  await userEvent.click(within(bar).getByRole('button', { name: 'Quitar selección' }))
  expect(bar.isConnected).toBe(false)
})

/** jsdom places no menu, so its transition leaves it hidden. */
async function assignTo(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Asignar a…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

test('selected requests are assigned in one step, each by its version, and the result is told with the name and the way to each (§12.389, §12.2156, §12.2246)', async () => {
  const rows = [
    buildRequestRow({ id: 12, version: 4 }),
    buildRequestRow({ id: 13, version: 1 }),
    buildRequestRow({ id: 14, state: 'resolved' }),
  ]
  const { calls } = queue({
    rows,
    answers: {
      'GET /api/requests/assignees/': json(200, { results: [mario] }),
      'POST /api/requests/assign/': json(200, {
        results: [
          { id: 12, refusal: null },
          { id: 13, refusal: 'Otra persona cambió esta solicitud' },
        ],
      }),
    },
  })
  await userEvent.click(await screen.findByLabelText('Seleccionar toda la página'))
  expect(screen.queryByLabelText('Seleccionar la solicitud 14')).toBeNull()
  await assignTo('Mario Fuentes')
  expect(await screen.findByText('Se asignó 1 solicitud a Mario Fuentes.')).toBeTruthy()
  expect(screen.getByText('Nº 13: Otra persona cambió esta solicitud')).toBeTruthy()
  const ways = screen.getAllByRole('link', { name: /^Ver la/ })
  expect(ways.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
    ['Ver la Nº 12', '/requests/12'],
  ])
  expect(screen.queryByText('2 seleccionadas')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Solicitudes' }))
  expect(bodyOf(calls('/api/requests/assign/')[0])).toEqual({
    requests: [
      { id: 12, version: 4 },
      { id: 13, version: 1 },
    ],
    user_id: 7,
  })
})

test('more requests than one call takes are assigned by several; after a failure the rest stays selected (§12.389)', async () => {
  const rows = Array.from({ length: MAX_ASSIGNED_AT_ONCE + 1 }, (_, index) =>
    buildRequestRow({ id: index + 1 }),
  )
  const assigned = (some: typeof rows) =>
    json(200, { results: some.map(({ id }) => ({ id, refusal: null })) })
  const { calls } = queue({
    rows,
    answers: {
      'GET /api/requests/assignees/': json(200, { results: [mario] }),
      'POST /api/requests/assign/': [
        assigned(rows.slice(0, -1)),
        json(500, { detail: 'Error interno.' }),
        assigned(rows.slice(-1)),
      ],
    },
  })
  await userEvent.click(await screen.findByLabelText('Seleccionar toda la página'))
  const listed = calls('/api/requests/?').length
  await assignTo('Mario Fuentes')
  expect(await screen.findByText('Se asignaron 100 solicitudes a Mario Fuentes.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Ver la/ })).toBeNull()
  expect(await screen.findByText('1 seleccionada')).toBeTruthy()
  expect(await screen.findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(calls('/api/requests/?')).toHaveLength(listed + 1))
  await assignTo('Sin asignar')
  expect(await screen.findByText('Se dejó sin asignar 1 solicitud.')).toBeTruthy()
  const ids = calls('/api/requests/assign/').map((call) =>
    bodyOf(call).requests.map(({ id }: { id: number }) => id),
  )
  expect(ids.map(({ length }) => length)).toEqual([MAX_ASSIGNED_AT_ONCE, 1, 1])
  expect(ids.slice(1)).toEqual([[101], [101]])
})

test('the filtered list is downloaded as CSV', async () => {
  const made = vi.fn((_: Blob) => 'blob:1')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => {} }))
  const { seen } = queue({
    at: '/requests?state=sent&q=rosa',
    answers: {
      'GET /api/requests/export.csv': () =>
        new Response('Nº', { headers: { 'content-type': 'text/csv' } }),
    },
  })
  await cells()
  await userEvent.click(screen.getByRole('button', { name: 'Más' }))
  await userEvent.click(await screen.findByText('Descargar CSV'))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
  const { searchParams } = new URL(seen.at(-1)?.url ?? '', 'http://x')
  expect(Object.fromEntries(searchParams)).toEqual({ state: 'sent', q: 'rosa' })
})
