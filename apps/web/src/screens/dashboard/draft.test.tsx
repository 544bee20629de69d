import { requestMessages } from '@carpeta/domain/requests/request-states'
import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { savedTextKey, saveText } from '../../requests/saved-text.ts'
import { logOut, setNavigate } from '../../session/end-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildDocument, buildDraft } from '../../testing/build-request.ts'
import { buildUser } from '../../testing/build-user.ts'
import { wireRequest, wireSale } from '../../testing/dashboard.tsx'
import { type fakeServer, json, type Seen } from '../../testing/fake-server.ts'
import {
  alerts,
  CREATE,
  choose,
  comments,
  fieldsOf,
  form,
  pdf,
  prepareProceduresTab,
  procedures,
  SEND,
  submit,
} from '../../testing/procedures-tab.tsx'
import { reconnect } from '../../testing/reconnect.ts'
import { withResolvers } from '../../testing/with-resolvers.ts'
import { Screen } from './dashboard-screen.tsx'
import { ProceduresTab } from './procedures-tab.tsx'
import { readUnsavedDraft } from './use-autosaved-draft.ts'

beforeEach(prepareProceduresTab)

describe('the draft', () => {
  const draft = buildDraft({
    id: 5,
    comment: 'Empecé ayer',
    documents: [buildDocument({ position: 1 })],
  })

  test('is saved once the typing pauses', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { calls } = procedures(form(1))
    await userEvent.type(await comments(), 'Hola')
    expect(calls('/api/request/draft/').filter(({ method }) => method === 'PUT')).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1000)
    const [kept, ...others] = calls('/api/request/draft/').filter(({ method }) => method === 'PUT')
    expect(fieldsOf(kept?.body)).toMatchObject({
      procedure_id: 1,
      sale_code: 'V-1001',
      comment: 'Hola',
    })
    expect(others).toEqual([])
    expect(await screen.findByText('Borrador guardado')).toBeTruthy()
    vi.useRealTimers()
  })

  test('is saved at once when the member goes back', async () => {
    const { calls } = procedures(form(1))
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
    await waitFor(() =>
      expect(calls('/api/request/draft/').filter(({ method }) => method === 'PUT')).toHaveLength(1),
    )
  })

  test('is restored when the form is opened', async () => {
    procedures(form(3), { 'GET /api/request/draft/': json(200, draft) })
    expect(await screen.findByText('Recuperamos lo que habías escrito')).toBeTruthy()
    expect((await comments()).value).toBe('Empecé ayer')
    expect(screen.getByText('cedula.pdf')).toBeTruthy()
    expect(screen.getByText(/Ya subido/)).toBeTruthy()
  })

  test('keeps its documents: only the others are uploaded', async () => {
    const { seen, calls } = procedures(form(3), { 'GET /api/request/draft/': json(200, draft) })
    await choose('Cédula', pdf('a.pdf'), pdf('c.pdf'))
    await screen.findByText('c.pdf')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls('/api/upload-document/').map(({ body }) => fieldsOf(body).position)).toEqual([
      '0',
      '2',
    ])
    const way = seen.map(({ method, url }) => `${method} ${url.replace(/.*\/api\//, '')}`)
    const created = way.indexOf('POST request/create/')
    // The request continues this draft, although the draft may have had another key.
    expect(way[created - 1]).toBe('PUT request/draft/')
  })

  test('removes a document', async () => {
    const { calls } = procedures(form(3), {
      'GET /api/request/draft/': json(200, draft),
      'DELETE /api/documents/71/': [json(503, 'Inténtalo más tarde'), json(200, {})],
    })
    const remove = () => screen.findByRole('button', { name: 'Quitar cedula.pdf' })
    await userEvent.click(await remove())
    await waitFor(() => expect(alerts()).toEqual(['Inténtalo más tarde']))
    await userEvent.click(await remove())
    await waitFor(() => expect(screen.queryByText('cedula.pdf')).toBeNull())
    expect(calls('/api/documents/71/')).toHaveLength(2)
  })

  const savedIn = ({ calls }: Pick<ReturnType<typeof fakeServer>, 'calls'>) =>
    calls('/api/request/draft/').filter(({ method }) => method === 'PUT')

  test('is not saved again once the request is being sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = procedures(form(1))
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    await vi.advanceTimersByTimeAsync(1000)
    expect(savedIn(server)).toEqual([])
    vi.useRealTimers()
  })

  test('that is being saved is awaited, and nothing is sent twice meanwhile (§4.20)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let release = () => {}
    const delayed = new Promise<Response>((resolve) => {
      release = () => resolve(json(200, buildDraft({ id: 5 })))
    })
    const { calls } = procedures(form(1), { 'PUT /api/request/draft/': () => delayed })
    await userEvent.type(await comments(), 'Hola')
    await vi.advanceTimersByTimeAsync(1000)
    await userEvent.click(submit())
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(submit())
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1')
    await userEvent.click(submit())
    expect(calls('/api/request/create/')).toHaveLength(0)
    release()
    await screen.findByRole('dialog')
    expect(calls('/api/request/create/')).toHaveLength(1)
    expect(calls('/api/request/send/')).toHaveLength(1)
    vi.useRealTimers()
  })

  test.each([
    ['who goes back', () => userEvent.click(screen.getByRole('button', { name: 'Volver' }))],
    ['who finds the network again', async () => reconnect()],
  ])('that could not be saved is retried by %s', async (_, act) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = procedures(form(1), {
      'PUT /api/request/draft/': [new TypeError('Failed to fetch'), json(200, buildDraft())],
    })
    await userEvent.type(await comments(), 'Hola')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await screen.findByText(/^No hay conexión\./)).toBeTruthy()
    await act()
    await waitFor(() => expect(savedIn(server)).toHaveLength(2))
    expect(fieldsOf(savedIn(server)[1]?.body)).toMatchObject({ comment: 'Hola' })
    vi.useRealTimers()
  })

  test('is shown in the form that is opened before the one that was left has saved it', async () => {
    const saved = withResolvers<Response>()
    const read = withResolvers<Response>()
    procedures(form(1), {
      'GET /api/request/draft/': [json(200, buildDraft()), () => read.promise],
      'PUT /api/request/draft/': () => saved.promise,
    })
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
    await userEvent.click(
      screen.getByRole('button', { name: 'Solicitar trámite: Actualización de datos' }),
    )
    saved.resolve(json(200, buildDraft({ id: 5, comment: 'Hola' })))
    await waitFor(() => expect(readUnsavedDraft({ procedureId: 1, saleCode: 'V-1001' })).toBeNull())
    // The server read it before it had the text.
    read.resolve(json(200, buildDraft()))
    expect((await comments()).value).toBe('Hola')
  })

  test('of one procedure is not shown in the form of another that follows it', async () => {
    saveText(savedTextKey(buildUser(), 'draft:V-1001:1'), 'Me cambié de casa')
    const page = (
      <>
        <Link to={form(2)}>Otro trámite</Link>
        <ProceduresTab sale={buildSale()} today={day('2026-11-20')} />
      </>
    )
    procedures(form(1), {}, page)
    expect((await comments()).value).toBe('Me cambié de casa')
    await userEvent.click(screen.getByRole('link', { name: 'Otro trámite' }))
    await screen.findByLabelText('Archivo: Cédula de identidad')
    expect((await comments()).value).toBe('')
  })

  const saved = (calls: (path: string) => Seen[]) =>
    calls('/api/request/draft/').flatMap(({ method, body }) =>
      method === 'PUT' ? [fieldsOf(body)] : [],
    )
  const changed = json(409, requestMessages.draftChanged)
  const written = (comment: string) => json(200, buildDraft({ id: 5, comment }))

  test.each([
    ['Usar lo que escribí aquí', 'Empecé ayer.'],
    ['Usar lo guardado', 'Empecé ayer y terminé hoy'],
  ])(
    'that goes on in another device is not overwritten before Rosa chooses: %s (§12.821)',
    async (choice, chosen) => {
      const { calls } = procedures(form(1), {
        'GET /api/request/draft/': [written('Empecé ayer'), written('Empecé ayer y terminé hoy')],
        'PUT /api/request/draft/': [changed, written('')],
      })
      await userEvent.type(await comments(), '.')
      expect(await screen.findByText('Empecé ayer y terminé hoy')).toBeTruthy()
      expect((await comments()).value).toBe('Empecé ayer.')
      await userEvent.click(screen.getByRole('button', { name: choice }))
      expect((await comments()).value).toBe(chosen)
      expect(document.activeElement).toBe(await comments())
      await screen.findByText('Borrador guardado')
      expect(saved(calls)).toMatchObject([
        { comment: 'Empecé ayer.', as_read: 'Empecé ayer' },
        { comment: chosen, as_read: 'Empecé ayer y terminé hoy' },
      ])
      expect(screen.queryByRole('button', { name: choice })).toBeNull()
    },
  )

  test.each([
    ['yesterday', written('Empecé ayer')],
    ['in the other device', json(200, buildDraft())],
  ])(
    'that was begun %s and goes on there is not sent before Rosa chooses (§12.821)',
    async (_, read) => {
      const { calls } = procedures(form(1), {
        'GET /api/request/draft/': [read, written('Empecé ayer y terminé hoy')],
        'PUT /api/request/draft/': written(''),
      })
      fireEvent.change(await comments(), { target: { value: 'Empecé ayer.' } })
      await userEvent.click(submit())
      expect(await screen.findByText('Empecé ayer y terminé hoy')).toBeTruthy()
      expect(calls('/api/request/create/')).toEqual([])
      await userEvent.click(screen.getByRole('button', { name: 'Usar lo guardado' }))
      await userEvent.click(submit())
      await screen.findByRole('dialog')
      expect(calls('/api/request/create/').map(({ body }) => fieldsOf(body))).toMatchObject([
        { comment: 'Empecé ayer y terminé hoy' },
      ])
    },
  )

  test('that was not saved is no newer than what another device saved meanwhile (§12.821)', async () => {
    const name = savedTextKey(buildUser(), 'draft:V-1001:1')
    saveText(name, 'Empecé ayer.')
    saveText(`${name}:read`, 'Empecé ayer')
    const { calls } = procedures(form(1), {
      'GET /api/request/draft/': written('Empecé ayer y terminé hoy'),
      'PUT /api/request/draft/': changed,
    })
    expect(await screen.findByText('Empecé ayer y terminé hoy')).toBeTruthy()
    expect((await comments()).value).toBe('Empecé ayer.')
    expect(saved(calls)).toMatchObject([{ as_read: 'Empecé ayer' }])
  })

  test('whose saving lost its answer goes on without a question', async () => {
    const { calls } = procedures(form(1), {
      'GET /api/request/draft/': [json(200, buildDraft()), written('Hola')],
      'PUT /api/request/draft/': [new TypeError('Failed to fetch'), changed, written('Hola, Pía')],
    })
    await userEvent.type(await comments(), 'Hola')
    await screen.findByText(/^No hay conexión\./)
    await userEvent.type(await comments(), ', Pía')
    await screen.findByText('Borrador guardado')
    expect(saved(calls).at(-1)).toMatchObject({ comment: 'Hola, Pía', as_read: 'Hola' })
    expect(screen.queryByText(/otro dispositivo/)).toBeNull()
  })

  test('that has no session any more says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    procedures(form(1), { 'PUT /api/request/draft/': json(401, { detail: 'x' }) })
    await userEvent.type(await comments(), 'Hola')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
    vi.useRealTimers()
  })

  test('is saved on the server before the session ends', async () => {
    const { seen } = procedures(form(1), { 'POST /api/auth/logout/': json(200, {}) })
    const goTo = vi.fn()
    setNavigate(goTo)
    await userEvent.type(await comments(), 'Hola')
    await logOut()
    const writes = seen.filter(({ method, url }) => method !== 'GET' && !/csrf/.test(url))
    expect(writes.map(({ method }) => method)).toEqual(['PUT', 'POST'])
    expect(fieldsOf(writes[0]?.body)).toMatchObject({ comment: 'Hola' })
    expect(goTo).toHaveBeenCalledOnce()
  })

  test.each([
    ['the session had ended', json(401, { detail: 'x' })],
    ['there was no network', new TypeError('Failed to fetch')],
  ])(
    'that did not reach the server since %s is saved in the tab, and sent later',
    async (_, answer) => {
      const old = { 'GET /api/request/draft/': json(200, buildDraft({ id: 5, comment: 'Hol' })) }
      const first = procedures(form(1), { ...old, 'PUT /api/request/draft/': answer })
      await userEvent.type(await comments(), 'a')
      first.unmount()
      await waitFor(() => expect(savedIn(first)).toHaveLength(1))

      const again = procedures(form(1), old)
      expect((await comments()).value).toBe('Hola')
      await waitFor(() => expect(savedIn(again)).toHaveLength(1))
      expect(fieldsOf(savedIn(again)[0]?.body)).toMatchObject({ comment: 'Hola' })
      expect(await screen.findByText('Borrador guardado')).toBeTruthy()
      again.unmount()

      procedures(form(1), old)
      expect((await comments()).value).toBe('Hol')
    },
  )

  test('that Rosa could not save is not shown to Pía, who logs in after her (§12.8)', async () => {
    const { unmount } = procedures(form(1), { 'PUT /api/request/draft/': json(401, {}) })
    await userEvent.type(await comments(), 'Hola')
    // Rosa logs out in another tab of the same browser.
    act(() => storeUser(null))
    unmount()
    storeUser(buildUser({ id: 3, first_name: 'Pía' }))
    const pias = procedures(form(1))
    expect((await comments()).value).toBe('')
    pias.unmount()
    storeUser(buildUser())
    procedures(form(1))
    expect((await comments()).value).toBe('Hola')
  })

  test('that was sent with the request is deleted from the tab', async () => {
    const { unmount } = procedures(form(1), {
      'PUT /api/request/draft/': new TypeError('Failed to fetch'),
    })
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    unmount()
    procedures(form(1))
    expect((await comments()).value).toBe('')
  })

  test('without a session says so once, also when it is sent', async () => {
    const ended = json(401, { detail: 'x' })
    procedures(form(1), { 'PUT /api/request/draft/': ended, [CREATE]: ended })
    await userEvent.type(await comments(), 'Hola')
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
    await userEvent.click(submit())
    await waitFor(() => expect(submit().disabled).toBe(false))
    expect(screen.getAllByText(/Tu sesión ha terminado\./)).toHaveLength(1)
  })

  test('that lost a document elsewhere has its slot free again', async () => {
    const delayed = buildDraft({ id: 5, documents: [buildDocument({ position: 0 })] })
    procedures(form(2), {
      'GET /api/request/draft/': [json(200, delayed), json(200, buildDraft({ id: 5 }))],
      [SEND]: json(400, ['Falta 1 documento']),
    })
    await screen.findByText('cedula.pdf')
    await userEvent.click(submit())
    expect(await screen.findByText('Falta 1 documento')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('cedula.pdf')).toBeNull())
    expect(screen.getByLabelText('Archivo: Cédula de identidad')).toBeTruthy()
  })

  test('that was sent in another tab leads to the request', async () => {
    procedures(form(1), { [CREATE]: json(409, requestMessages.alreadySent) })
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    expect(await screen.findByText('La solicitud ya fue enviada')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Ver Mis Trámites' })
    expect(link.getAttribute('href')).toContain('tab=mis-tramites')
  })

  test('that was sent in another tab is announced before a second one is started (§12.9)', async () => {
    procedures(form(1), {
      'GET /api/request/draft/': json(200, buildDraft({ id: 5, comment: 'Hol' })),
      'PUT /api/request/draft/': [
        json(200, buildDraft({ id: 5 })),
        json(200, buildDraft({ id: 6 })),
      ],
    })
    await userEvent.type(await comments(), 'a')
    await screen.findByText('Borrador guardado')
    expect(screen.queryByText(/ya se envió/)).toBeNull()
    await userEvent.type(await comments(), '!')
    expect(
      await screen.findByText(/^Este borrador ya se envió\. Lo que escribes aquí/),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Ver Mis Trámites' })
    expect(link.getAttribute('href')).toContain('tab=mis-tramites')
  })

  test.each([
    ['was saved before', [json(200, buildDraft({ id: 5 })), json(200, buildDraft({ id: 6 }))]],
    ['was not', [json(200, buildDraft({ id: 6 }))]],
  ])(
    'that goes on after a send whose answer was lost is another request, if it %s',
    async (_, saved) => {
      const { calls } = procedures(form(1), {
        'PUT /api/request/draft/': saved,
        [SEND]: [new TypeError('Failed to fetch'), json(200, {})],
      })
      await userEvent.type(await comments(), 'Hola')
      if (saved.length > 1) await screen.findByText('Borrador guardado')
      await userEvent.click(submit())
      await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('false'))
      await userEvent.type(await comments(), ', y algo más')
      await screen.findByText(/^Este borrador ya se envió\. Lo que escribes aquí/)
      await userEvent.click(submit())
      await screen.findByRole('dialog')
      const [first, second] = calls('/api/request/create/')
      expect(fieldsOf(second?.body)).toMatchObject({ comment: 'Hola, y algo más' })
      expect(second?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
      expect(second?.headers['Idempotency-Key']).not.toBe(first?.headers['Idempotency-Key'])
    },
  )

  test('whose text Rosa changes right after a send without an answer is not taken for the one sent', async () => {
    const { calls } = procedures(form(1), {
      'PUT /api/request/draft/': [
        new TypeError('Failed to fetch'),
        json(200, buildDraft({ id: 6 })),
      ],
      [CREATE]: [json(201, { id: 5 }), json(201, { id: 6 })],
      [SEND]: [new TypeError('Failed to fetch'), json(200, {})],
    })
    fireEvent.change(await comments(), { target: { value: 'Hola' } })
    fireEvent.click(submit())
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('false'))
    fireEvent.change(await comments(), { target: { value: 'Hola, y algo más' } })
    fireEvent.click(submit())
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('false'))
    // Nor is it lost without the network.
    expect(readUnsavedDraft({ procedureId: 1, saleCode: 'V-1001' })).toBe('Hola, y algo más')
    fireEvent.click(submit())
    await screen.findByText(/Lo que escribes aquí es una solicitud nueva\.$/)
    expect(calls('/api/request/create/')).toHaveLength(1)
    await userEvent.click(submit())
    expect(await screen.findByText(/^Es la solicitud Nº 6\./)).toBeTruthy()
    const [first, second] = calls('/api/request/create/')
    expect(fieldsOf(second?.body)).toMatchObject({ comment: 'Hola, y algo más' })
    expect(second?.headers['Idempotency-Key']).not.toBe(first?.headers['Idempotency-Key'])
  })

  test('that was sent in another tab leads to a list that has the request', async () => {
    const sale = wireSale('V-1001')
    const sent = { ...sale, requerimientos: [wireRequest(12, 'Enviado')] }
    const answers = {
      [CREATE]: json(409, requestMessages.alreadySent),
      'GET /api/sales-data/': [json(200, [sale]), json(200, [sent])],
    }
    procedures(form(1), answers, <Screen />)
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    await userEvent.click(await screen.findByRole('link', { name: 'Ver Mis Trámites' }))
    expect(await screen.findByRole('link', { name: 'Copia de contrato' })).toBeTruthy()
  })

  test('that was sent is in Mis Trámites also for who leaves its dialog by Back', async () => {
    const sale = wireSale('V-1001')
    const sent = { ...sale, requerimientos: [wireRequest(12, 'Enviado')] }
    const answers = { 'GET /api/sales-data/': [json(200, [sale]), json(200, [sent])] }
    procedures(form(1), answers, <Screen />)
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('tab', { name: 'Mis Trámites', hidden: true }))
    expect(await screen.findByRole('link', { name: 'Copia de contrato' })).toBeTruthy()
  })

  test('that cannot be read can be retried, before anything is typed', async () => {
    procedures(form(1), {
      'GET /api/request/draft/': [json(422, 'No disponible'), json(200, buildDraft())],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await comments()).toBeTruthy()
  })
})
