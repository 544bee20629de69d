import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StaffRequest } from '../../../api/workbench.ts'
import { connectSession } from '../../../session/connect-session.ts'
import { storeUser } from '../../../session/stored-user.ts'
import { buildDocument } from '../../../testing/build-request.ts'
import { buildAnswerFile, buildStaffRequest } from '../../../testing/build-staff-request.ts'
import { buildStaff } from '../../../testing/build-user.ts'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { Screen } from '../requests-screen.tsx'

const mario = { id: 6, name: 'Mario Fuentes' }
const ivan = { id: 9, name: 'Iván Rojas' }
const CONFLICT =
  'Otra persona cambió esta solicitud mientras la mirabas. Actualiza la página antes de seguir.'

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ id: 6, first_name: 'Mario', permissions: ['requests.answer_requests'] }))
})

type Answers = Parameters<typeof fakeServer>[0]

function detail(request: StaffRequest | StaffRequest[], answers: Answers = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/requests/12/': [request].flat().map((each) => json(200, each)),
    'GET /api/requests/assignees/': json(200, { results: [mario, ivan] }),
    'GET /api/answer-templates/': json(200, {
      results: [{ id: 1, title: 'Saludo', body: 'Estimada socia:' }],
    }),
    ...answers,
  })
  const sent = (path: string) =>
    server
      .calls(path)
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => {
        const { csrfmiddlewaretoken: _token, ...fields } = JSON.parse(String(body))
        return fields
      })
  return { ...server, ...renderAt('/requests?state=sent&solicitud=12', <Screen />), sent }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const buttons = () => screen.getAllByRole('button').map((each) => each.textContent)

test('a request shows its member, its content, its documents and its history', async () => {
  detail(buildStaffRequest({ is_overdue: true }))
  const title = await screen.findByRole('heading', {
    level: 1,
    name: 'Cesión de derechos a un familiar',
  })
  expect(document.activeElement).toBe(title)
  expect(screen.getByText('Solicitud Nº 12 · Enviada el 18-11-2026 10:05')).toBeTruthy()
  expect(screen.getByText('En revisión')).toBeTruthy()
  expect(screen.getByText('Atrasada')).toBeTruthy()
  const member = await card('Socio')
  for (const text of ['Rosa Muñoz Sepúlveda', '12.345.678-5', 'Altos del Biobío', 'V-1001']) {
    expect(member.getByText(text)).toBeTruthy()
  }
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

test('the way back leads to the same rows', async () => {
  const { where } = detail(buildStaffRequest())
  await userEvent.click(await screen.findByRole('link', { name: 'Volver a las solicitudes' }))
  expect(where()).toBe('/requests?state=sent')
})

test.each(['abc', '0', '99'])('%s is no request', async (id) => {
  fakeServer({})
  renderAt(`/requests?solicitud=${id}`, <Screen />)
  expect(await screen.findByText('No encontramos esta solicitud.')).toBeTruthy()
})

test('a request that cannot be read can be retried', async () => {
  detail([], { 'GET /api/requests/12/': [json(503, 'Más tarde'), json(200, buildStaffRequest())] })
  await press('Reintentar')
  expect(await screen.findByRole('region', { name: 'Historia' })).toBeTruthy()
})

describe('the possible actions', () => {
  test.each<[StaffRequest['state'], string[], string[]]>([
    ['sent', ['Comenzar revisión', 'Asignar'], ['Resolver y cerrar', 'Rechazar', 'Reabrir…']],
    ['in_review', ['Resolver y cerrar', 'Aceptar', 'Rechazar', 'Asignar'], ['Comenzar revisión']],
    ['missing', ['Resolver y cerrar', 'Asignar'], ['Aceptar', 'Comenzar revisión']],
    ['resolved', [], ['Resolver y cerrar', 'Asignar', 'Aceptar', 'Reabrir…']],
    ['cancelled', [], ['Resolver y cerrar', 'Asignar', 'Aceptar', 'Reabrir…']],
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
    ).toEqual(['Resolver', 'Rechazar'])
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

describe('answering', () => {
  test.each([
    ['Resolver', 'Respuesta', 'Resolver y cerrar', 'resolve', 'Escribe la respuesta'],
    ['Pedir lo que falta', 'Qué falta', 'Pedir al socio', 'ask', 'Escribe qué falta'],
    ['Rechazar', 'Motivo', 'Rechazar y cerrar', 'reject', 'Escribe el motivo'],
  ])('%s needs a text, and sends it', async (choice, label, button, path, empty) => {
    const { sent } = detail(buildStaffRequest(), {
      [`POST /api/requests/12/${path}/`]: json(
        200,
        buildStaffRequest({ state: 'resolved', answer: 'Listo', version: 5 }),
      ),
    })
    await userEvent.click(await screen.findByRole('radio', { name: choice }))
    await press(button)
    expect(await screen.findByText(empty)).toBeTruthy()
    expect(sent(`/${path}/`)).toEqual([])
    await userEvent.type(screen.getByLabelText(label), ' Está lista. ')
    expect(screen.queryByText(empty)).toBeNull()
    await press(button)
    expect(await screen.findByRole('region', { name: 'Respuesta al socio' })).toBeTruthy()
    expect(sent(`/${path}/`)).toEqual([{ version: 4, text: 'Está lista.' }])
    expect(screen.queryByLabelText('Lo que habías escrito')).toBeNull()
  })

  test('a template is added to the typed text', async () => {
    detail(buildStaffRequest())
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Hola')
    await press('Usar una plantilla')
    await userEvent.click(await screen.findByText('Saludo'))
    expect((screen.getByLabelText('Respuesta') as HTMLTextAreaElement).value).toBe(
      'Hola\n\nEstimada socia:',
    )
  })

  test('a colleague was faster: it is shown, and the typed text stays', async () => {
    const versions = [4, 8, 9].map((version) => buildStaffRequest({ version }))
    const { sent } = detail(versions, {
      'POST /api/requests/12/resolve/': [
        json(409, CONFLICT),
        json(409, CONFLICT),
        json(200, buildStaffRequest({ state: 'resolved', answer: 'Está lista.', version: 10 })),
      ],
    })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    for (const _ of ['Mario', 'Iván']) {
      await press('Resolver y cerrar')
      expect(await screen.findByText(CONFLICT)).toBeTruthy()
      await press('Actualizar')
      await waitFor(() => expect(screen.queryByText(CONFLICT)).toBeNull())
      expect((screen.getByLabelText('Respuesta') as HTMLTextAreaElement).value).toBe('Está lista.')
    }
    await press('Resolver y cerrar')
    await screen.findByRole('region', { name: 'Respuesta al socio' })
    expect(sent('/resolve/')).toEqual([
      { version: 4, text: 'Está lista.' },
      { version: 8, text: 'Está lista.' },
      { version: 9, text: 'Está lista.' },
    ])
  })

  test('a colleague closed it: the typed text can still be copied', async () => {
    detail([buildStaffRequest(), buildStaffRequest({ state: 'rejected', answer: 'No se puede' })], {
      'POST /api/requests/12/resolve/': json(409, CONFLICT),
    })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    await press('Resolver y cerrar')
    await press('Actualizar')
    expect(
      ((await screen.findByLabelText('Lo que habías escrito')) as HTMLTextAreaElement).value,
    ).toBe('Está lista.')
    expect(screen.getByText('No se puede')).toBeTruthy()
  })

  test('a failure keeps the typed text', async () => {
    detail(buildStaffRequest(), { 'POST /api/requests/12/resolve/': new Error('offline') })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    await press('Resolver y cerrar')
    expect((await screen.findByRole('alert')).textContent).toBe('Ocurrió un error ...')
    expect((screen.getByLabelText('Respuesta') as HTMLTextAreaElement).value).toBe('Está lista.')
  })
})

describe('the typed text', () => {
  const answer = () => screen.findByLabelText<HTMLTextAreaElement>(/^(Respuesta|Qué falta)$/)

  test('is restored after looking elsewhere, and deleted once it was sent', async () => {
    const resolved = buildStaffRequest({ state: 'missing', version: 5 })
    const answers = { 'POST /api/requests/12/ask/': json(200, resolved) }
    const first = detail(buildStaffRequest(), answers)
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    await userEvent.type(await answer(), 'Falta tu cédula')
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Llamar el lunes')
    first.unmount()

    const second = detail(buildStaffRequest(), answers)
    expect((await answer()).value).toBe('Falta tu cédula')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Nota interna').value).toBe('Llamar el lunes')
    await press('Pedir al socio')
    await screen.findByText('Falta antecedente')
    second.unmount()

    detail(buildStaffRequest())
    expect((await answer()).value).toBe('')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Resolver' }).checked).toBe(true)
  })

  test('survives the end of its session', async () => {
    const ended = { 'POST /api/requests/12/resolve/': json(401, { detail: 'Sin sesión' }) }
    const first = detail(buildStaffRequest(), ended)
    await userEvent.type(await answer(), 'Está lista')
    await press('Resolver y cerrar')
    expect(await screen.findByRole('link', { name: 'Ingresa nuevamente.' })).toBeTruthy()
    first.unmount()
    detail(buildStaffRequest())
    expect((await answer()).value).toBe('Está lista')
  })

  test('is not shown to a colleague on the same computer', async () => {
    const first = detail(buildStaffRequest())
    await userEvent.type(await answer(), 'Falta tu cédula')
    first.unmount()
    storeUser(buildStaff({ id: 9, permissions: ['requests.answer_requests'] }))
    detail(buildStaffRequest())
    expect((await answer()).value).toBe('')
  })
})

const NEWS = /^Otra persona cambió esta solicitud mientras la mirabas. Aquí ves cómo está ahora/

describe('a colleague who was faster', () => {
  test('never turns a question into an answer', async () => {
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/note/': json(200, buildStaffRequest({ state: 'missing', version: 9 })),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    await userEvent.type(screen.getByLabelText('Qué falta'), 'Falta tu cédula')
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Ojo')
    await press('Guardar nota')

    expect(await screen.findByText(NEWS)).toBeTruthy()
    for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) {
      expect(radio.checked).toBe(false)
    }
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar al socio' })
    expect(button.disabled).toBe(true)
    const text = screen.getByLabelText<HTMLTextAreaElement>('Lo que escribiste')
    expect(text.value).toBe('Falta tu cédula')
    await userEvent.click(screen.getByRole('radio', { name: 'Rechazar' }))
    expect(screen.getByRole('button', { name: 'Rechazar y cerrar' })).toBeTruthy()
    expect(sent('/resolve/')).toEqual([])
  })

  test('is announced until it was seen; one’s own actions are not', async () => {
    detail(buildStaffRequest(), {
      'POST /api/requests/12/assign/': json(
        200,
        buildStaffRequest({ assignee: mario, version: 5 }),
      ),
      'POST /api/requests/12/note/': [
        json(200, buildStaffRequest({ assignee: mario, version: 5 })),
        json(200, buildStaffRequest({ assignee: ivan, version: 6 })),
      ],
    })
    const note = async (text: string) => {
      await userEvent.type(await screen.findByLabelText('Nota interna'), text)
      await press('Guardar nota')
      await waitFor(() =>
        expect(screen.getByLabelText<HTMLTextAreaElement>('Nota interna').value).toBe(''),
      )
    }
    await press('Asignarme la solicitud')
    await screen.findByText('Mario Fuentes', { selector: 'p' })
    await note('Ojo')
    expect(screen.queryByText(NEWS)).toBeNull()
    await note('Otra vez')
    expect(await screen.findByText(NEWS)).toBeTruthy()
    await press('Entendido')
    expect(screen.queryByText(NEWS)).toBeNull()
  })

  test('stays announced when the page cannot be reloaded', async () => {
    detail([buildStaffRequest()], {
      'GET /api/requests/12/': [
        json(200, buildStaffRequest()),
        json(503, 'Más tarde'),
        json(200, buildStaffRequest({ version: 7 })),
      ],
      'POST /api/requests/12/resolve/': json(409, CONFLICT),
    })
    await userEvent.type(await answerField(), 'Está lista.')
    await press('Resolver y cerrar')
    await press('Actualizar')
    expect(await screen.findByText('No se pudo actualizar. Inténtalo de nuevo.')).toBeTruthy()
    expect(screen.getByText(CONFLICT)).toBeTruthy()
    await press('Actualizar')
    await waitFor(() => expect(screen.queryByText(CONFLICT)).toBeNull())
    expect(screen.queryByText(NEWS)).toBeNull()
  })

  const answerField = () => screen.findByLabelText('Respuesta')
})

describe('the files of the answer', () => {
  const file = (name: string, size = 1000) => new File(['x'.repeat(size)], name)
  const choose = async (chosen: File) => {
    await screen.findByRole('button', { name: 'Adjuntar archivo' })
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')
    if (!input) throw new Error('There is nowhere to choose a file')
    // Dropped, since the file dialog would not offer this type.
    await userEvent.setup({ applyAccept: false }).upload(input, chosen)
    return input
  }
  const contract = buildAnswerFile()

  test('are uploaded as soon as they are chosen, and can be removed', async () => {
    const { calls } = detail(buildStaffRequest(), {
      'POST /api/requests/12/answer-files/': json(
        200,
        buildStaffRequest({ answer_files: [contract], version: 5 }),
      ),
      'DELETE /api/requests/12/answer-files/40/': json(200, buildStaffRequest({ version: 6 })),
    })
    await choose(file('contrato.pdf'))
    await press('Quitar contrato.pdf')
    await waitFor(() => expect(screen.queryByText('contrato.pdf')).toBeNull())
    const [upload, removal] = calls('/answer-files/')
    const sent = (upload?.body as FormData | undefined)?.get('document')
    expect((sent as File | undefined)?.name).toBe('contrato.pdf')
    expect(removal?.method).toBe('DELETE')
  })

  test('that Mario adds or removes are not announced to him, from the start of his review', async () => {
    detail(buildStaffRequest({ state: 'sent' }), {
      'POST /api/requests/12/review/': json(200, buildStaffRequest({ version: 5 })),
      'POST /api/requests/12/answer-files/': json(
        200,
        buildStaffRequest({ answer_files: [contract], version: 6 }),
      ),
      'DELETE /api/requests/12/answer-files/40/': json(200, buildStaffRequest({ version: 7 })),
    })
    await press('Comenzar revisión')
    await choose(file('contrato.pdf'))
    await screen.findByRole('button', { name: 'Quitar contrato.pdf' })
    expect(screen.queryByText(NEWS)).toBeNull()
    await press('Quitar contrato.pdf')
    await waitFor(() => expect(screen.queryByText('contrato.pdf')).toBeNull())
    expect(screen.queryByText(NEWS)).toBeNull()
  })

  test('reveal what Iván changed meanwhile, and do not hide it again', async () => {
    detail(buildStaffRequest(), {
      'POST /api/requests/12/answer-files/': json(
        200,
        buildStaffRequest({ assignee: ivan, answer_files: [contract], version: 6 }),
      ),
      'DELETE /api/requests/12/answer-files/40/': json(
        200,
        buildStaffRequest({ assignee: ivan, version: 7 }),
      ),
    })
    await choose(file('contrato.pdf'))
    expect(await screen.findByText(NEWS)).toBeTruthy()
    await press('Quitar contrato.pdf')
    await waitFor(() => expect(screen.queryByText('contrato.pdf')).toBeNull())
    expect(screen.getByText(NEWS)).toBeTruthy()
  })

  test('of another type or too large are not sent', async () => {
    const { calls } = detail(buildStaffRequest())
    await choose(file('virus.exe'))
    expect(
      await screen.findByText('Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg'),
    ).toBeTruthy()
    await choose(file('plano.pdf', 10 * 1_048_576 + 1))
    expect(
      await screen.findByText('El tamaño del archivo no debe ser superior a 10MB'),
    ).toBeTruthy()
    expect(calls('/answer-files/')).toEqual([])
  })

  test('that the server refuses show why', async () => {
    detail(buildStaffRequest(), {
      'POST /api/requests/12/answer-files/': json(400, ['El archivo está dañado']),
    })
    const input = await choose(file('contrato.pdf'))
    expect(await screen.findByText('El archivo está dañado')).toBeTruthy()
    // A browser does not report the same file again unless the input was reset.
    expect(input.value).toBe('')
  })

  test('that the member already has are not removed', async () => {
    const given = buildAnswerFile({
      id: 39,
      name: 'plano.pdf',
      published_at: '2026-11-18T15:00:00Z',
    })
    detail(buildStaffRequest({ answer_files: [given, contract] }))
    expect(await screen.findByRole('button', { name: 'Quitar contrato.pdf' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Quitar plano.pdf' })).toBeNull()
    expect(screen.getByText('Entregado al socio el 18-11-2026 12:00')).toBeTruthy()
  })

  test('belong to an answer, not to a question', async () => {
    detail(buildStaffRequest())
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    expect(screen.queryByRole('button', { name: 'Adjuntar archivo' })).toBeNull()
  })
})

describe('a document', () => {
  test('is accepted', async () => {
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/documents/71/review/': json(
        200,
        buildStaffRequest({ documents: [buildDocument({ review: 'accepted' })], version: 5 }),
      ),
    })
    await press('Aceptar Cédula de identidad')
    expect(await screen.findByText('Aceptado')).toBeTruthy()
    expect(sent('/review/')).toEqual([{ version: 4, accepted: true, reason: '' }])
  })

  test('is rejected with a reason', async () => {
    const rejected = buildDocument({ review: 'rejected', reason: 'No se lee' })
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/documents/71/review/': json(
        200,
        buildStaffRequest({ documents: [rejected], version: 5 }),
      ),
    })
    await press('Rechazar Cédula de identidad')
    await press('Rechazar documento')
    expect(await screen.findByText('Escribe el motivo')).toBeTruthy()
    expect(sent('/review/')).toEqual([])
    await userEvent.type(
      screen.getByLabelText('Por qué no sirve: Cédula de identidad'),
      'No se lee',
    )
    await press('Rechazar documento')
    expect(await screen.findByText('Rechazado: No se lee')).toBeTruthy()
    expect(sent('/review/')).toEqual([{ version: 4, accepted: false, reason: 'No se lee' }])
  })

  test('that a colleague reviewed meanwhile keeps the typed reason', async () => {
    detail(buildStaffRequest(), {
      'POST /api/requests/12/documents/71/review/': json(409, CONFLICT),
    })
    await press('Rechazar Cédula de identidad')
    const reason = screen.getByLabelText('Por qué no sirve: Cédula de identidad')
    await userEvent.type(reason, 'No se lee')
    await press('Rechazar documento')
    expect(await screen.findByText(CONFLICT)).toBeTruthy()
    expect((reason as HTMLInputElement).value).toBe('No se lee')
  })
})

test('a replaced document is folded under the new one, with the reason', async () => {
  const before = buildDocument({
    id: 70,
    name: 'borrosa.jpg',
    review: 'rejected',
    reason: 'Borrosa',
  })
  detail(
    buildStaffRequest({
      replaced_documents: [{ ...before, replaced_at: '2026-11-19T15:00:00Z' }],
    }),
  )
  const folded = (await screen.findByText('1 documento anterior')).closest('details')
  if (!folded) throw new Error('It is not folded')
  expect(folded.open).toBe(false)
  const earlier = within(folded)
  expect(earlier.getByText('Rechazado: Borrosa')).toBeTruthy()
  expect(earlier.getByText('Reemplazado el 19-11-2026 12:00')).toBeTruthy()
  expect(earlier.getByText('Descargar', { selector: 'span' })).toBeTruthy()
})

test('user managers can open the member’s account', async () => {
  detail(buildStaffRequest())
  await card('Socio')
  expect(screen.queryByRole('link', { name: 'Ver su cuenta' })).toBeNull()
  cleanup()
  storeUser(buildStaff({ permissions: ['requests.answer_requests', 'users.manage_users'] }))
  detail(buildStaffRequest())
  const link = await screen.findByRole('link', { name: 'Ver su cuenta' })
  expect(link.getAttribute('href')).toBe('/users?social_security=12345678-5')
})

describe('the assignee', () => {
  test('is oneself with one click', async () => {
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/assign/': json(
        200,
        buildStaffRequest({ assignee: mario, version: 5 }),
      ),
    })
    const assignee = await card('Encargado')
    expect(assignee.getByText('Sin asignar')).toBeTruthy()
    await press('Asignarme la solicitud')
    await waitFor(() => expect(assignee.getByText('Mario Fuentes', { selector: 'p' })).toBeTruthy())
    expect(sent('/assign/')).toEqual([{ version: 4, user_id: 6 }])
    expect(assignee.queryByRole('button', { name: 'Asignarme la solicitud' })).toBeNull()
  })

  test('or another colleague, or nobody', async () => {
    const { sent } = detail(buildStaffRequest({ assignee: mario }), {
      'POST /api/requests/12/assign/': [
        json(200, buildStaffRequest({ assignee: ivan, version: 5 })),
        json(200, buildStaffRequest({ assignee: null, version: 6 })),
      ],
    })
    await screen.findByRole('option', { name: 'Iván Rojas' })
    await userEvent.selectOptions(screen.getByLabelText('Asignar a'), 'Iván Rojas')
    await press('Asignar')
    await screen.findByText('Iván Rojas', { selector: 'p' })
    await userEvent.selectOptions(screen.getByLabelText('Asignar a'), 'Nadie')
    await press('Asignar')
    await screen.findByText('Sin asignar', { selector: 'p' })
    expect(sent('/assign/')).toEqual([
      { version: 4, user_id: 9 },
      { version: 5, user_id: null },
    ])
  })
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
    await userEvent.type(screen.getByLabelText('Por qué se reabre'), 'Faltó una firma')
    await press('Reabrir solicitud')
    expect(await screen.findByText('En revisión')).toBeTruthy()
    expect(sent('/reopen/')).toEqual([{ version: 4, text: 'Faltó una firma' }])
  })
})

describe('the notes', () => {
  test('look different, and are added without a version', async () => {
    const noted = buildStaffRequest({
      version: 5,
      events: [
        { id: 1, at: '2026-11-18T13:05:00Z', kind: 'sent', actor: 'Rosa Muñoz', text: '' },
        { id: 3, at: '2026-11-18T15:00:00Z', kind: 'note', actor: 'Mario Fuentes', text: 'Ojo' },
        { id: 4, at: '2026-11-18T15:01:00Z', kind: 'assigned', actor: 'Iván Rojas', text: '' },
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
    expect(sent('/note/')).toEqual([{ text: 'Ojo' }])
    expect((screen.getByLabelText('Nota interna') as HTMLTextAreaElement).value).toBe('')
    expect(history.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'El socio envió la solicitud18-11-2026 10:05 · Rosa Muñoz',
      'Nota internaOjo18-11-2026 12:00 · Mario Fuentes',
      'Se asignóA nadie18-11-2026 12:01 · Iván Rojas',
    ])
  })
})
