import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import type { RequestSummary } from '@carpeta/domain/sale'
import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSession } from '../../../session/connect-session.ts'
import { storeUser } from '../../../session/stored-user.ts'
import { buildDocument, buildMemberRequest } from '../../../testing/build-request.ts'
import { buildUser } from '../../../testing/build-user.ts'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { reconnect } from '../../../testing/reconnect.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import * as files from '../../../ui/save-file.ts'
import { MyRequestsTab } from './my-requests-tab.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const today = day('2026-11-20')

function summary(overrides: Partial<RequestSummary> = {}): RequestSummary {
  return {
    key: '12',
    procedureTitle: 'Copia de contrato',
    sentOn: day('2026-11-18'),
    state: 'sent',
    answer: '',
    closedOn: null,
    ...overrides,
  }
}

describe('the table', () => {
  function table(requests: RequestSummary[]) {
    return renderAt('/dashboard', <MyRequestsTab sale={buildSale({ requests })} today={today} />)
  }

  test('has the columns of the specification, and the state as text', () => {
    table([
      summary(),
      summary({
        key: '9',
        state: 'resolved',
        answer: 'Va adjunta.',
        closedOn: day('2026-10-23'),
      }),
      summary({ key: '5', state: 'cancelled' }),
      summary({ key: '3', state: null, procedureTitle: '', sentOn: null }),
    ])
    const [head, ...rows] = screen.getAllByRole('row')
    const cells = (row: HTMLElement, role: string) =>
      within(row)
        .getAllByRole(role)
        .map(({ textContent }) => textContent)
    expect(head && cells(head, 'columnheader')).toEqual([
      'Nº',
      'Trámite',
      'Enviado',
      'Respuesta',
      'Fecha cierre',
    ])
    expect(rows.map((row) => cells(row, 'cell'))).toEqual([
      ['12', 'Copia de contratoEnviado', '18-11-2026', 'Sin respuesta todavía', '-'],
      ['9', 'Copia de contratoResuelto', '18-11-2026', 'Va adjunta.', '23-10-2026'],
      ['5', 'Copia de contratoAnulado', '18-11-2026', '-', '-'],
      ['3', 'Solicitud 3', '-', 'Sin respuesta todavía', '-'],
    ])
  })

  test('says so when it is empty', () => {
    table([])
    expect(screen.getByText('No hay trámites pendientes')).toBeTruthy()
  })

  test('opens a request, and its address says which', async () => {
    fakeServer({ 'GET /api/requests/12/': json(200, buildMemberRequest()) })
    const { where } = table([summary()])
    await userEvent.click(screen.getByRole('link', { name: 'Copia de contrato' }))
    expect(where()).toBe('/dashboard?venta=V-1001&tab=mis-tramites&solicitud=12')
    expect(await screen.findByRole('heading', { name: 'Copia de contrato' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Volver a mis trámites' }))
    expect(where()).toBe('/dashboard?venta=V-1001&tab=mis-tramites')
    expect(screen.getByRole('table')).toBeTruthy()
  })
})

type Answers = Parameters<typeof fakeServer>[0]

async function requestOf(request: MemberRequest, answers: Answers = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    [`GET /api/requests/${request.id}/`]: json(200, request),
    ...answers,
  })
  renderAt(
    `/dashboard?venta=V-1001&tab=mis-tramites&solicitud=${request.id}`,
    <MyRequestsTab sale={buildSale()} today={today} />,
  )
  await screen.findByRole('heading', { name: request.procedure.title })
  return server
}

const event = (id: number, kind: WireRequestEvent['kind'], text = ''): WireRequestEvent => ({
  id,
  at: `2026-11-${String(id + 10).padStart(2, '0')}T15:00:00Z`,
  kind,
  actor: 'Cooperativa Vista al Biobío',
  text,
})

describe('a request', () => {
  test('shows its procedure, its state and what the state means', async () => {
    await requestOf(buildMemberRequest())
    expect(screen.getByText('Solicitud Nº 12 · Enviada el 18-11-2026 12:05')).toBeTruthy()
    expect(screen.getByText('Enviado')).toBeTruthy()
    expect(
      screen.getByText('La cooperativa recibió tu solicitud y pronto comenzará a revisarla.'),
    ).toBeTruthy()
    expect(screen.getByText('La necesito para el banco.')).toBeTruthy()
  })

  test('describes its history in plain language', async () => {
    await requestOf(
      buildMemberRequest({
        state: 'resolved',
        answer: 'Va adjunta.',
        events: [
          event(1, 'sent'),
          event(2, 'review'),
          event(3, 'document_rejected', 'Cédula de identidad'),
          event(4, 'asked', 'La cédula está vencida.'),
          event(5, 'replied', 'Aquí va la nueva.'),
          event(7, 'note', 'Llamar a Rosa'),
          event(6, 'resolved', 'Va adjunta.'),
        ],
      }),
    )
    const [, history] = screen.getAllByRole('list')
    if (!history) throw new Error('There is no history')
    expect(
      within(history)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Enviaste la solicitud11-11-2026 12:00',
      'La cooperativa comenzó a revisarla12-11-2026 12:00',
      'La cooperativa rechazó un documentoCédula de identidad13-11-2026 12:00',
      'La cooperativa pidió algo másLa cédula está vencida.14-11-2026 12:00',
      'RespondisteAquí va la nueva.15-11-2026 12:00',
      'La cooperativa respondió y la dio por resuelta16-11-2026 12:00',
    ])
  })

  test('shows the answer with its files, and saves them under their names', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
    const pdf = new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } })
    await requestOf(
      buildMemberRequest({
        state: 'resolved',
        answer: 'Va adjunta.',
        documents: [],
        answer_files: [buildDocument({ id: 80, name: 'contrato.pdf', position: null, title: '' })],
      }),
      { 'GET /api/documents/80/': [json(503, 'Inténtalo más tarde'), pdf] },
    )
    expect(screen.getByText('Va adjunta.')).toBeTruthy()
    const download = () => screen.getByRole('button', { name: 'Descargar contrato.pdf' })
    await userEvent.click(download())
    expect((await screen.findByRole('alert')).textContent).toBe('Inténtalo más tarde')
    expect(save).not.toHaveBeenCalled()
    await userEvent.click(download())
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(save.mock.calls[0]?.[1]).toBe('contrato.pdf')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that was reopened still has the files of the first answer', async () => {
    await requestOf(
      buildMemberRequest({
        state: 'in_review',
        answer_files: [buildDocument({ id: 80, name: 'contrato.pdf', position: null, title: '' })],
      }),
    )
    expect(screen.getByRole('heading', { name: 'Archivos de una respuesta anterior' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Descargar contrato.pdf' })).toBeTruthy()
  })

  test('shows the review of each document', async () => {
    await requestOf(
      buildMemberRequest({
        state: 'in_review',
        documents: [
          buildDocument({ review: 'accepted' }),
          buildDocument({ id: 72, review: 'rejected', reason: 'No se lee', title: 'Liquidación' }),
          buildDocument({ id: 73, title: 'Contrato' }),
        ],
      }),
    )
    expect(screen.getByText('Aceptado')).toBeTruthy()
    expect(screen.getByText('Rechazado: No se lee')).toBeTruthy()
    expect(screen.getByText('Por revisar')).toBeTruthy()
  })

  test('of another member is unknown, whatever the address says', async () => {
    fakeServer({ 'GET /api/requests/99/': json(404, { detail: 'x' }) })
    const path = '/dashboard?tab=mis-tramites&solicitud='
    const tab = <MyRequestsTab sale={buildSale()} today={today} />
    renderAt(`${path}99`, tab)
    expect(await screen.findByText('No encontramos esta solicitud entre las tuyas.')).toBeTruthy()
    const { calls } = fakeServer({})
    renderAt(`${path}../users/1`, tab)
    expect(
      await screen.findAllByText('No encontramos esta solicitud entre las tuyas.'),
    ).toHaveLength(2)
    expect(calls('/api/requests/')).toHaveLength(0)
  })

  test('that cannot be read can be retried', async () => {
    fakeServer({
      'GET /api/requests/12/': [json(422, 'No disponible'), json(200, buildMemberRequest())],
    })
    renderAt('/dashboard?solicitud=12', <MyRequestsTab sale={buildSale()} today={today} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('heading', { name: 'Copia de contrato' })).toBeTruthy()
  })
})

describe('cancelling a request', () => {
  const ANULAR = 'POST /api/requests/12/cancel/'

  test('happens after a confirmation, and is then shown', async () => {
    const cancelled = buildMemberRequest({ state: 'cancelled', closed_at: '2026-11-20T12:00:00Z' })
    const { calls } = await requestOf(buildMemberRequest(), { [ANULAR]: json(200, cancelled) })
    await userEvent.click(screen.getByRole('button', { name: 'Anular' }))
    expect(calls('/cancel/')).toHaveLength(0)
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, anular' }))
    expect(await screen.findByText('Anulaste esta solicitud.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull()
    expect(calls('/cancel/')).toHaveLength(1)
  })

  test('does not happen on No anular', async () => {
    const { calls } = await requestOf(buildMemberRequest())
    await userEvent.click(screen.getByRole('button', { name: 'Anular' }))
    await userEvent.click(await screen.findByRole('button', { name: 'No anular' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls('/cancel/')).toHaveLength(0)
  })

  test('that comes too late shows why, and the current state', async () => {
    await requestOf(buildMemberRequest(), {
      [ANULAR]: json(409, 'Este trámite ya cambió'),
      'GET /api/requests/12/': [
        json(200, buildMemberRequest()),
        json(200, buildMemberRequest({ state: 'in_review' })),
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Anular' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, anular' }))
    expect(await screen.findByText('Este trámite ya cambió')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
    expect(await screen.findByText('La cooperativa está revisando tu solicitud.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull()
  })

  test('is asked again after a reload, whatever the state', async () => {
    await requestOf(buildMemberRequest(), { [ANULAR]: json(409, 'Este trámite ya cambió') })
    await userEvent.click(screen.getByRole('button', { name: 'Anular' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, anular' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Anular' })).toBeTruthy()
  })

  test.each(['in_review', 'resolved', 'rejected', 'cancelled'] as const)(
    'is not offered once it is %s',
    async (state) => {
      await requestOf(buildMemberRequest({ state }))
      expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull()
    },
  )
})

test('staff who view a folder can neither reply nor cancel', async () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  await requestOf(
    buildMemberRequest({ state: 'missing', events: [event(2, 'asked', '¿Tu fono?')] }),
  )
  expect(screen.getByText('¿Tu fono?')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull()
})

describe('replying', () => {
  const missing = buildMemberRequest({
    state: 'missing',
    documents: [
      buildDocument({ review: 'rejected', reason: 'Está vencida' }),
      buildDocument({ id: 72, position: 1, title: 'Liquidación', review: 'accepted' }),
    ],
    events: [event(1, 'sent'), event(2, 'asked', 'Necesitamos tu cédula vigente.')],
  })
  const REPLY = 'POST /api/requests/12/reply/'
  const UPLOAD = 'POST /api/upload-document/'
  const pdf = new File(['%PDF'], 'nueva.pdf', { type: 'application/pdf' })
  const respond = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Responder' })

  test('has a slot for the rejected documents only, with the reason', async () => {
    await requestOf(missing)
    const form = within(screen.getByRole('form', { name: 'Responder' }))
    expect(form.getByText('Necesitamos tu cédula vigente.')).toBeTruthy()
    expect(form.getByText('Se rechazó el anterior: Está vencida')).toBeTruthy()
    expect(form.getAllByRole('listitem')).toHaveLength(1)
  })

  test('needs the documents, or at least a comment', async () => {
    await requestOf(missing)
    await userEvent.click(respond())
    const lack = 'Reemplaza los documentos rechazados o escribe un comentario'
    expect(screen.getByRole('alert').textContent).toBe(lack)
    expect(respond().disabled).toBe(true)
  })

  test('replaces the document, then replies, and shows the new state', async () => {
    const { seen } = await requestOf(missing, {
      [UPLOAD]: json(201, { id: 75, name: 'nueva.pdf', size: 4 }),
      [REPLY]: json(200, buildMemberRequest({ state: 'in_review' })),
    })
    await userEvent.upload(screen.getByLabelText('Archivo: Cédula de identidad'), pdf)
    await screen.findByText('nueva.pdf')
    await userEvent.type(screen.getByRole('textbox', { name: 'Comentarios' }), 'Aquí va')
    await userEvent.click(respond())
    expect(await screen.findByText('La cooperativa está revisando tu solicitud.')).toBeTruthy()
    const [upload, reply] = seen.filter(({ method, url }) => method === 'POST' && !/csrf/.test(url))
    const body = upload?.body instanceof FormData ? upload.body : new FormData()
    expect([body.get('request_id'), body.get('position')]).toEqual(['12', '0'])
    expect(JSON.parse(String(reply?.body))).toMatchObject({ comment: 'Aquí va' })
    expect(screen.queryByRole('form', { name: 'Responder' })).toBeNull()
  })

  test('that fails after the upload only sends the reply again', async () => {
    const { calls } = await requestOf(missing, {
      [UPLOAD]: json(201, { id: 75, name: 'nueva.pdf', size: 4 }),
      [REPLY]: [
        json(503, 'Inténtalo más tarde'),
        json(200, buildMemberRequest({ state: 'in_review' })),
      ],
    })
    await userEvent.upload(screen.getByLabelText('Archivo: Cédula de identidad'), pdf)
    await screen.findByText('nueva.pdf')
    await userEvent.click(respond())
    expect((await screen.findByRole('alert')).textContent).toBe('Inténtalo más tarde')
    expect(screen.queryByRole('button', { name: 'Quitar nueva.pdf' })).toBeNull()
    await userEvent.click(respond())
    expect(await screen.findByText('La cooperativa está revisando tu solicitud.')).toBeTruthy()
    expect(calls('/api/upload-document/')).toHaveLength(1)
  })

  const written = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comentarios' })

  test('keeps its text when the network fails and the request cannot be read again', async () => {
    await requestOf(missing, {
      'GET /api/requests/12/': [json(200, missing), json(503, 'Inténtalo más tarde')],
    })
    await userEvent.upload(screen.getByLabelText('Archivo: Cédula de identidad'), pdf)
    await userEvent.type(written(), 'Aquí va')
    reconnect()
    expect(await screen.findByText('Inténtalo más tarde')).toBeTruthy()
    expect(written().value).toBe('Aquí va')
    expect(screen.getByText('nueva.pdf')).toBeTruthy()
  })

  test('keeps its text while the member looks elsewhere, until it is sent', async () => {
    const reply = { [REPLY]: json(200, missing) }
    const asked = { ...missing, documents: [] }
    await requestOf(asked, reply)
    await userEvent.type(written(), 'Aquí va')
    cleanup()
    await requestOf(asked, reply)
    expect(written().value).toBe('Aquí va')
    await userEvent.click(respond())
    await waitFor(() => expect(written().value).toBe(''))
    cleanup()
    await requestOf(asked)
    expect(written().value).toBe('')
  })

  test('to another question starts empty', async () => {
    await requestOf({ ...missing, documents: [] })
    await userEvent.type(written(), 'Aquí va')
    cleanup()
    await requestOf({ ...missing, documents: [], events: [event(3, 'asked', '¿Y tu fono?')] })
    expect(written().value).toBe('')
  })

  test('that was already sent, perhaps in another tab, says so and shows it', async () => {
    await requestOf(missing, {
      [UPLOAD]: json(201, { id: 75, name: 'nueva.pdf', size: 4 }),
      [REPLY]: json(409, 'Este trámite ya cambió'),
      'GET /api/requests/12/': [
        json(200, missing),
        json(200, buildMemberRequest({ state: 'in_review' })),
      ],
    })
    await userEvent.upload(screen.getByLabelText('Archivo: Cédula de identidad'), pdf)
    await screen.findByText('nueva.pdf')
    await userEvent.click(respond())
    await userEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
    expect(await screen.findByText('La cooperativa está revisando tu solicitud.')).toBeTruthy()
  })

  const tooLate = async (now: MemberRequest) => {
    const asked = { ...missing, documents: [] }
    await requestOf(asked, {
      [REPLY]: json(409, 'Este trámite ya cambió'),
      'GET /api/requests/12/': [json(200, asked), json(200, now)],
    })
    await userEvent.type(written(), 'Aquí va')
    await userEvent.click(respond())
    await userEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  }

  test('that came too late can be copied until it is discarded', async () => {
    const resolved = buildMemberRequest({
      state: 'resolved',
      answer: 'Listo.',
      events: missing.events,
    })
    await tooLate(resolved)
    expect(screen.getByText('Lo que escribiste no se envió:')).toBeTruthy()
    expect(screen.getByText('Aquí va')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(screen.queryByText('Aquí va')).toBeNull()
    cleanup()
    await requestOf(resolved)
    expect(screen.queryByText(/no se envió/)).toBeNull()
  })

  test('that arrived, although its response was lost, is not shown as unsent', async () => {
    const events = [...missing.events, event(4, 'replied', 'Aquí va')]
    await tooLate({ ...missing, documents: [], state: 'in_review', events })
    expect(screen.getByText('Aquí va')).toBeTruthy()
    expect(screen.queryByText(/no se envió/)).toBeNull()
  })

  test('with a comment is enough where a comment was requested', async () => {
    const asked = { ...missing, documents: [buildDocument({ review: 'accepted' })] }
    const { calls } = await requestOf(asked, {
      [REPLY]: json(200, buildMemberRequest({ state: 'in_review' })),
    })
    await userEvent.type(screen.getByRole('textbox', { name: 'Comentarios' }), 'El 12')
    await userEvent.click(respond())
    await screen.findByText('La cooperativa está revisando tu solicitud.')
    expect(calls('/reply/')).toHaveLength(1)
  })
})
