import { memberDocumentMessages } from '@carpeta/domain/member-documents/member-document-rules'
import { BYTES_PER_MB, documentMessages } from '@carpeta/domain/requests/document-rules'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { Counted } from '../../testing/counted.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { reconnect } from '../../testing/reconnect.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './member-documents-screen.tsx'

const deed = {
  id: 7,
  sale_code: 'V-1001',
  category: 'deed',
  title: 'Escritura',
  date: '2026-03-14',
  visible_from: '2026-03-15',
  visible_to_co_holder: true,
  name: 'escritura.pdf',
  size: 2048,
  content_type: 'application/pdf',
  version: 1,
  published_at: '2026-03-15T12:00:00Z',
  withdrawn_at: null,
  reason: '',
  former_holder: null,
  earlier_versions: [],
}

const holder = { id: 12, name: 'Hernán Soto Aguayo' }
const holder_rut = '9876543-3'

const zip = {
  id: 3,
  name: 'documentos.zip',
  state: 'checked',
  done: 1,
  total: 1,
  added: 1,
  known: 0,
  rejected: 0,
  failure: '',
  told: { sales: 1, members: 1, by_email: 1 },
  created_by: { id: 5, name: 'Iván Rojas' },
  created_at: '2026-11-20T12:00:00Z',
}

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ permissions: ['documents.publish_documents'] }))
})

function show(
  answers: Parameters<typeof fakeServer>[0] = {},
  path = '/member-documents?venta=V-1001',
) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/sales/V-1001/documents/': json(200, { holder, holder_rut, results: [deed] }),
    'GET /api/document-imports/': json(200, { results: [] }),
    ...answers,
  })
  return { ...server, ...renderAt(path, <Counted screen={<Screen />} />) }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a zip that waits is told, with a link to it, above the documents of a sale (§12.2257)', async () => {
  show({
    'GET /api/document-imports/': json(200, { results: [zip] }),
    'GET /api/document-imports/3/': json(200, { ...zip, documents: [], rejects: [] }),
  })
  const told = await screen.findByText(/^El zip «documentos.zip» espera/)
  const place = told.compareDocumentPosition(screen.getByText('De una venta'))
  expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const section = await screen.findByRole('region', { name: 'Zip documentos.zip' })
  const scroll = vi.fn()
  section.scrollIntoView = scroll
  await userEvent.click(within(told).getByRole('link', { name: 'Ver el zip' }))
  await waitFor(() => expect(document.activeElement).toBe(section))
  expect(scroll).toHaveBeenCalled()
})

test('without a sale, what is decided about a zip that waits stands above all else (§12.2445)', async () => {
  show(
    {
      'GET /api/document-imports/': json(200, { results: [zip] }),
      'GET /api/document-imports/3/': json(200, { ...zip, documents: [], rejects: [] }),
    },
    '/member-documents',
  )
  const publish = await screen.findByRole('button', { name: 'Publicar 1 documento' })
  for (const later of ['Subir un zip', 'Buscar venta']) {
    const place = publish.compareDocumentPosition(screen.getByRole('button', { name: later }))
    expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
})

// jsdom places no menu, so its transition leaves it hidden.
const hidden = true

async function chooseAct(name: string) {
  await press('Más acciones de Escritura')
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden }))
}

async function acts() {
  await press('Más acciones de Escritura')
  const items = await screen.findAllByRole('menuitem', { hidden })
  return items.map(({ textContent }) => textContent)
}

describe('editing a published document', () => {
  const edit = async () => {
    const { calls } = show({ 'PATCH /api/sales/V-1001/documents/7/': json(200, deed) })
    await chooseAct('Editar')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Título' }), ' inscrita')
    return () =>
      calls('/documents/7/')
        .filter(({ method }) => method === 'PATCH')
        .map(({ body }) => JSON.parse(String(body)))
  }

  test('sends what was changed, and leaves the rest as a colleague may have left it', async () => {
    const sent = await edit()
    await press('Guardar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toEqual([
      {
        title: 'Escritura inscrita',
        as_read: { title: 'Escritura' },
        csrfmiddlewaretoken: 'tok',
      },
    ])
  })

  test('without a title says so, and leads to it', async () => {
    const sent = await edit()
    const title = screen.getByRole('textbox', { name: 'Título' })
    await userEvent.clear(title)
    await press('Guardar')
    expect(document.activeElement).toBe(title)
    expect(title.getAttribute('aria-invalid')).toBe('true')
    expect(sent()).toEqual([])
  })

  test('asks before typed text is lost', async () => {
    const sent = await edit()
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: '¿Cerrar sin guardar?' })).toBeTruthy()
    expect(sent()).toEqual([])
  })
})

describe('a document of a former holder', () => {
  const former = { name: 'Rosa Muñoz Sepúlveda', is_handed_over: false }
  const listed = (former_holder: object | null) =>
    json(200, { holder, holder_rut, results: [{ ...deed, former_holder }] })

  test('says whose it is, and is shown to the new one after a question (§12.920)', async () => {
    let is_handed_over = false
    const { calls } = show({
      'GET /api/sales/V-1001/documents/': () => listed({ ...former, is_handed_over }),
      'POST /api/sales/V-1001/documents/7/hand-over/': () => {
        is_handed_over = true
        return json(200, deed)
      },
    })
    const whose = 'De Rosa Muñoz Sepúlveda, titular anterior: '
    expect(await screen.findByText(`${whose}el nuevo titular no lo ve`)).toBeTruthy()
    await chooseAct('También para el nuevo titular')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Hernán Soto Aguayo verá «Escritura»/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Mostrar' }))
    expect(await screen.findByText(`${whose}también lo ve el nuevo titular`)).toBeTruthy()
    expect(await acts()).not.toContain('También para el nuevo titular')
    const [sent] = calls('/hand-over/').map(({ body }) => JSON.parse(String(body)))
    expect(sent).toEqual({ holder_id: 12, csrfmiddlewaretoken: 'tok' })
  })

  test.each([true, false])(
    'is said to reach that one’s co-holder, where it is for co-holders: %s (security 5.941)',
    async (isForBoth) => {
      const document = { ...deed, former_holder: former, visible_to_co_holder: isForBoth }
      show({
        'GET /api/sales/V-1001/documents/': json(200, { holder, holder_rut, results: [document] }),
      })
      await chooseAct('También para el nuevo titular')
      const dialog = within(await screen.findByRole('dialog'))
      const readers = dialog.queryByText(/También lo verá su co-titular o representante con acceso/)
      expect(readers !== null).toBe(isForBoth)
    },
  )

  test('cannot be shown to a holder without an account (§12.920)', async () => {
    show({
      'GET /api/sales/V-1001/documents/': json(200, {
        holder: null,
        holder_rut,
        results: [{ ...deed, former_holder: { ...former, name: '' } }],
      }),
    })
    expect(await screen.findByText(/^De un titular anterior: /)).toBeTruthy()
    expect(await acts()).not.toContain('También para el nuevo titular')
  })
})

test('the pages of a document open and close by its title (§12.1812)', async () => {
  const { calls } = show({
    'GET /api/sales/V-1001/documents/7/pages/1/': json(404, { detail: 'No encontrado.' }),
  })
  expect(await screen.findByRole('heading', { name: 'Escritura', level: 3 })).toBeTruthy()
  const title = await screen.findByRole('button', { name: 'Escritura', expanded: false })
  await userEvent.click(title)
  expect(title.ariaExpanded).toBe('true')
  await waitFor(() => expect(calls('/documents/7/pages/1/')).toHaveLength(1))
  await userEvent.click(title)
  expect(title.ariaExpanded).toBe('false')
})

test('a document shows its download; what else staff do is in a menu, the withdrawal last, and the keyboard comes back to it; it names the document (§12.1812, §12.2032)', async () => {
  show({ 'GET /api/sales/V-1001/documents/7/reads/': json(200, { results: [] }) })
  expect(await screen.findByRole('button', { name: 'Descargar Escritura' })).toBeTruthy()
  expect(await acts()).toEqual(['Editar', 'Nueva versión', 'Quién lo abrió', 'Retirar'])
  expect(within(screen.getByRole('menu', { hidden })).getByText('Escritura')).toBeTruthy()
  await press('Más acciones de Escritura')
  for (const act of ['Editar', 'Quién lo abrió', 'Retirar']) {
    await chooseAct(act)
    expect(await screen.findByRole('dialog')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.ariaLabel).toBe('Más acciones de Escritura')
  }
  const chosen = vi.spyOn(HTMLInputElement.prototype, 'click')
  await chooseAct('Nueva versión')
  expect(chosen.mock.contexts).toEqual([screen.getByLabelText('Archivo nuevo de Escritura')])
})

test('of several files each has a name, and the first wrong field gets the focus', async () => {
  show()
  await press('Publicar documentos')
  const files = ['plano.pdf', 'poder.pdf'].map((name) => new File(['%PDF'], name))
  await userEvent.upload(await screen.findByLabelText<HTMLInputElement>('Archivos'), files)
  const fields = within(await screen.findByRole('group', { name: 'poder.pdf' }))
  await userEvent.clear(fields.getByRole('textbox', { name: 'Título' }))
  await press('Publicar 2 documentos')
  expect(document.activeElement).toBe(fields.getByRole('textbox', { name: 'Título' }))
  await press('Quitar plano.pdf')
  expect(document.activeElement?.ariaLabel).toBe('Quitar poder.pdf')
  await press('Quitar poder.pdf')
  expect(document.activeElement?.textContent).toBe('Elegir archivos')
})

test('a file of a type that is never published has no fields, and the button does not count it (§12.2081, §12.2304)', async () => {
  const { calls } = show({ 'POST /api/sales/V-1001/documents/': json(201, deed) })
  await press('Publicar documentos')
  const files = ['plano.pdf', 'notas.txt'].map((name) => new File(['%PDF'], name))
  const input = await screen.findByLabelText<HTMLInputElement>('Archivos')
  // A dragged file is not filtered by the types that the field accepts.
  await userEvent.setup({ applyAccept: false }).upload(input, files)
  const notes = within(await screen.findByRole('group', { name: 'notas.txt' }))
  expect(notes.getByRole('button', { name: 'Quitar notas.txt' })).toBeTruthy()
  expect(notes.queryByRole('textbox')).toBeNull()
  expect(notes.queryByRole('combobox')).toBeNull()
  await press('Publicar 1 documento')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'plano.pdf' })).toBeNull())
  const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Publicar' })
  await waitFor(() => expect(publish.disabled).toBe(true))
  expect(screen.getByRole('group', { name: 'notas.txt' })).toBeTruthy()
  const sent = calls('/V-1001/documents/').filter(({ method }) => method === 'POST')
  expect(sent).toHaveLength(1)
  // Whom staff saw as the holder.
  const [form] = sent.map(({ body }) => body as FormData)
  expect([form?.get('holder_id'), form?.get('holder_rut')]).toEqual(['12', holder_rut])
})

test('a file is as large as the server takes it, which says how large that is', async () => {
  const tooLarge = memberDocumentMessages.tooLarge(60)
  const path = '/api/sales/V-1001/documents/'
  show({ [`POST ${path}`]: json(413, tooLarge) })
  await press('Publicar documentos')
  const file = new File(['%PDF'], 'plano.pdf', { type: 'application/pdf' })
  Object.defineProperty(file, 'size', { value: 70 * BYTES_PER_MB })
  await userEvent.upload(await screen.findByLabelText<HTMLInputElement>('Archivos'), file)
  expect(await screen.findByRole('textbox', { name: 'Título' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Publicar 1 documento')
  expect((await screen.findByRole('alert')).textContent).toBe(tooLarge.text)
})

test('what a lost connection stopped is published by itself, once it is back (§12.1301)', async () => {
  const lost = new TypeError('Failed to fetch')
  const { calls } = show({ 'POST /api/sales/V-1001/documents/': [lost, json(201, deed)] })
  await press('Publicar documentos')
  const file = new File(['%PDF'], 'plano.pdf', { type: 'application/pdf' })
  await userEvent.upload(await screen.findByLabelText<HTMLInputElement>('Archivos'), file)
  await press('Publicar 1 documento')
  expect(await screen.findByText(/Se subirá solo cuando vuelva la conexión/)).toBeTruthy()
  reconnect()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('/V-1001/documents/').filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('a new version of a type that nobody opens never leaves the device (§12.1301)', async () => {
  const { calls } = show()
  const input = await screen.findByLabelText<HTMLInputElement>('Archivo nuevo de Escritura')
  await userEvent.upload(input, new File(['x'], 'plano.dwg'))
  expect((await screen.findByRole('alert')).textContent).toBe(documentMessages.type.text)
  expect(calls('/versions/')).toEqual([])
})

test('a zip under way says what happens to it, not every number, and can be discarded (security 7.164)', async () => {
  const running = { ...zip, state: 'checking', done: 12, total: 300, documents: [], rejects: [] }
  show({
    'GET /api/document-imports/': json(200, { results: [zip] }),
    'GET /api/document-imports/3/': json(200, running),
  })
  expect((await screen.findByText('Revisando…')).role).toBe('status')
  expect(screen.getByRole('button', { name: 'Descartar' })).toBeTruthy()
  expect(screen.getByText('Revisando 12 de 300').closest('[role="status"]')).toBeNull()
})

test('a zip that waits for a worker is asked for every second for 15 minutes, and no longer', async () => {
  vi.useFakeTimers()
  const waiting = { ...zip, state: 'checking', done: 0, total: 0, documents: [], rejects: [] }
  const { calls } = show({
    'GET /api/document-imports/': json(200, { results: [zip] }),
    'GET /api/document-imports/3/': json(200, waiting),
  })
  const asked = async (seconds: number) => {
    await act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
    return calls('/document-imports/3/').length
  }
  expect(await asked(60)).toBeGreaterThan(50)
  expect(await asked(15 * 60)).toBe(900)
  expect(await asked(60 * 60)).toBe(900)
})

test('a zip that was uploaded and discarded is gone, which is said, and what waits is counted again; the keyboard stays (§12.1027, §12.1957)', async () => {
  const { calls } = show({
    'GET /api/document-imports/': [
      json(200, { results: [] }),
      json(200, { results: [zip] }),
      json(200, { results: [] }),
    ],
    'POST /api/document-imports/': json(201, zip),
    'GET /api/document-imports/3/': [
      json(200, { ...zip, documents: [], rejects: [] }),
      json(404, { detail: 'No encontrado.' }),
    ],
    'DELETE /api/document-imports/3/': json(200, {}),
    'GET /api/staff/counts/': json(200, {}),
  })
  const input = await screen.findByLabelText<HTMLInputElement>('Zip de documentos')
  await userEvent.upload(input, new File(['PK'], 'documentos.zip', { type: 'application/zip' }))
  expect(await screen.findByRole('button', { name: 'Publicar 1 documento' })).toBeTruthy()
  await press('Descartar')
  const card = () => screen.queryByRole('region', { name: 'Zip documentos.zip' })
  await waitFor(() => expect(card()).toBeNull())
  const ofZip = calls('/document-imports/3/').map(({ method }) => method)
  expect(ofZip).toEqual(['GET', 'DELETE'])
  expect(screen.getByText('El zip se descartó. Nada se publicó.')).toBeTruthy()
  await waitFor(() => expect(calls('/staff/counts/')).toHaveLength(2))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Subir un zip' }))
})

test('every zip that waits or left files out is on the page, first where one comes for no sale with one that waits (§12.1956)', async () => {
  const detail = { ...zip, documents: [], rejects: [] }
  const answers = {
    'GET /api/document-imports/': json(200, {
      results: [
        { ...zip, id: 4, name: 'publicado.zip', state: 'published' },
        { ...zip, id: 3, name: 'tercero.zip' },
        { ...zip, id: 2, name: 'publicado-antes.zip', state: 'published' },
        { ...zip, id: 1, name: 'primero.zip', state: 'refused' },
        { ...zip, id: 0, name: 'sin-dos.zip', state: 'published', rejected: 2 },
      ],
    }),
    'GET /api/document-imports/4/': json(200, { ...detail, name: 'publicado.zip' }),
    'GET /api/document-imports/3/': json(200, { ...detail, name: 'tercero.zip' }),
    'GET /api/document-imports/1/': json(200, { ...detail, name: 'primero.zip' }),
    'GET /api/document-imports/0/': json(200, { ...detail, name: 'sin-dos.zip' }),
  }
  const { unmount } = show(answers, '/member-documents')
  const zips = async () =>
    (await screen.findAllByRole('region', { name: /^Zip / })).map(({ ariaLabel }) => ariaLabel)
  await waitFor(async () =>
    expect(await zips()).toEqual([
      'Zip publicado.zip',
      'Zip tercero.zip',
      'Zip primero.zip',
      'Zip sin-dos.zip',
    ]),
  )
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((it) => it.textContent)
  const [sale, many] = ['De una venta', 'De muchas ventas, en un zip']
  expect(titles()).toEqual([many, sale])
  unmount()
  show(answers)
  await zips()
  expect(titles()).toEqual([sale, many])
})

test('files of a zip that do not match are mended in place, or the others are published, with whom it tells before (§12.1379, §12.1954)', async () => {
  const refused = {
    ...{ ...zip, state: 'refused', added: 45, rejected: 1, documents: [] },
    told: { sales: 44, members: 40, by_email: 38 },
    rejects: [
      { file: 'rosa escritura.pdf', line: null, sale_code: '', reason: 'No hay una venta' },
    ],
  }
  const rosa = { id: 4, name: 'Rosa Muñoz', social_security: '12345678-5' }
  const { calls } = show({
    'GET /api/document-imports/': json(200, { results: [zip] }),
    'GET /api/document-imports/3/': json(200, refused),
    'GET /api/document-sales/': json(200, {
      results: [
        { code: 'V-1001', project: 'Altos', holder: rosa },
        { code: 'V-1002', project: 'Altos', holder: rosa },
      ],
    }),
    'POST /api/document-imports/3/correct/': json(200, { ...zip, state: 'checking' }),
    'POST /api/document-imports/3/publish/': json(200, { ...zip, state: 'publishing' }),
  })
  await press('Corregir rosa escritura.pdf')
  await userEvent.type(screen.getByLabelText(/^Venta de rosa escritura/), 'rosa{Enter}')
  await press('Rosa Muñoz · 12.345.678-5 · V-1001 · Altos')
  await press('Guardar la corrección')
  await press('Revisar de nuevo con 1 corrección')
  await waitFor(() => expect(calls('/correct/')).toHaveLength(1))
  expect(JSON.parse(String(calls('/correct/')[0]?.body)).corrections).toEqual([
    {
      ...{ file: 'rosa escritura.pdf', sale_code: 'V-1001' },
      ...{ category: 'deed', title: 'Rosa escritura' },
    },
  ])
  await press('Publicar los 45 que calzan')
  const asked = within(await screen.findByRole('dialog', { name: 'Publicar los 45 que calzan' }))
  expect(
    asked.getByText(/^45 documentos nuevos, de 44 ventas, para 40 socios\. A 38 les/),
  ).toBeTruthy()
  expect(asked.getByText(/^1 archivo no calza y queda fuera/)).toBeTruthy()
  await press('Publicar 45 documentos')
  await waitFor(() => expect(calls('/publish/')[0]?.url).toContain('without_rejects=true'))
})
