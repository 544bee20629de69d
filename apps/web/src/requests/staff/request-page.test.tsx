import { requestMessages } from '@carpeta/domain/requests/request-states'
import { focusManager } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildAnswerFile, buildStaffRequest } from '../../testing/build-staff-request.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import {
  buttons,
  CHANGED_NOTICE,
  card,
  detail,
  ivan,
  mario,
  prepareRequestPage,
  press,
} from '../../testing/request-page.tsx'
import { sentence } from '../../testing/sentence.ts'
import type { StaffRequest } from './calls.ts'
import { Component as Screen } from './request-screen.tsx'

beforeEach(prepareRequestPage)

test('what Mario writes to Rosa goes to her alone, whatever stands in her address (security 9.110)', async () => {
  const email = 'rosa?bcc=otro&body=x+y%0a@example.cl'
  const { member } = buildStaffRequest()
  detail(buildStaffRequest({ member: { ...member, email } }))
  const link = (await card('Socio')).getByRole('link', { name: email })
  expect(link.getAttribute('href')).toBe('mailto:rosa%3Fbcc%3Dotro%26body%3Dx%2By%250a@example.cl')
})

test('a request shows its member, its content, its documents and its history', async () => {
  detail(buildStaffRequest({ is_overdue: true }))
  const name = 'Cesión de derechos a un familiar'
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
  expect(screen.getByText(sentence('Solicitud Nº 12 · Enviada el 18-11-2026 10:05'))).toBeTruthy()
  expect(screen.getByText('En revisión')).toBeTruthy()
  const member = await card('Socio')
  for (const text of ['Rosa Muñoz Sepúlveda', '12.345.678-5']) {
    expect(member.getByText(text)).toBeTruthy()
  }
  const sale = await card('Venta')
  for (const text of ['Altos del Biobío', 'V-1001']) expect(sale.getByText(text)).toBeTruthy()
  expect(member.getByRole('link').getAttribute('href')).toBe('mailto:rosa@example.cl')
  const asked = await card('Lo que pide')
  expect(asked.getByText('Es para mi hija.')).toBeTruthy()
  expect(asked.getByRole('heading', { name: '1 documento requerido' })).toBeTruthy()
  expect(asked.getByText('Cédula de identidad')).toBeTruthy()
  expect(asked.getByText('Por revisar')).toBeTruthy()
  const history = await card('Historia')
  expect(history.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'El socio envió la solicitud18-11-2026 10:05 · Rosa Muñoz',
    'Comenzó la revisión18-11-2026 11:00 · Mario Fuentes',
  ])
})

test('the head of an overdue request says since when it is (§12.1891)', async () => {
  const dueAt = new Date(Date.now() - 4 * 86_400_000).toISOString()
  detail(buildStaffRequest({ due_at: dueAt, is_overdue: true }))
  expect(await screen.findByText('Atrasada · venció hace 4 días')).toBeTruthy()
})

test('a read that began before Mario assigned himself the request does not undo it on his screen', async () => {
  const request = buildStaffRequest({ state: 'sent', assignee: null })
  let answerRead = (_: Response) => {}
  const { sent } = detail(request, {
    'GET /api/requests/12/': [
      json(200, request),
      () =>
        new Promise<Response>((resolve) => {
          answerRead = resolve
        }),
    ],
    'POST /api/requests/12/assign/': json(200, { ...request, assignee: mario, version: 5 }),
    'POST /api/requests/12/review/': json(200, { ...request, state: 'in_review', version: 6 }),
  })
  await screen.findByText('Sin asignar', { selector: 'p' })
  focusManager.setFocused(true)
  focusManager.setFocused(undefined)
  await press('Asignarme la solicitud')
  const assignment = await assigneePart()
  await waitFor(() => expect(assignment.queryByText('Sin asignar', { selector: 'p' })).toBeNull())
  answerRead(json(200, request))
  await press('Comenzar revisión')
  await waitFor(() => expect(sent('/review/')).toEqual([{ version: 5 }]))
})

test('one’s own request is refused with a sentence and the way to one’s folder', async () => {
  fakeServer({ 'GET /api/requests/12/': json(403, requestMessages.ownRequest) })
  renderAt('/requests/12', { '/requests/:id': <Screen /> })
  expect(await screen.findByText(/^No puedes atender tu propia solicitud/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Volver a mi carpeta' })
  expect(link.getAttribute('href')).toBe('/dashboard')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test('the member of a request is nobody’s choice for its assignee', async () => {
  const request = buildStaffRequest()
  const rosa = { id: request.member.id, name: request.member.name }
  detail(request, { 'GET /api/requests/assignees/': json(200, { results: [rosa, ivan] }) })
  const choice = await screen.findByLabelText<HTMLSelectElement>('Asignar a')
  await waitFor(() =>
    expect([...choice.options].map(({ label }) => label)).toEqual(['Sin asignar', 'Iván Rojas']),
  )
})

test('the way back leads to the same rows', async () => {
  const { where } = detail(buildStaffRequest())
  await userEvent.click(await screen.findByRole('link', { name: 'Volver a las solicitudes' }))
  expect(where()).toBe('/requests?state=sent')
})

test.each(['abc', '0', '99'])('%s is no request', async (id) => {
  fakeServer({})
  renderAt(`/requests/${id}`, { '/requests/:id': <Screen /> })
  expect(await screen.findByText('No encontramos esta solicitud.')).toBeTruthy()
})

test('a request that cannot be read can be retried', async () => {
  detail([], { 'GET /api/requests/12/': [json(503, 'Más tarde'), json(200, buildStaffRequest())] })
  await press('Reintentar')
  expect(await screen.findByRole('region', { name: 'Historia' })).toBeTruthy()
})

const TAKE = 'Asignarme la solicitud'
const assigneePart = async () => within(await screen.findByRole('region', { name: 'Encargado' }))

describe('the possible actions (§12.28)', () => {
  test.each<[StaffRequest['state'], string[], string[]]>([
    ['sent', ['Comenzar revisión', 'Resolver y cerrar', 'Aceptar', TAKE], ['Reabrir…']],
    ['in_review', ['Resolver y cerrar', 'Aceptar', 'Rechazar', TAKE], ['Comenzar revisión']],
    ['missing', [TAKE], ['Resolver y cerrar', 'Aceptar', 'Comenzar revisión']],
    ['resolved', [], ['Resolver y cerrar', TAKE, 'Aceptar', 'Reabrir…']],
    ['cancelled', [], ['Resolver y cerrar', TAKE, 'Aceptar', 'Reabrir…']],
  ])('%s: only what the state allows is shown', async (state, shown, hidden) => {
    detail(buildStaffRequest({ state }))
    await screen.findByRole('button', { name: 'Guardar nota' })
    expect(buttons()).toEqual(expect.arrayContaining(shown))
    for (const name of hidden) expect(buttons()).not.toContain(name)
  })

  test('a request that waits for the member can be answered, but nothing more asked', async () => {
    detail(buildStaffRequest({ state: 'missing' }))
    expect(
      (await screen.findAllByRole('radio')).map((it) => it.parentElement?.textContent),
    ).toEqual(['Esperar', 'Resolver', 'Rechazar la solicitud'])
  })
})

test('a review starts with the version that was seen', async () => {
  const { sent } = detail(buildStaffRequest({ state: 'sent' }), {
    'POST /api/requests/12/review/': json(200, buildStaffRequest({ version: 5 })),
  })
  await press('Comenzar revisión')
  expect(await screen.findByText('En revisión')).toBeTruthy()
  expect(sent('/review/')).toEqual([{ version: 4 }])
  expect(screen.getByRole('button', { name: 'Resolver y cerrar' })).toBeTruthy()
})

test('a review that has started is announced, and the focus goes to the title, since its button has left', async () => {
  const sent = buildStaffRequest({ state: 'sent' })
  const reviewed = buildStaffRequest({ version: 5 })
  detail(
    { ...sent, events: sent.events.slice(0, 1) },
    {
      'POST /api/requests/12/review/': json(200, reviewed),
    },
  )
  const status = await screen.findByText('Estado: Enviado. El socio envió la solicitud')
  await press('Comenzar revisión')
  await screen.findByText('En revisión')
  expect(status.role).toBe('status')
  expect(status.textContent).toBe('Estado: En revisión. Comenzó la revisión')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('user managers can open the member’s file', async () => {
  detail(buildStaffRequest())
  const member = await card('Socio')
  expect(member.getByText('Rosa Muñoz Sepúlveda')).toBeTruthy()
  expect(member.queryByRole('link', { name: 'Rosa Muñoz Sepúlveda' })).toBeNull()
  cleanup()
  storeUser(buildStaff({ permissions: ['requests.answer_requests', 'users.manage_users'] }))
  detail(buildStaffRequest())
  const link = (await card('Socio')).getByRole('link', { name: 'Rosa Muñoz Sepúlveda' })
  expect(link.getAttribute('href')).toBe('/users/1')
})

test('below the heading stands who asks, with the way to the file for those who see it (§12.1810)', async () => {
  const head = async () => {
    const heading = await screen.findByRole('heading', { level: 1 })
    return within(heading.parentElement?.parentElement as HTMLElement)
  }
  detail(buildStaffRequest())
  expect((await head()).getByText('Rosa Muñoz Sepúlveda · 12.345.678-5')).toBeTruthy()
  expect((await head()).queryByRole('link')).toBeNull()
  cleanup()
  storeUser(buildStaff({ permissions: ['requests.answer_requests', 'users.manage_users'] }))
  detail(buildStaffRequest())
  const link = (await head()).getByRole('link', { name: 'Rosa Muñoz Sepúlveda' })
  expect(link.getAttribute('href')).toBe('/users/1')
})

describe('the assignee', () => {
  test('is told and changed in one place on a phone (§12.2023)', async () => {
    onScreen('1023.98px')
    const { sent } = detail(buildStaffRequest({ state: 'sent' }), {
      'POST /api/requests/12/assign/': json(200, buildStaffRequest({ assignee: ivan, version: 5 })),
    })
    await screen.findByRole('option', { name: 'Iván Rojas' })
    expect(screen.getAllByRole('region', { name: 'Encargado' })).toHaveLength(1)
    const more = screen.getByText('Asignar a otra persona').closest('details')
    expect(more?.open).toBe(false)
    expect(more?.parentElement?.textContent).toMatch(/^Encargado Sin asignar/)
    await userEvent.selectOptions(screen.getByLabelText('Asignar a'), 'Iván Rojas')
    await press('Asignar')
    await waitFor(() => expect(more?.parentElement?.textContent).toMatch(/^Encargado Iván Rojas/))
    expect(sent('/assign/')).toEqual([{ version: 4, user_id: 9 }])
  })

  test('is told in line with the title; to take it is the one visible way to begin (§12.2245, §12.2343)', async () => {
    detail(buildStaffRequest({ state: 'sent' }))
    const assignee = await assigneePart()
    const [take, begin] = ['Asignarme la solicitud', 'Comenzar revisión'].map((name) =>
      assignee.getByRole('button', { name }),
    )
    expect([take?.dataset.variant, begin?.dataset.variant]).toEqual(['default', 'subtle'])
    expect(take?.nextElementSibling).toBe(begin)
    const part = screen.getByRole('region', { name: 'Encargado' })
    expect(part.previousElementSibling).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByText('Asignar a otra persona').closest('details')?.open).toBe(false)
  })

  test('is oneself with one click', async () => {
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/assign/': json(
        200,
        buildStaffRequest({ assignee: mario, version: 5 }),
      ),
    })
    const assignee = await assigneePart()
    expect(assignee.getByText('Sin asignar', { selector: 'p' })).toBeTruthy()
    await press('Asignarme la solicitud')
    await waitFor(() => expect(assignee.getByText('Mario Fuentes', { selector: 'p' })).toBeTruthy())
    expect(sent('/assign/')).toEqual([{ version: 4, user_id: 6 }])
    expect(assignee.queryByRole('button', { name: 'Asignarme la solicitud' })).toBeNull()
  })

  test('or another colleague, or nobody; only another choice has a button (§12.2088)', async () => {
    const { sent } = detail(buildStaffRequest({ assignee: mario }), {
      'POST /api/requests/12/assign/': [
        json(200, buildStaffRequest({ assignee: ivan, version: 5 })),
        json(200, buildStaffRequest({ assignee: null, version: 6 })),
      ],
    })
    await screen.findByRole('option', { name: 'Iván Rojas' })
    expect(screen.queryByRole('button', { name: 'Asignar' })).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Asignar a'), 'Iván Rojas')
    await press('Asignar')
    await screen.findByText('Iván Rojas', { selector: 'p' })
    expect(screen.queryByRole('button', { name: 'Asignar' })).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Asignar a'), 'Sin asignar')
    await press('Asignar')
    await screen.findByText('Sin asignar', { selector: 'p' })
    expect(sent('/assign/')).toEqual([
      { version: 4, user_id: 9 },
      { version: 5, user_id: null },
    ])
  })
})

test('of a former holder of the sale says so, and asks her for nothing (§12.1012)', async () => {
  detail(buildStaffRequest({ is_former_holder: true }))
  expect(await screen.findByText(/^Ya no es titular de esta venta/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Resolver' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Pedir lo que falta' })).toBeNull()
})

describe('a closed request', () => {
  const closed = buildStaffRequest({
    state: 'resolved',
    answer: 'Va adjunta la copia.',
    answer_files: [buildAnswerFile({ name: 'copia.pdf', published_at: '2026-11-19T15:00:00Z' })],
    closed_at: '2026-11-19T15:00:00Z',
    due_at: null,
    can_reopen: true,
  })

  test('shows the answer to the member, and can be reopened', async () => {
    const { sent } = detail(closed, {
      'POST /api/requests/12/reopen/': json(200, buildStaffRequest({ version: 5 })),
    })
    const answer = await card('Respuesta al socio')
    expect(answer.getByText('Va adjunta la copia.')).toBeTruthy()
    expect(answer.getByRole('button', { name: 'Descargar copia.pdf' })).toBeTruthy()
    await press('Reabrir…')
    await press('Cancelar')
    expect(document.activeElement?.textContent).toBe('Reabrir…')
    await press('Reabrir…')
    await userEvent.type(screen.getByLabelText('Por qué se reabre'), 'Faltó una firma')
    await press('Reabrir solicitud')
    expect(await screen.findByText('En revisión')).toBeTruthy()
    expect(sent('/reopen/')).toEqual([{ version: 4, text: 'Faltó una firma' }])
  })
})

describe('the notes', () => {
  test('look different, and are added without a version; the last one stands above the member’s words while the request is open (§12.2181)', async () => {
    const noted = buildStaffRequest({
      version: 5,
      events: [
        {
          id: 1,
          at: '2026-11-18T13:05:00Z',
          kind: 'sent',
          actor: 'Rosa Muñoz',
          text: '',
          helped: null,
        },
        {
          id: 3,
          at: '2026-11-18T15:00:00Z',
          kind: 'note',
          actor: 'Mario Fuentes',
          text: 'Ojo',
          helped: null,
        },
        {
          id: 4,
          at: '2026-11-18T15:01:00Z',
          kind: 'assigned',
          actor: 'Iván Rojas',
          text: '',
          helped: null,
        },
      ],
    })
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/note/': json(200, noted),
    })
    await press('Guardar nota')
    expect(await screen.findByText('Escribe la nota')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Ojo')
    await press('Guardar nota')
    const history = await card('Historia')
    await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(3))
    const last = screen.getByRole('region', { name: 'Última nota' })
    expect(last.textContent).toBe('OjoNota interna · 18-11-2026 12:00 · Mario Fuentes')
    const asked = screen.getByRole('region', { name: 'Lo que pide' })
    expect(last.compareDocumentPosition(asked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(sent('/note/')).toEqual([{ text: 'Ojo' }])
    expect((screen.getByLabelText('Nota interna') as HTMLTextAreaElement).value).toBe('')
    expect(history.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'El socio envió la solicitud18-11-2026 10:05 · Rosa Muñoz',
      'Nota internaOjo18-11-2026 12:00 · Mario Fuentes',
      'Se asignóA nadie18-11-2026 12:01 · Iván Rojas',
    ])
  })
})

test('what changed while Mario was elsewhere is not announced when he opens it again', async () => {
  fakeServer({
    'GET /api/requests/12/': [
      json(200, buildStaffRequest({ version: 4 })),
      json(200, buildStaffRequest({ version: 5, comment: 'Es para el banco.' })),
    ],
    'GET /api/requests/12/member/': json(200, { requests: [] }),
    'GET /api/requests/assignees/': json(200, { results: [] }),
  })
  renderAt('/requests/12', {
    '/requests/:id': <Screen />,
    '/requests': <Link to="/requests/12">Nº 12</Link>,
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Volver a las solicitudes' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Nº 12' }))
  expect(await screen.findByText('Es para el banco.')).toBeTruthy()
  expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
})
