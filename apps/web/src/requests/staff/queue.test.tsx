import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildRequestRow } from '../../testing/build-staff-request.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { cells, chip, queue } from '../../testing/queue-screen.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ permissions: ['requests.answer_requests'] }))
})

test('a row shows procedure, member, state, assignee and deadline', async () => {
  queue()
  expect(await cells()).toEqual([
    '',
    '12',
    'Cesión de derechos a un familiarV-1001 · Quisiera traspasar mi reserva a mi hija.',
    'Rosa Muñoz Sepúlveda12.345.678-5',
    'En revisión',
    'Sin asignar',
    expect.stringMatching(/^18-11-2026hace \d+ días$/),
    expect.stringMatching(/^23-11-2026 11:00/),
  ])
})

test('a deadline to come has the time left beside it, by the server’s clock (§12.2244)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-19T15:00:00Z'), toFake: ['Date'] })
  queue()
  expect((await cells())[7]).toMatch(/ · en 4 días$/)
})

test('an overdue request says so and since when; one that waits for the member has no deadline (§12.2307)', async () => {
  queue({
    rows: [
      buildRequestRow({ is_overdue: true, assignee: { id: 7, name: 'Mario Fuentes' } }),
      buildRequestRow({ id: 13, state: 'missing', due_at: null }),
    ],
  })
  const late = await cells()
  expect(late[5]).toBe('Mario Fuentes')
  expect(late[7]).toMatch(/^23-11-2026 11:00Atrasada · venció (hoy|ayer|hace \d+ días)$/)
  const [, , second] = screen.getAllByRole('row')
  expect(within(second as HTMLElement).getAllByRole('cell')[7]?.textContent).toBe('-')
})

test('two people of one first name have initials of their own on cards (§12.2087)', async () => {
  queue({
    rows: ['Antonia Riffo Canales', 'Antonia Soto'].map((name, place) =>
      buildRequestRow({ id: 12 + place, assignee: { id: 7 + place, name } }),
    ),
  })
  const initials = (await screen.findAllByText('Antonia')).map(({ dataset }) => dataset.initial)
  expect(initials).toEqual(['R.', 'S.'])
})

test('one’s own request says so and opens in one’s own folder (§10.46)', async () => {
  queue({
    rows: [
      buildRequestRow({ member: { id: 6, name: 'Carla Neira', social_security: '9876543-3' } }),
    ],
  })
  expect((await cells())[2]).toContain('Tu solicitud · V-1001')
  const link = screen.getByRole('link', { name: /solicitud 12$/ })
  expect(link.getAttribute('href')).toBe('/dashboard?venta=V-1001&tab=mis-tramites&solicitud=12')
})

test('the queue comes in the server’s order, and can be sorted by its columns', async () => {
  const { asked, where } = queue()
  await cells()
  expect(asked()).toEqual({
    page: '1',
    pageSize: '50',
    orderBy: '',
    orderDesc: '',
    state: 'sent,in_review,missing',
  })
  for (const [header, by] of [
    ['Nº', 'id'],
    ['Trámite', 'procedure_title'],
    ['Socio', 'member'],
    ['Estado', 'state'],
    ['Enviada', 'sent_at'],
    ['Plazo', 'due_at'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: header }))
    expect(where()).toBe(`/requests?orden=${by}`)
    await waitFor(() => expect(asked()).toMatchObject({ orderBy: by }))
  }
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Acciones' })).toBeNull()
})

describe('the views', () => {
  const pressed = () =>
    screen
      .getAllByRole('button', { pressed: true })
      .map(({ textContent }) => textContent?.replace(/\d+$/, ''))

  test('have a count each, and are chosen one at a time (§12.1203, §12.2344)', async () => {
    const { asked, where } = queue()
    await cells()
    const counted = ['Abiertas7', 'Mías2', 'Sin asignar5', 'Atrasadas3', 'Respondió1']
    const group = within(screen.getByRole('group', { name: 'Qué solicitudes' }))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...counted,
      'Cerradas12',
      'Todas19',
    ])
    expect(pressed()).toEqual(['Abiertas'])
    for (const [name, address, call] of [
      ['Mías', '?mine=1', { mine: '1', state: 'sent,in_review,missing' }],
      ['Sin asignar', '?unassigned=1', { unassigned: '1', mine: '' }],
      ['Atrasadas', '?overdue=1', { overdue: '1', unassigned: '' }],
      ['Cerradas', '?state=resolved%2Crejected%2Ccancelled', { overdue: '' }],
      ['Todas', '?state=all', {}],
      ['Abiertas', '', { state: 'sent,in_review,missing' }],
    ] as const) {
      await userEvent.click(await chip(new RegExp(`^${name}`)))
      expect(where()).toBe(`/requests${address}`)
      expect(pressed()).toEqual([name])
      await waitFor(() =>
        expect({ mine: '', unassigned: '', overdue: '', ...asked() }).toMatchObject(call),
      )
    }
  })

  test.each([
    [
      '?state=sent,in_review',
      'Abiertas',
      ['Estado: Enviado', 'Estado: En revisión'],
      '?state=in_review',
    ],
    [
      '?state=rejected',
      'Cerradas',
      ['Estado: Rechazado'],
      '?state=resolved%2Crejected%2Ccancelled',
    ],
    ['?state=sent,resolved', 'Todas', ['Estado: Enviado', 'Estado: Resuelto'], '?state=resolved'],
    ['?mine=1&state=sent', 'Mías', ['Estado: Enviado'], '?mine=1'],
    ['?mine=1&overdue=1', 'Mías', ['Atrasadas'], '?mine=1'],
    ['?mine=1&state=all', 'Mías', ['Estado: todos'], '?mine=1'],
    ['?member=rosa', 'Abiertas', ['Socio: rosa'], ''],
  ])(
    'stay one with %s, and what narrows it down is a token to remove (§12.2344)',
    async (at, view, tokens, after) => {
      const { where } = queue({ at: `/requests${at}` })
      await cells()
      expect(pressed()).toEqual([view])
      const group = within(screen.getByRole('group', { name: 'Filtros activos' }))
      expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(tokens)
      await userEvent.click(group.getByRole('button', { name: `Quitar el filtro ${tokens[0]}` }))
      expect(where()).toBe(`/requests${after}`)
    },
  )
})

test('the chosen view counts the rows under its filters, the others what they would show (§12.2520)', async () => {
  queue({ at: '/requests?mine=1&state=sent', total: 1 })
  await cells()
  const group = within(screen.getByRole('group', { name: 'Qué solicitudes' }))
  await vi.waitFor(() =>
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Abiertas7',
      'Mías1',
      'Sin asignar5',
      'Atrasadas3',
      'Respondió1',
      'Cerradas12',
      'Todas19',
    ]),
  )
})

test('several filters are removed at once, and the view and the search stay (§12.2521)', async () => {
  const { where } = queue({ at: '/requests?q=casa&mine=1&state=sent,in_review&member=rosa' })
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar filtros' }))
  expect(where()).toBe('/requests?q=casa&mine=1')
  expect(screen.queryByRole('button', { name: 'Quitar filtros' })).toBeNull()
})

describe('the order by deadline', () => {
  const order = () => screen.getByRole('columnheader', { name: 'Plazo' }).getAttribute('aria-sort')

  test('is shown at its column, which reverses it, while only open requests are listed (§12.2522)', async () => {
    const { where } = queue()
    await cells()
    expect(order()).toBe('ascending')
    await userEvent.click(screen.getByRole('button', { name: 'Plazo' }))
    expect(where()).toBe('/requests?orden=-due_at')
    expect(order()).toBe('descending')
  })

  test.each(['?state=all', '?state=resolved', '?orden=id'])('is not that of %s', async (at) => {
    queue({ at: `/requests${at}` })
    await cells()
    expect(order()).toBe('none')
  })
})

describe('the filters', () => {
  test('are by member, project and procedure', async () => {
    const { where, asked } = queue({ at: '/requests?state=sent' })
    await cells()
    await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
    await userEvent.type(screen.getByLabelText('Socio (nombre o rut)'), 'muñoz')
    await userEvent.type(screen.getByLabelText('Proyecto'), 'altos')
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Trámite' }),
      'Cesión de derechos a un familiar',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }))
    await waitFor(() =>
      expect(asked()).toMatchObject({
        state: 'sent',
        member: 'muñoz',
        project: 'altos',
        procedure: '3',
      }),
    )
    expect(where()).toBe('/requests?state=sent&member=mu%C3%B1oz&project=altos&procedure=3')
  })

  test('keep a view that a choice of states would lose (§12.2344)', async () => {
    const { where } = queue({ at: '/requests?state=resolved,rejected,cancelled' })
    await cells()
    await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
    const states = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Estado' })
    expect(states.selectedOptions[0]?.label).toBe('Cerradas')
    await userEvent.type(screen.getByLabelText('Proyecto'), 'altos')
    await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }))
    expect(where()).toBe('/requests?state=resolved%2Crejected%2Ccancelled&project=altos')
    await userEvent.selectOptions(states, 'Rechazado')
    await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }))
    expect(where()).toBe('/requests?state=rejected&project=altos')
  })

  test('say that no state means the open ones (§12.2390)', async () => {
    queue({ at: '/requests?state=all' })
    await cells()
    await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
    const states = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Estado' })
    expect(states.selectedOptions[0]?.label).toBe('Todas')
    expect(states.options[0]?.label).toBe('Abiertas')
  })

  test('keep the typed values when a chip is pressed', async () => {
    const { where } = queue()
    await cells()
    await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
    await userEvent.type(screen.getByLabelText('Socio (nombre o rut)'), 'muñoz')
    await userEvent.click(await chip(/^Atrasadas/))
    expect(where()).toBe('/requests?overdue=1')
    expect(screen.getByLabelText<HTMLInputElement>('Socio (nombre o rut)').value).toBe('muñoz')
  })

  test('leave the focus at the next token, and after the last one at the views (§12.2391)', async () => {
    const { where } = queue({ at: '/requests?state=sent&project=altos' })
    const remove = (label: string) =>
      screen.findByRole('button', { name: `Quitar el filtro ${label}` })
    await userEvent.click(await remove('Estado: Enviado'))
    expect(where()).toBe('/requests?project=altos')
    await vi.waitFor(async () =>
      expect(document.activeElement).toBe(await remove('Proyecto: altos')),
    )
    await userEvent.click(await remove('Proyecto: altos'))
    expect(where()).toBe('/requests')
    await vi.waitFor(async () => expect(document.activeElement).toBe(await chip(/^Abiertas/)))
  })

  test('show the procedure of the address, which can be removed', async () => {
    const { where } = queue({ at: '/requests?procedure=3' })
    const token = 'Quitar el filtro Trámite: Cesión de derechos a un familiar'
    await screen.findByRole('button', { name: token })
    await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Trámite' })
    expect(choice.value).toBe('3')
    await userEvent.click(screen.getByRole('button', { name: token }))
    expect(where()).toBe('/requests')
  })
})

test('a row leads to its request, and keeps the list’s address', async () => {
  const { where } = queue({ at: '/requests?state=sent&pagina=1' })
  await userEvent.click(
    await screen.findByRole('link', { name: 'Cesión de derechos a un familiar, solicitud 12' }),
  )
  expect(where()).toBe('/requests/12?state=sent&pagina=1')
})

test('an empty queue says so', async () => {
  queue({ rows: [] })
  expect(await screen.findByText('No hay resultados')).toBeTruthy()
  expect(
    screen.getByText('Aquí aparecen las solicitudes abiertas que envían los socios.'),
  ).toBeTruthy()
})

test('a search without requests says for what, and is cleared beside it (§12.1819)', async () => {
  const { where } = queue({ rows: [], at: '/requests?q=nada&mine=1' })
  expect(await screen.findByText('Ninguna solicitud coincide con «nada».')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Borrar la búsqueda' }))
  expect(where()).toBe('/requests?mine=1')
})
