import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { environment } from '../../environment/environment.ts'
import { buildDocument, buildMemberRequest } from '../../testing/build-request.ts'
import { json } from '../../testing/fake-server.ts'
import { event, prepareMyRequestsTab, requestOf } from '../../testing/my-requests-tab.tsx'
import { sentence } from '../../testing/sentence.ts'

beforeEach(prepareMyRequestsTab)

const inReview = buildMemberRequest({ state: 'in_review', answer_by: '2099-11-24' })
const resolved = buildMemberRequest({
  state: 'resolved',
  answer: 'Va adjunta.',
  events: [event(1, 'sent'), event(2, 'resolved', 'Va adjunta.')],
  respond_until: '2026-12-02',
  can_respond: true,
})
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the day of the answer', () => {
  test('is told as long as the request is open (§12.345)', async () => {
    await requestOf(inReview)
    expect(screen.getByText(sentence('Te responderemos a más tardar el 24-11-2099.'))).toBeTruthy()
  })

  test('that has passed is owned up to (§12.345)', async () => {
    await requestOf({ ...inReview, answer_by: '2020-11-24' })
    expect(
      screen.getByText(sentence('Nos atrasamos: debíamos responderte el 24-11-2020.')),
    ).toBeTruthy()
  })
})

test('a reply to what was asked is confirmed with the day of the answer, until staff act (§12.1311)', async () => {
  const replied = {
    ...inReview,
    events: [
      event(1, 'sent'),
      event(2, 'asked', 'Falta tu cédula.'),
      event(3, 'replied', 'Aquí va'),
    ],
  }
  await requestOf(replied)
  expect(screen.getByText('Recibimos tu respuesta.')).toBeTruthy()
  expect(screen.getByText(sentence('Te contestaremos a más tardar el 24-11-2099.'))).toBeTruthy()
  cleanup()
  await requestOf({ ...replied, answer_by: null })
  expect(screen.getByText('Recibimos tu respuesta.')).toBeTruthy()
  expect(screen.queryByText(/a más tardar/)).toBeNull()
  cleanup()
  await requestOf({ ...replied, events: [...replied.events, event(4, 'document_accepted')] })
  expect(screen.getByText('La cooperativa está revisando tu trámite.')).toBeTruthy()
  expect(screen.getByText(sentence('Te responderemos a más tardar el 24-11-2099.'))).toBeTruthy()
})

test('a comment is sent during the review, and its text survives a failure (§12.346)', async () => {
  const commented = {
    ...inReview,
    events: [...inReview.events, event(3, 'commented', 'Es para el banco.')],
  }
  const { calls } = await requestOf(inReview, {
    'POST /api/requests/12/comment/': [json(503, 'Inténtalo más tarde'), json(200, commented)],
  })
  await userEvent.click(button('Agregar un comentario'))
  await userEvent.click(button('Enviar comentario'))
  expect(screen.getByText('Escribe tu comentario')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Tu comentario' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Tu comentario' }), 'Es para el banco.')
  await userEvent.click(button('Enviar comentario'))
  expect(await screen.findByText('Inténtalo más tarde')).toBeTruthy()
  await userEvent.click(button('Enviar comentario'))
  expect(await screen.findByText('Comentaste')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(calls('/comment/')).toHaveLength(2)
})

test.each([
  {
    what: 'a comment',
    before: inReview,
    call: 'comment',
    open: 'Agregar un comentario',
    send: 'Enviar comentario',
    now: resolved,
  },
  {
    what: 'a reply to an answer',
    before: resolved,
    call: 'respond',
    open: 'Responder a la cooperativa',
    send: 'Responder',
    now: { ...resolved, can_respond: false },
  },
])('$what that came too late can be copied until it is discarded', async (flow) => {
  await requestOf(flow.before, {
    [`POST /api/requests/12/${flow.call}/`]: json(409, 'Este trámite ya cambió'),
    'GET /api/requests/12/': [json(200, flow.before), json(200, flow.now)],
  })
  await userEvent.click(button(flow.open))
  await userEvent.type(screen.getByRole('textbox'), 'Es para el banco.')
  await userEvent.click(button(flow.send))
  await userEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText('Lo que escribiste no se envió:')).toBeTruthy()
  expect(screen.getByText('Es para el banco.')).toBeTruthy()
  await userEvent.click(button('Descartar'))
  expect(screen.queryByText('Es para el banco.')).toBeNull()
})

test('a comment that arrived, although its response was lost, is not shown as unsent', async () => {
  const events = [...resolved.events, event(3, 'commented', 'Es para el banco.')]
  await requestOf(inReview, {
    'POST /api/requests/12/comment/': json(409, 'Este trámite ya cambió'),
    'GET /api/requests/12/': [json(200, inReview), json(200, { ...resolved, events })],
  })
  await userEvent.click(button('Agregar un comentario'))
  await userEvent.type(screen.getByRole('textbox'), 'Es para el banco.')
  await userEvent.click(button('Enviar comentario'))
  await userEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText('Comentaste')).toBeTruthy()
  expect(screen.queryByText(/no se envió/)).toBeNull()
})

describe('an answer', () => {
  test('can be replied to while the day is not past (§12.347)', async () => {
    await requestOf(resolved, {
      'POST /api/requests/12/respond/': json(200, { ...inReview, can_respond: false }),
    })
    expect(screen.getByText(sentence(/Puedes responder hasta el 02-12-2026/))).toBeTruthy()
    await userEvent.click(button('Responder a la cooperativa'))
    await userEvent.type(screen.getByRole('textbox', { name: 'Tu respuesta' }), 'Falta una página')
    await userEvent.click(button('Responder'))
    expect(await screen.findByText('La cooperativa está revisando tu trámite.')).toBeTruthy()
    expect(screen.queryByText(/Puedes responder/)).toBeNull()
  })

  test('cannot be replied to afterwards', async () => {
    await requestOf({ ...resolved, can_respond: false })
    expect(screen.queryByText(/Puedes responder/)).toBeNull()
  })

  test('that is a no is not rated; beside the reply stands whom to ask, about its number, and the documents stay (§12.2061)', async () => {
    const refused = buildMemberRequest({
      ...{ ...resolved, state: 'rejected', answer: 'No se puede.' },
      events: [event(1, 'sent'), event(2, 'rejected', 'No se puede.')],
      documents: [buildDocument({ id: 71, title: 'Cédula de identidad' })],
    })
    await requestOf(refused)
    const { contact_email: email } = await environment()
    expect(screen.queryByText('¿Te sirvió esta respuesta?')).toBeNull()
    expect(button('Responder a la cooperativa')).toBeTruthy()
    expect(screen.getByText(/^Cédula de identidad/)).toBeTruthy()
    const contact = await screen.findByRole('link', { name: email })
    expect(contact.getAttribute('href')).toBe(
      `mailto:${email}?subject=${encodeURIComponent('Solicitud Nº 12')}`,
    )
    expect(contact.parentElement?.textContent).toMatch(/^Si prefieres .* indica la solicitud Nº 12/)
    cleanup()
    await requestOf({ ...refused, can_respond: false })
    expect(screen.getByText(/^Si tienes dudas de esta respuesta, escríbenos a /)).toBeTruthy()
  })

  test('that resolved says whom to ask once it cannot be replied to any more (§12.2061)', async () => {
    await requestOf(resolved)
    expect(screen.queryByText(/escríbenos a/)).toBeNull()
    cleanup()
    await requestOf({ ...resolved, can_respond: false })
    expect(screen.getByText(/^Si tienes dudas de esta respuesta, escríbenos a /)).toBeTruthy()
  })

  test('is rated, and the rating can be changed (§12.348)', async () => {
    const rated = (helped: boolean) => ({
      ...resolved,
      events: resolved.events.map((it) => (it.kind === 'resolved' ? { ...it, helped } : it)),
    })
    const { calls } = await requestOf(resolved, {
      'PUT /api/requests/12/rating/': [json(200, rated(true)), json(200, rated(false))],
    })
    await userEvent.click(button('Me sirvió'))
    expect(document.activeElement).toBe(button('Me sirvió'))
    await waitFor(() => expect(button('Me sirvió').getAttribute('aria-pressed')).toBe('true'))
    await userEvent.click(button('No me sirvió'))
    await waitFor(() => expect(button('No me sirvió').getAttribute('aria-pressed')).toBe('true'))
    expect(button('Me sirvió').getAttribute('aria-pressed')).toBe('false')
    expect(calls('/rating/').map(({ body }) => JSON.parse(String(body)).helped)).toEqual([
      true,
      false,
    ])
  })
})
