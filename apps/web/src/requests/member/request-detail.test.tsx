import { buildSale } from '@carpeta/domain/testing/build-sale'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildDocument, buildMemberRequest } from '../../testing/build-request.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { event, prepareMyRequestsTab, requestOf, today } from '../../testing/my-requests-tab.tsx'
import { renderAt } from '../../testing/render-at.tsx'
import { sentence } from '../../testing/sentence.ts'
import * as files from '../../ui/save-file.ts'
import { MyRequestsTab } from './my-requests.tsx'

beforeEach(prepareMyRequestsTab)

describe('a request', () => {
  test('shows its procedure, its state and what the state means (§12.13)', async () => {
    await requestOf(buildMemberRequest())
    expect(screen.getByText(sentence('Solicitud Nº 12 · Enviada el 18-11-2026 12:05'))).toBeTruthy()
    expect(screen.getByText('Enviado')).toBeTruthy()
    expect(
      screen.getByText('La cooperativa recibió tu trámite y pronto comenzará a revisarlo.'),
    ).toBeTruthy()
    expect(screen.getByText('La necesito para el banco.')).toBeTruthy()
  })

  test('that the cooperative filed says who did, and nowhere that Rosa sent it (§12.426, §12.2014)', async () => {
    await requestOf(buildMemberRequest({ filed_by: 'Mario Fuentes', events: [event(1, 'filed')] }))
    expect(screen.getByText('Ingresada por Mario Fuentes de la cooperativa')).toBeTruthy()
    expect(
      screen.getByText(sentence('Solicitud Nº 12 · Ingresada el 18-11-2026 12:05')),
    ).toBeTruthy()
    expect(screen.queryByText(/Enviaste|Enviada/)).toBeNull()
    expect(screen.getByText('La cooperativa ingresó el trámite por ti')).toBeTruthy()
  })

  test('that was merged says so and leads to the one that stays, which has its documents (§12.429, §12.2013, §12.2160)', async () => {
    const answer = 'Unida a la solicitud Nº 15'
    const events = [event(1, 'sent'), event(2, 'merged', answer)]
    await requestOf(buildMemberRequest({ state: 'cancelled', merged_into: 15, answer, events }))
    expect(screen.getByText('Unida a la Nº 15')).toBeTruthy()
    expect(screen.queryByText('Anulado')).toBeNull()
    expect(screen.getByText(answer)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'solicitud Nº 15' })
    expect(link.getAttribute('href')).toContain('solicitud=15')
    expect(screen.queryByText('Anulaste este trámite.')).toBeNull()
    cleanup()
    const { procedure, sent_at, comment } = buildMemberRequest({ comment: 'Es urgente' })
    const documents = [buildDocument({ review: 'rejected', reason: 'Se lee mal' })]
    const merged = [{ id: 9, procedure_title: procedure.title, sent_at, comment, documents }]
    await requestOf(buildMemberRequest({ documents: [], merged }))
    const origin = screen.getByText('De tu solicitud Nº 9, que unimos a esta').closest('section')
    if (!origin) throw new Error('no section')
    expect(within(origin).getByText('Es urgente')).toBeTruthy()
    expect(within(origin).getByRole('button', { name: 'Descargar cedula.pdf' })).toBeTruthy()
    expect(within(origin).getByText('Rechazado: Se lee mal')).toBeTruthy()
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
      'Enviaste el trámite11-11-2026 12:00',
      'La cooperativa comenzó a revisarlo12-11-2026 12:00',
      'La cooperativa rechazó un documentoCédula de identidad13-11-2026 12:00',
      'La cooperativa pidió algo másLa cédula está vencida.14-11-2026 12:00',
      'RespondisteAquí va la nueva.15-11-2026 12:00',
      'La cooperativa respondió y lo dio por resuelto16-11-2026 12:00',
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
    expect(await screen.findByText('No encontramos este trámite entre los tuyos.')).toBeTruthy()
    const { calls } = fakeServer({})
    renderAt(`${path}../users/1`, tab)
    expect(await screen.findAllByText('No encontramos este trámite entre los tuyos.')).toHaveLength(
      2,
    )
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
    expect(await screen.findByText('Anulaste este trámite.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull()
    expect(calls('/cancel/')).toHaveLength(1)
  })

  test('is offered with the words of its state (§12.2196)', async () => {
    await requestOf(buildMemberRequest())
    expect(screen.getByText(/^Mientras la cooperativa no lo esté revisando, puedes/)).toBeTruthy()
    cleanup()
    await requestOf(buildMemberRequest({ state: 'missing', events: [event(2, 'asked', '¿Fono?')] }))
    expect(
      screen.getByText('Mientras espera tu respuesta, puedes anular este trámite.'),
    ).toBeTruthy()
    expect(screen.queryByText(/no lo esté revisando/)).toBeNull()
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
    expect(await screen.findByText('La cooperativa está revisando tu trámite.')).toBeTruthy()
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
