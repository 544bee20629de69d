import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSession } from '../../../session/connect-session.ts'
import { logOut, setNavigate } from '../../../session/end-session.ts'
import { storeUser } from '../../../session/stored-user.ts'
import { buildDocument, buildDraft, buildProcedure } from '../../../testing/build-request.ts'
import { buildUser } from '../../../testing/build-user.ts'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { reconnect } from '../../../testing/reconnect.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { ProceduresTab } from './procedures-tab.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const noDocuments = buildProcedure()
const oneDocument = buildProcedure({
  id: 2,
  title: 'Copia de contrato',
  documents: ['Cédula de identidad'],
})
const threeDocuments = buildProcedure({
  id: 3,
  title: 'Cambio de titular',
  documents: ['Cédula', 'Liquidación', 'Contrato'],
})

const CREATE = 'POST /api/request/create/'
const UPLOAD = 'POST /api/upload-document/'
const SEND = 'POST /api/request/send/'

type Answers = Parameters<typeof fakeServer>[0]

function procedures(path: string, answers: Answers = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/procedures/': json(200, {
      results: [noDocuments, oneDocument, threeDocuments],
      current: 1,
      lastPage: 1,
    }),
    'GET /api/client/preferences/': json(200, { request_letters: true }),
    'GET /api/request/draft/': json(200, buildDraft()),
    'PUT /api/request/draft/': json(200, buildDraft({ id: 5 })),
    [CREATE]: json(201, { id: 5 }),
    [UPLOAD]: uploadsNumbered(),
    [SEND]: json(200, { id: 5, sent_at: '2026-11-20T12:00:00Z' }),
    ...answers,
  })
  const place = renderAt(path, <ProceduresTab sale={buildSale()} today={day('2026-11-20')} />)
  return { ...server, ...place }
}

/** The server gives every document an id. */
function uploadsNumbered() {
  let id = 70
  return () => json(201, { id: ++id, name: `doc-${id}.pdf`, size: 1000 })
}

const form = (id: number) => `/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=${id}`
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Solicitar trámite' })
const comments = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comentarios' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const fieldsOf = (body: unknown) =>
  body instanceof FormData
    ? {
        request_id: body.get('request_id'),
        position: body.get('position'),
        document: (body.get('document') as File).name,
      }
    : JSON.parse(String(body))

async function choose(title: string, ...files: File[]) {
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(await screen.findByLabelText(`Archivo: ${title}`), files)
}

describe('the list', () => {
  test('has every procedure with its button, fetched as the specification says', async () => {
    const { seen } = procedures('/dashboard')
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
      'Actualización de datos',
      'Copia de contrato',
      'Cambio de titular',
    ])
    expect(screen.getAllByText('Solicitar trámite')).toHaveLength(3)
    expect(screen.getByText('1 documento requerido')).toBeTruthy()
    expect(screen.getByText('3 documentos requeridos')).toBeTruthy()
    expect(seen[1]?.url).toMatch(/\/api\/procedures\/\?page=1&pageSize=999&orderBy=&orderDesc=$/)
  })

  test('leads to the form, which is in the address, and back', async () => {
    const { where } = procedures('/dashboard')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Solicitar trámite: Copia de contrato' }),
    )
    expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=2')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Copia de contrato' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Volver' }))
    expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites')
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('is shown for a procedure that is no longer there', async () => {
    procedures(form(99))
    expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  })

  test('that is empty says whom to ask', async () => {
    procedures('/dashboard', { 'GET /api/procedures/': json(200, { results: [] }) })
    expect(await screen.findByText('Por ahora no hay trámites para solicitar')).toBeTruthy()
  })

  test('that cannot be read can be retried', async () => {
    procedures('/dashboard', {
      'GET /api/procedures/': [
        json(422, 'No disponible'),
        json(200, { results: [noDocuments], current: 1, lastPage: 1 }),
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  })
})

test('staff who view a folder see the procedures, without a button', async () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  procedures(form(1))
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button')).toBeNull()
})

describe('a procedure without documents', () => {
  test('needs a comment; the error disappears with the first character', async () => {
    const { calls } = procedures(form(1))
    await comments()
    await userEvent.click(submit())
    expect(screen.getByText('Ingrese un comentario')).toBeTruthy()
    expect(submit().disabled).toBe(true)
    expect(document.activeElement).toBe(await comments())
    await userEvent.type(await comments(), 'M')
    expect(screen.queryByText('Ingrese un comentario')).toBeNull()
    expect(submit().disabled).toBe(false)
    expect(calls('/api/request/create/')).toHaveLength(0)
  })

  test('is created and sent; the dialog says so', async () => {
    const { seen, calls } = procedures(form(1))
    await userEvent.type(await comments(), 'Mi correo cambió')
    await userEvent.click(submit())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('La solicitud se ha guardado correctamente')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'OK' })).toBeTruthy()
    const [created] = calls('/api/request/create/')
    expect(fieldsOf(created?.body)).toMatchObject({
      procedure_id: 1,
      sale_code: 'V-1001',
      comment: 'Mi correo cambió',
    })
    expect(created?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
    expect(fieldsOf(calls('/api/request/send/')[0]?.body)).toMatchObject({ request_id: 5 })
    expect(seen.at(-1)?.url).toContain('/api/request/send/')
  })

  test('says beforehand which address is notified', async () => {
    procedures(form(1))
    expect(
      await screen.findByText('Te avisaremos a r***@example.cl cuando haya novedades.'),
    ).toBeTruthy()
  })

  test('promises no emails to a member who turned them off', async () => {
    procedures(form(1), { 'GET /api/client/preferences/': json(200, { request_letters: false }) })
    expect(await screen.findByText(/No te enviaremos correos sobre este trámite/)).toBeTruthy()
  })
})

describe('a procedure with documents', () => {
  test('reports missing documents when it is sent, not before', async () => {
    procedures(form(3))
    expect(await screen.findByRole('group', { name: '3 documentos requeridos' })).toBeTruthy()
    expect(alerts()).toEqual([])
    await userEvent.click(submit())
    expect(alerts()).toEqual(['Faltan 3 documentos'])
    expect(document.activeElement?.textContent).toBe('Faltan 3 documentos')
    await choose('Liquidación', pdf('a.pdf'))
    await waitFor(() => expect(alerts()).toEqual(['Faltan 2 documentos']))
    expect(submit().disabled).toBe(true)
  })

  test('that needs one document asks for one', async () => {
    procedures(form(2))
    await screen.findByRole('group', { name: '1 documento requerido' })
    await userEvent.click(submit())
    expect(alerts()).toEqual(['Campo obligatorio'])
    expect(screen.getByLabelText<HTMLInputElement>(/^Archivo/).multiple).toBe(false)
    await choose('Cédula de identidad', pdf('cedula.pdf'))
    expect(await screen.findByText('cedula.pdf')).toBeTruthy()
    expect(alerts()).toEqual([])
  })

  test('shows a wrong type or size beside the file, until it is removed', async () => {
    procedures(form(2))
    await choose('Cédula de identidad', new File(['x'], 'foto.heic'))
    await waitFor(() =>
      expect(alerts()).toEqual([
        'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg',
      ]),
    )
    expect(submit().disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar foto.heic' }))
    expect(alerts()).toEqual([])

    const large = pdf('grande.pdf')
    Object.defineProperty(large, 'size', { value: 10_485_761 })
    await choose('Cédula de identidad', large)
    await waitFor(() =>
      expect(alerts()).toEqual(['El tamaño del archivo no debe ser superior a 10MB']),
    )
  })

  test('assigns several files to slots, and lets the member reassign them', async () => {
    procedures(form(3))
    await choose('Cédula', pdf('contrato.pdf'), pdf('sueldo.pdf'), pdf('cedula.pdf'))
    const [first] = await screen.findAllByRole('combobox', {
      name: '¿Qué documento es este archivo?',
    })
    if (!first) throw new Error('Nothing can be set right')
    await userEvent.selectOptions(first, 'Contrato')
    const places = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(places[0]).toMatch(/^Cédula.*cedula\.pdf/)
    expect(places[2]).toMatch(/^Contrato.*contrato\.pdf/)
    const [, , third] = screen.getAllByRole('listitem')
    expect(third?.contains(document.activeElement)).toBe(true)
  })

  test('accepts no more files than it needs', async () => {
    procedures(form(2))
    await choose('Cédula de identidad', pdf('a.pdf'))
    await screen.findByText('a.pdf')
    await userEvent.click(screen.getByRole('button', { name: 'Quitar a.pdf' }))
    const drop = screen.getByLabelText('Archivo: Cédula de identidad')
    const user = userEvent.setup({ applyAccept: false })
    drop.toggleAttribute('multiple', true)
    await user.upload(drop, [pdf('a.pdf'), pdf('b.pdf')])
    await waitFor(() =>
      expect(alerts()).toEqual(['El máximo número de documentos permitidos es 1']),
    )
    expect(submit().disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar a.pdf' }))
    expect(alerts()).toEqual([])
    expect(screen.getByText('b.pdf')).toBeTruthy()
  })

  test('has a camera beside the choice of files', async () => {
    procedures(form(2))
    const photo = await screen.findByLabelText<HTMLInputElement>('Foto: Cédula de identidad')
    expect(photo.getAttribute('capture')).toBe('environment')
    const files = screen.getByLabelText<HTMLInputElement>('Archivo: Cédula de identidad')
    expect(files.hasAttribute('capture')).toBe(false)
    // Not image/*: an iPhone converts photos to JPEG only for a form that asks for JPEG.
    expect(photo.accept).toBe('image/jpeg,image/png')
    await userEvent.upload(photo, new File(['x'], 'foto.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText('foto.jpg')).toBeTruthy()
  })

  test('uploads one by one, each for its slot, and then sends', async () => {
    const { seen, calls } = procedures(form(3))
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await screen.findByText('c.pdf')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls('/api/upload-document/').map(({ body }) => fieldsOf(body))).toEqual([
      { request_id: '5', position: '0', document: 'a.pdf' },
      { request_id: '5', position: '1', document: 'b.pdf' },
      { request_id: '5', position: '2', document: 'c.pdf' },
    ])
    expect(seen.slice(-5).map(({ url }) => url.replace(/.*\/api\//, ''))).toEqual([
      'request/create/',
      'upload-document/',
      'upload-document/',
      'upload-document/',
      'request/send/',
    ])
  })

  test('shows its progress: 1, 10, the uploaded share, 90', async () => {
    const gates = new Map<string, () => void>()
    const delayed = (name: string, answer: () => Response) => () =>
      new Promise<Response>((resolve) => gates.set(name, () => resolve(answer())))
    procedures(form(2), {
      [CREATE]: delayed('create', () => json(201, { id: 5 })),
      [UPLOAD]: delayed('upload', () => json(201, { id: 71, name: 'a.pdf', size: 8 })),
      [SEND]: delayed('send', () => json(200, { id: 5, sent_at: '2026-11-20T12:00:00Z' })),
    })
    await choose('Cédula de identidad', pdf('a.pdf'))
    await screen.findByText('a.pdf')
    await userEvent.click(submit())
    const bar = () => screen.getByRole('progressbar', { name: 'Avance del envío' })
    const isAt = (percent: string) =>
      waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe(percent))
    await isAt('1')
    expect(submit().disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Volver' }).disabled).toBe(true)
    gates.get('create')?.()
    await isAt('50')
    gates.get('upload')?.()
    await isAt('90')
    gates.get('send')?.()
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  test('that fails in the middle resumes where it stopped', async () => {
    const { calls } = procedures(form(3), {
      [UPLOAD]: [
        json(201, { id: 71, name: 'a.pdf', size: 8 }),
        new TypeError('Failed to fetch'),
        json(201, { id: 72, name: 'b.pdf', size: 8 }),
        json(201, { id: 73, name: 'c.pdf', size: 8 }),
      ],
    })
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await screen.findByText('c.pdf')
    await userEvent.click(submit())
    await waitFor(() => expect(alerts()).toEqual(['Ocurrió un error ...']))
    expect(screen.getByText(/Ya se subió 1 de 3 documentos requeridos/)).toBeTruthy()
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls('/api/upload-document/').map(({ body }) => fieldsOf(body).position)).toEqual([
      '0',
      '1',
      '1',
      '2',
    ])
    const keys = calls('/api/request/create/').map(({ headers }) => headers['Idempotency-Key'])
    expect(new Set(keys).size).toBe(1)
  })

  test('sends nothing more after its form is closed', async () => {
    const uploads: Array<() => void> = []
    const { calls } = procedures(form(3), {
      [UPLOAD]: () =>
        new Promise<Response>((resolve) => {
          uploads.push(() => resolve(json(201, { id: 71, name: 'a.pdf', size: 8 })))
        }),
    })
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await screen.findByText('c.pdf')
    await userEvent.click(submit())
    await waitFor(() => expect(calls('/api/upload-document/')).toHaveLength(1))
    cleanup()
    for (const arrive of uploads) arrive()
    await new Promise((resolve) => setTimeout(resolve))
    expect(calls('/api/upload-document/')).toHaveLength(1)
    expect(calls('/api/request/send/')).toHaveLength(0)
  })

  test('marks the file that the server rejected', async () => {
    procedures(form(2), {
      [UPLOAD]: json(400, ['Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg']),
    })
    await choose('Cédula de identidad', pdf('virus.pdf'))
    await screen.findByText('virus.pdf')
    await userEvent.click(submit())
    await waitFor(() => expect(alerts()).toHaveLength(1))
    expect(screen.getByText('Este archivo no se puede enviar. Quítalo y elige otro.')).toBeTruthy()
    expect(submit().disabled).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar virus.pdf' }))
    await choose('Cédula de identidad', pdf('cedula.pdf'))
    await screen.findByText('cedula.pdf')
    expect(alerts()).toEqual([])
  })

  test('whose session has ended says so', async () => {
    procedures(form(1), { [CREATE]: json(401, { detail: 'x' }) })
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
  })
})

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

  const keptIn = ({ calls }: Pick<ReturnType<typeof fakeServer>, 'calls'>) =>
    calls('/api/request/draft/').filter(({ method }) => method === 'PUT')

  test('is not saved again once the request is being sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = procedures(form(1))
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    await vi.advanceTimersByTimeAsync(1000)
    expect(keptIn(server)).toEqual([])
    vi.useRealTimers()
  })

  test('that is being saved is awaited, and nothing is sent twice meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let release = () => {}
    const delayed = new Promise<Response>((resolve) => {
      release = () => resolve(json(200, buildDraft({ id: 5 })))
    })
    const { calls } = procedures(form(1), { 'PUT /api/request/draft/': () => delayed })
    await userEvent.type(await comments(), 'Hola')
    await vi.advanceTimersByTimeAsync(1000)
    await userEvent.click(submit())
    expect(submit().disabled).toBe(true)
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
    expect(await screen.findByText(/No pudimos guardar el borrador/)).toBeTruthy()
    await act()
    await waitFor(() => expect(keptIn(server)).toHaveLength(2))
    expect(fieldsOf(keptIn(server)[1]?.body)).toMatchObject({ comment: 'Hola' })
    vi.useRealTimers()
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
      await waitFor(() => expect(keptIn(first)).toHaveLength(1))

      const again = procedures(form(1), old)
      expect((await comments()).value).toBe('Hola')
      await waitFor(() => expect(keptIn(again)).toHaveLength(1))
      expect(fieldsOf(keptIn(again)[0]?.body)).toMatchObject({ comment: 'Hola' })
      expect(await screen.findByText('Borrador guardado')).toBeTruthy()
      again.unmount()

      procedures(form(1), old)
      expect((await comments()).value).toBe('Hol')
    },
  )

  test('that Rosa could not save is not shown to Pía, who logs in after her', async () => {
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
      [SEND]: json(400, ['Faltan 1 documentos']),
    })
    await screen.findByText('cedula.pdf')
    await userEvent.click(submit())
    expect(await screen.findByText('Faltan 1 documentos')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('cedula.pdf')).toBeNull())
    expect(screen.getByLabelText('Archivo: Cédula de identidad')).toBeTruthy()
  })

  test('that was sent in another tab leads to the request', async () => {
    procedures(form(1), { [CREATE]: json(409, 'La solicitud ya fue enviada') })
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    expect(await screen.findByText('La solicitud ya fue enviada')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Ver Mis Trámites' })
    expect(link.getAttribute('href')).toContain('tab=mis-tramites')
  })

  test('that was sent in another tab is announced before a second one is started', async () => {
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
    expect(await screen.findByText(/^Este borrador ya se envió desde otra pestaña\./)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Ver Mis Trámites' })
    expect(link.getAttribute('href')).toContain('tab=mis-tramites')
  })

  test('that cannot be read can be retried, before anything is typed', async () => {
    procedures(form(1), {
      'GET /api/request/draft/': [json(422, 'No disponible'), json(200, buildDraft())],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await comments()).toBeTruthy()
  })
})
