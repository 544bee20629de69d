import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Component as Screen } from '../sales/dashboard/dashboard-screen.tsx'
import { logOut, setNavigate } from '../session/end-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildDraft } from '../testing/build-request.ts'
import { buildUser } from '../testing/build-user.ts'
import { wireRequest, wireSale } from '../testing/dashboard.tsx'
import { buildSlots } from '../testing/fake-drafts.ts'
import { json } from '../testing/fake-server.ts'
import {
  alerts,
  CREATE,
  choose,
  comments,
  draftOf,
  fieldsOf,
  form,
  pdf,
  prepareProceduresTab,
  procedures,
  SEND,
  submit,
  UPLOAD,
} from '../testing/procedures-tab.tsx'
import { reconnect } from '../testing/reconnect.ts'
import { withResolvers } from '../testing/with-resolvers.ts'
import { ProceduresTab } from './member/procedures-tab.tsx'
import { savedTextKey } from './saved-text.ts'

beforeEach(prepareProceduresTab)

const SAVE = 'PUT /api/requests/5/draft/'
const LOST = new TypeError('Failed to fetch')
const card = 'Cédula de identidad'

type Server = ReturnType<typeof procedures>

/** All at once: a pause of a slow machine would save half of it. */
async function write(text: string) {
  const field = await comments()
  fireEvent.change(field, { target: { value: field.value + text } })
}

/** The texts that the server was asked to save. */
const saved = ({ seen }: Server) =>
  seen
    .filter(({ method, url }) => /create\/$|\/draft\/$/.test(url) && method !== 'GET')
    .map(({ body }) => fieldsOf(body).comment)
/** The texts that only this tab has. */
const copies = () => Object.keys(sessionStorage).filter((name) => name.includes('draft:'))
const isSaved = () => screen.findByText('Borrador guardado')
const stored = (count: number) =>
  waitFor(() => expect(screen.queryAllByText(/Subido$/)).toHaveLength(count))
const begun = (path: string, comment: string, files: Record<string, string[]> = {}) =>
  draftOf(path, {
    ...{ id: 5, version: 3, comment },
    ...(Object.keys(files).length > 0 && { slots: buildSlots(files) }),
  })
const isSendingDone = () =>
  waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('false'))

describe('the text of a draft', () => {
  test('begins it once the typing pauses, and is saved when it goes on', async () => {
    const server = procedures(form(1))
    await write('Hola')
    expect(saved(server)).toEqual([])
    await isSaved()
    await write(', Pía')
    await waitFor(() => expect(saved(server)).toEqual(['Hola', 'Hola, Pía']))
    expect(fieldsOf(server.calls('/create/')[0]?.body)).toMatchObject({
      ...{ procedure_id: 1, sale_code: 'V-1001', version: 0 },
      written_in: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test.each([
    ['who goes back', () => userEvent.click(screen.getByRole('button', { name: 'Volver' }))],
    ['who finds the network again', async () => reconnect()],
  ])('that could not be saved is saved for Rosa, %s', async (_, act) => {
    const draft = draftOf(form(1))
    const server = procedures(
      form(1),
      { [CREATE]: [LOST, draft.answers[CREATE] as Response] },
      { draft },
    )
    await write('Hola')
    expect(await screen.findByText(/^No hay conexión\./)).toBeTruthy()
    await act()
    await waitFor(() => expect(draft.now().comment).toBe('Hola'))
    expect(saved(server)).toEqual(['Hola', 'Hola'])
  })

  test('is in the form that is opened again before the one that was left has saved it', async () => {
    const answer = withResolvers<Response>()
    procedures(form(1), { [CREATE]: () => answer.promise })
    await write('Hola')
    await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
    await userEvent.click(
      screen.getByRole('button', { name: 'Solicitar trámite: Actualización de datos' }),
    )
    expect((await comments()).value).toBe('Hola')
    answer.resolve(json(201, buildDraft({ id: 5, version: 1, comment: 'Hola' })))
    expect((await comments()).value).toBe('Hola')
  })

  test('of one procedure is not shown in the form of another that follows it', async () => {
    const page = (
      <>
        <Link to={form(2)}>Otro trámite</Link>
        <ProceduresTab sale={buildSale()} today={day('2026-11-20')} />
      </>
    )
    procedures(form(1), {}, { page, draft: begun(form(1), 'Me cambié de casa') })
    expect((await comments()).value).toBe('Me cambié de casa')
    const other = json(200, buildDraft({ slots: buildSlots({ [card]: [] }) }))
    procedures(form(1), { 'GET /api/request/draft/': other }).unmount()
    await userEvent.click(screen.getByRole('link', { name: 'Otro trámite' }))
    await screen.findByLabelText(`Archivo: ${card}`)
    expect((await comments()).value).toBe('')
  })

  test('is saved on the server before the session ends', async () => {
    const { seen } = procedures(form(1), { 'POST /api/auth/logout/': json(200, {}) })
    setNavigate(vi.fn())
    await write('Hola')
    await logOut()
    const writes = seen.filter(({ method, url }) => method !== 'GET' && !/csrf/.test(url))
    expect(writes.map(({ url }) => url.replace(/.*\/api\//, ''))).toEqual([
      'request/create/',
      'auth/logout/',
    ])
  })

  test.each([
    ['the session had ended', json(401, { detail: 'x' })],
    ['there was no network', LOST],
  ])('that did not reach the server since %s stays in the tab until it does', async (_, answer) => {
    const draft = begun(form(1), 'Hol')
    const first = procedures(form(1), { [SAVE]: answer }, { draft })
    await write('a')
    first.unmount()
    await waitFor(() => expect(saved(first)).toHaveLength(1))

    const again = procedures(form(1), {}, { draft })
    expect((await comments()).value).toBe('Hola')
    await waitFor(() => expect(draft.now().comment).toBe('Hola'))
    again.unmount()
    await waitFor(() => expect(copies()).toEqual([]))
  })

  test('that Rosa could not save is not shown to Pía, who logs in after her (§12.8)', async () => {
    const { unmount } = procedures(form(1), { [CREATE]: json(401, {}) })
    await write('Hola')
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

  test('without a session says so once, also when it is sent', async () => {
    procedures(form(1), { [CREATE]: json(401, { detail: 'x' }) })
    await write('Hola')
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
    await userEvent.click(submit())
    await waitFor(() => expect(submit().ariaDisabled).toBe('false'))
    expect(screen.getAllByText(/Tu sesión ha terminado\./)).toHaveLength(1)
  })

  test('that cannot be read can be retried, before anything is typed', async () => {
    const read = 'GET /api/request/draft/'
    procedures(form(1), { [read]: [json(422, 'No disponible'), json(200, buildDraft())] })
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await comments()).toBeTruthy()
  })
})

describe('two devices', () => {
  test.each([
    ['Usar lo que escribí aquí', 'Empecé ayer.'],
    ['Usar lo guardado', 'Empecé ayer y terminé hoy'],
  ])('do not overwrite each other before Rosa chooses: %s (§12.821)', async (choice, chosen) => {
    const draft = begun(form(1), 'Empecé ayer')
    procedures(form(1), {}, { draft })
    await comments()
    draft.changeElsewhere('Empecé ayer y terminé hoy')
    fireEvent.change(await comments(), { target: { value: 'Empecé ayer.' } })
    expect(await screen.findByText('Empecé ayer y terminé hoy')).toBeTruthy()
    expect((await comments()).value).toBe('Empecé ayer.')
    await userEvent.click(screen.getByRole('button', { name: choice }))
    expect((await comments()).value).toBe(chosen)
    expect(document.activeElement).toBe(await comments())
    await isSaved()
    await waitFor(() => expect(draft.now().comment).toBe(chosen))
    expect(screen.queryByRole('button', { name: choice })).toBeNull()
  })

  test('are not sent over each other either, also when both begin at once (§12.821)', async () => {
    const draft = draftOf(form(1))
    const { calls } = procedures(form(1), {}, { draft })
    await comments()
    draft.changeElsewhere('Empecé en el teléfono')
    fireEvent.change(await comments(), { target: { value: 'Empecé aquí' } })
    await userEvent.click(submit())
    expect(await screen.findByText('Empecé en el teléfono')).toBeTruthy()
    expect(calls('/api/request/send/')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Usar lo guardado' }))
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(draft.now().comment).toBe('Empecé en el teléfono')
  })

  test('show each other’s text and files once the window is looked at again (§12.1053)', async () => {
    const draft = begun(form(2), 'Empecé ayer', { [card]: ['frente.pdf'] })
    procedures(form(2), {}, { draft })
    await screen.findByText('frente.pdf')
    draft.changeElsewhere('Empecé ayer y terminé hoy')
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(async () => expect((await comments()).value).toBe('Empecé ayer y terminé hoy'))
    expect(screen.getByText('frente.pdf')).toBeTruthy()
  })

  test('are not asked about the own text whose answer was lost, nor after a reload (§12.1053)', async () => {
    const draft = draftOf(form(1))
    const isLost = (call: Parameters<Extract<typeof begin, (...call: never[]) => unknown>>[0]) => {
      begin(call)
      throw LOST
    }
    const begin = draft.answers[CREATE] as (call: Server['seen'][number]) => Response
    const first = procedures(form(1), { [CREATE]: isLost }, { draft })
    await write('Hola')
    await screen.findByText(/^No hay conexión\./)
    first.unmount()
    procedures(form(1), {}, { draft })
    await write(', Pía')
    await isSaved()
    expect(draft.now().comment).toBe('Hola, Pía')
    expect(screen.queryByText(/otro dispositivo/)).toBeNull()
  })

  test('that was not saved is no newer than what another device saved meanwhile (§12.821)', async () => {
    const name = savedTextKey(buildUser(), 'draft:V-1001:1')
    sessionStorage.setItem(name, 'Empecé ayer.')
    sessionStorage.setItem(`${name}:since`, JSON.stringify({ id: 5, version: 1 }))
    procedures(form(1), {}, { draft: begun(form(1), 'Empecé ayer y terminé hoy') })
    expect(await screen.findByText('Empecé ayer y terminé hoy')).toBeTruthy()
    expect((await comments()).value).toBe('Empecé ayer.')
  })
})

describe('the files of a draft', () => {
  test('go to the server as they are chosen, in their slots, and are there after a reload (§12.341)', async () => {
    const draft = draftOf(form(3))
    const { calls, unmount } = procedures(form(3), {}, { draft })
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'))
    await stored(2)
    expect(calls('/api/request/create/')).toHaveLength(1)
    expect(calls('/api/upload-document/').map(({ body }) => fieldsOf(body))).toEqual([
      { request_id: '5', position: '0', document: 'a.pdf' },
      { request_id: '5', position: '1', document: 'b.pdf' },
    ])
    unmount()
    procedures(form(3), {}, { draft })
    expect(await screen.findByText('Recuperamos lo que habías escrito')).toBeTruthy()
    await stored(2)
  })

  test('of one document are put in order, and moved to another (§12.341)', async () => {
    const draft = begun(form(3), '', { Cédula: ['frente.pdf', 'dorso.pdf'], Liquidación: [] })
    procedures(form(3), {}, { draft })
    expect(
      await screen.findByText('Uniremos estos archivos en un solo PDF, en este orden.'),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Subir dorso.pdf' }))
    const names = () => draft.now().slots.map(({ files }) => files.map(({ name }) => name))
    await waitFor(() => expect(names()).toEqual([['dorso.pdf', 'frente.pdf'], []]))
    await userEvent.selectOptions(
      screen.getByLabelText('¿Qué documento son estos archivos?'),
      'Liquidación',
    )
    await waitFor(() => expect(names()).toEqual([[], ['dorso.pdf', 'frente.pdf']]))
  })

  test('of a document that the procedure no longer asks for are kept for another one (§12.1054)', async () => {
    const [slot] = buildSlots({ Antiguo: ['antiguo.pdf'] })
    const draft = draftOf(form(2), { id: 5, version: 3, surplus: slot?.files ?? [] })
    procedures(form(2), {}, { draft })
    expect(await screen.findByText('Archivos que sobran')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Agregar antiguo.pdf a'), card)
    await waitFor(() => expect(draft.now().slots[0]?.files).toHaveLength(1))
    expect(screen.queryByText('Archivos que sobran')).toBeNull()
  })

  test('go on when Rosa goes back, and are in the form that she opens again', async () => {
    const answer = withResolvers<Response>()
    const { calls } = procedures(form(2), { [UPLOAD]: () => answer.promise })
    await choose(card, pdf('dorso.pdf'))
    await waitFor(() => expect(calls('/api/upload-document/')).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
    await userEvent.click(
      screen.getByRole('button', { name: 'Solicitar trámite: Copia de contrato' }),
    )
    expect(await screen.findByText('dorso.pdf')).toBeTruthy()
    answer.resolve(
      json(201, {
        id: 71,
        name: 'dorso.pdf',
        size: 8,
        type: 'application/pdf',
        position: 0,
        version: 2,
      }),
    )
    await stored(1)
  })

  test('that the server refuses have its reason beside their name (§12.342)', async () => {
    const reason = documentMessages.pdfPassword.text
    procedures(form(2), { [UPLOAD]: json(400, [reason]) })
    await choose(card, pdf('con-clave.pdf'))
    await waitFor(() => expect(alerts()).toEqual([reason]))
    expect(submit().ariaDisabled).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Quitar con-clave.pdf' }))
    expect(alerts()).toEqual([])
  })

  test('are removed from the server, also when another tab or a lost answer has done it', async () => {
    const draft = begun(form(3), '', { Cédula: ['a.pdf'], Liquidación: ['b.pdf'] })
    procedures(
      form(3),
      {
        'DELETE /api/documents/61/': [json(503, 'Inténtalo más tarde'), json(200, { version: 4 })],
        'DELETE /api/documents/62/': json(404, { detail: 'No encontrado.' }),
      },
      { draft },
    )
    const remove = (name: string) => screen.findByRole('button', { name: `Quitar ${name}` })
    await userEvent.click(await remove('a.pdf'))
    await waitFor(() => expect(alerts()).toEqual(['Inténtalo más tarde']))
    await userEvent.click(await remove('a.pdf'))
    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull())
    await userEvent.click(await remove('b.pdf'))
    await waitFor(() => expect(screen.queryByText('b.pdf')).toBeNull())
  })
})

describe('sending a draft', () => {
  test('waits for the text that is being saved, and sends nothing twice meanwhile (§4.20)', async () => {
    const answer = withResolvers<Response>()
    const { calls } = procedures(form(1), { [CREATE]: () => answer.promise })
    await write('Hola')
    await userEvent.click(submit())
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(submit())
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1')
    await userEvent.click(submit())
    answer.resolve(json(201, buildDraft({ id: 5, version: 1, comment: 'Hola' })))
    await screen.findByRole('dialog')
    expect(calls('/api/request/create/')).toHaveLength(1)
    expect(calls('/api/request/send/')).toHaveLength(1)
    expect(copies()).toEqual([])
  })

  test('names the version that Rosa saw; what changed meanwhile is shown first', async () => {
    const draft = begun(form(2), 'Hola', { [card]: ['frente.pdf'] })
    const { calls } = procedures(
      form(2),
      { [SEND]: [json(409, requestMessages.draftChanged), json(200, { id: 5, sent_at: 'x' })] },
      { draft },
    )
    await screen.findByText('frente.pdf')
    draft.changeElsewhere('Hola desde el teléfono')
    await userEvent.click(submit())
    expect(await screen.findByText(requestMessages.draftChanged.text)).toBeTruthy()
    expect((await comments()).value).toBe('Hola desde el teléfono')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    const sent = calls('/api/request/send/').map(({ body }) => fieldsOf(body))
    expect(sent).toMatchObject([
      { request_id: 5, version: 3 },
      { request_id: 5, version: 4 },
    ])
  })

  test('without an answer is the same request when it is tried again', async () => {
    const { calls } = procedures(form(1), {
      [SEND]: [LOST, json(200, { id: 5, sent_at: 'x' })],
    })
    await write('Hola')
    await userEvent.click(submit())
    await isSendingDone()
    await userEvent.click(submit())
    expect(await screen.findByText(/^Recibimos tu solicitud Nº 5\./)).toBeTruthy()
    expect(calls('/api/request/create/')).toHaveLength(1)
  })

  test('that happened in another tab is told before a second request begins (§12.9)', async () => {
    const draft = begun(form(1), 'Hola')
    const another = buildDraft({ id: 6, version: 1, comment: 'Hola!' })
    const { calls } = procedures(
      form(1),
      {
        'GET /api/request/draft/': [json(200, draft.now()), json(200, buildDraft())],
        [SAVE]: json(409, requestMessages.alreadySent),
        [CREATE]: json(201, another),
      },
      { draft },
    )
    await write('!')
    expect(
      await screen.findByText(/^Este borrador ya se envió\. Lo que escribes aquí/),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Ver Mis Trámites' })
    expect(link.getAttribute('href')).toContain('tab=mis-tramites')
    await isSaved()
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(fieldsOf(calls('/api/request/send/')[0]?.body)).toMatchObject({ request_id: 6 })
  })

  test.each([
    ['sent', json(409, requestMessages.alreadySent), /^Este borrador ya se envió/],
    ['discarded', json(404, { detail: 'x' }), /^Este borrador se descartó en otra ventana/],
  ])(
    'is not begun again by looking at a form whose draft was %s (§12.1053)',
    async (_, ended, told) => {
      const draft = begun(form(1), 'Hola')
      const { calls } = procedures(
        form(1),
        {
          'GET /api/request/draft/': [json(200, draft.now()), json(200, buildDraft())],
          'GET /api/requests/5/draft/': ended,
        },
        { draft },
      )
      await comments()
      act(() => void window.dispatchEvent(new Event('focus')))
      expect(await screen.findByText(told)).toBeTruthy()
      expect((await comments()).value).toBe('')
      expect(calls('/api/request/create/')).toEqual([])
    },
  )

  test('that lost a document elsewhere has its slot free again', async () => {
    const draft = begun(form(2), '', { [card]: ['frente.pdf'] })
    const { slots } = draftOf(form(2)).now()
    procedures(
      form(2),
      {
        [SEND]: json(400, ['Falta 1 documento']),
        'GET /api/requests/5/draft/': json(200, buildDraft({ id: 5, version: 9, slots })),
      },
      { draft },
    )
    await screen.findByText('frente.pdf')
    await userEvent.click(submit())
    expect(await screen.findByText('Falta 1 documento')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('frente.pdf')).toBeNull())
    expect(screen.getByLabelText(`Archivo: ${card}`)).toBeTruthy()
  })

  test('is in Mis Trámites also for who leaves its dialog by Back', async () => {
    const sale = wireSale('V-1001')
    const sent = { ...sale, requerimientos: [wireRequest(12, 'Enviado')] }
    const answers = { 'GET /api/sales-data/': [json(200, [sale]), json(200, [sent])] }
    procedures(form(1), answers, { page: <Screen />, draft: draftOf(form(1)) })
    await write('Hola')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('tab', { name: 'Mis Trámites', hidden: true }))
    expect(await screen.findByRole('link', { name: 'Copia de contrato' })).toBeTruthy()
  })
})
