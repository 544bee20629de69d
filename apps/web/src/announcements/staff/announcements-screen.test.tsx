import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Announcement } from './announcement-screen.tsx'
import { Component as Announcements } from './announcements-screen.tsx'

const losBoldos = { audience: 'condominium', project: 'Tumbes', condominium: 'Los Boldos' }
const draft = {
  id: 4,
  state: 'draft',
  version: 2,
  title: 'Corte de agua',
  body: 'No hay agua.',
  ...losBoldos,
  sends_email: true,
  visible_until: '',
  updated_at: '2026-11-18T13:00:00Z',
  published_at: null,
  withdrawn_at: null,
  reads: 0,
  emails: { queued: 0, sent: 0, failed: 0, cancelled: 0 },
  author: 'Iván Rojas',
  files: [{ id: 7, name: 'plano.pdf', size: 2048 }],
}
const published = {
  ...draft,
  state: 'published',
  version: 3,
  published_at: '2026-11-19T13:00:00Z',
  reads: 1,
  emails: { queued: 1, sent: 3, failed: 1, cancelled: 0 },
}
const scheduled = {
  ...draft,
  state: 'scheduled',
  version: 3,
  published_at: '2027-01-02T11:30:00Z',
}
const everyone = { audience: 'all', project: '', condominium: '' }
const reaches = [
  { ...everyone, people: 90, emails: 80, without_account: 0 },
  {
    audience: 'project',
    project: 'Tumbes',
    condominium: '',
    people: 30,
    emails: 20,
    without_account: 0,
  },
  { ...losBoldos, people: 12, emails: 11, without_account: 1 },
]
const readers = {
  results: [
    {
      id: 1,
      name: 'Rosa Muñoz',
      social_security: '12345678-5',
      read_at: null,
      email: 'failed',
      email_failure: '550 no existe',
    },
  ],
  current: 1,
  lastPage: 1,
  people: 12,
  read: 1,
  undelivered: 3,
  isLimited: false,
}

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ permissions: ['announcements.publish_announcements'] }))
})

function announcements(path: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/announcements/4/email/': json(200, {
      subject: 'Aviso: Corte de agua',
      text: 'Hola, Iván:\n\nNo hay agua.',
    }),
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/announcements/': json(200, { results: [draft, published], current: 1, lastPage: 1 }),
    'GET /api/announcements/audiences/': json(200, { results: reaches }),
    'GET /api/announcements/4/': json(200, draft),
    'GET /api/announcements/4/readers/': json(200, readers),
    ...answers,
  })
  const sent = (method: string) =>
    server.seen.filter((call) => call.method === method).map(({ body }) => JSON.parse(String(body)))
  return { ...server, ...renderAt(path, screens), sent }
}

const screens = { '/announcements': <Announcements />, '/announcements/:id': <Announcement /> }

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const OPEN = '/announcements/4'

describe('the list', () => {
  test('says when a scheduled one is published (§12.1465)', async () => {
    announcements('/announcements', {
      'GET /api/announcements/': json(200, { results: [scheduled], current: 1, lastPage: 1 }),
    })
    const [, row] = await screen.findAllByRole('row')
    expect(row?.textContent).toMatch(/ProgramadoSe publica el 02-01-2027 08:30Al publicar$/)
  })

  test('shows state, readers and what became of every email, in words that add up (§12.190, §12.1977)', async () => {
    announcements('/announcements')
    const rows = await screen.findAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Corte de aguaTumbes · Los BoldosBorradorAl publicar$/),
      expect.stringMatching(/Publicado19-11-2026 10:0013 enviados, 1 en camino1 sin entregar/),
    ])
  })

  test('is left for a new draft, whose audience says how many people it has', async () => {
    const { sent, where } = announcements('/announcements', {
      'POST /api/announcements/': json(201, draft),
    })
    await press('Redactar aviso')
    await userEvent.type(screen.getByLabelText('Título'), 'Corte de agua')
    await userEvent.type(screen.getByLabelText('Texto'), 'No hay agua.')
    expect(await screen.findByText('Lo verán 90 personas en el portal.')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Para quién'), 'Los Boldos')
    await userEvent.click(screen.getByLabelText('Enviar también por correo'))
    expect(
      screen.getByText(
        'Lo verán 12 personas en el portal, y 11 recibirán un correo. Otra lo verá cuando active su cuenta.',
      ),
    ).toBeTruthy()
    await press('Guardar borrador')
    await waitFor(() => expect(where()).toBe('/announcements/4'))
    expect(sent('POST')).toMatchObject([
      { title: 'Corte de agua', body: 'No hay agua.', ...losBoldos, sends_email: true },
    ])
  })

  test('an empty draft shows what is missing (§12.191)', async () => {
    const { sent } = announcements('/announcements')
    await press('Redactar aviso')
    await press('Guardar borrador')
    expect(await screen.findByText('Ingresa título')).toBeTruthy()
    expect(screen.getByText('Ingresa texto')).toBeTruthy()
    expect(sent('POST')).toEqual([])
  })
})

describe('a draft', () => {
  test('is published after a confirmation that says whom it reaches, as its button does (§12.192, §12.2304)', async () => {
    const { sent, calls } = announcements(OPEN, {
      'GET /api/announcements/4/': [json(200, draft), json(200, published)],
      'POST /api/announcements/4/publish/': json(200, published),
    })
    await press('Publicar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Publicar el aviso' }))
    expect(await dialog.findByText(/^Lo verán 12 personas en el portal/)).toBeTruthy()
    expect(calls('/publish/')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Publicar para 12 personas' }))
    expect(await screen.findByText('Publicado el 19-11-2026 10:00')).toBeTruthy()
    expect(sent('POST')).toMatchObject([{ version: 2 }])
  })

  test('is published at a time, and until then says when (§12.1465)', async () => {
    const { sent } = announcements(OPEN, {
      'GET /api/announcements/4/': [json(200, draft), json(200, scheduled)],
      'POST /api/announcements/4/publish/': json(200, scheduled),
    })
    await press('Publicar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Publicar el aviso' }))
    await userEvent.click(dialog.getByLabelText('Publicar más tarde'))
    await userEvent.type(dialog.getByLabelText('Día'), '02-01-2027')
    await userEvent.clear(dialog.getByLabelText('Hora de Santiago'))
    await userEvent.type(dialog.getByLabelText('Hora de Santiago'), '08:30')
    await userEvent.click(dialog.getByRole('button', { name: 'Programar' }))
    expect(await screen.findByText('Se publica el 02-01-2027 08:30')).toBeTruthy()
    expect(sent('POST')).toMatchObject([{ version: 2, publish_at: '2027-01-02T08:30' }])
    expect(screen.queryByText('Quién lo leyó')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull()
  })

  test('a moment that the server refuses is said in the dialog (§12.1465)', async () => {
    const said = 'Elige un día y una hora desde ahora en adelante'
    announcements(OPEN, {
      'POST /api/announcements/4/publish/': json(400, { publish_at: [said] }),
    })
    await press('Publicar')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByLabelText('Publicar más tarde'))
    await userEvent.click(dialog.getByRole('button', { name: 'Programar' }))
    expect(await dialog.findByText(said)).toBeTruthy()
  })

  test('a scheduled one is published now or taken back (§12.1466)', async () => {
    const { calls, sent } = announcements(OPEN, {
      'GET /api/announcements/4/': [json(200, scheduled), json(200, draft)],
      'POST /api/announcements/4/publish/': json(409, 'No ahora'),
      'POST /api/announcements/4/withdraw/': json(200, draft),
    })
    await press('Publicar ahora')
    let dialog = within(await screen.findByRole('dialog', { name: 'Publicar el aviso' }))
    expect(dialog.queryByLabelText('Publicar más tarde')).toBeNull()
    await userEvent.click(await dialog.findByRole('button', { name: /^Publicar para/ }))
    expect(sent('POST')).toMatchObject([{ version: 3 }])
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await press('Dejar como borrador')
    dialog = within(await screen.findByRole('dialog', { name: 'Dejar como borrador' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Dejar como borrador' }))
    expect(await screen.findByText(/^Último cambio el/)).toBeTruthy()
    expect(calls('/withdraw/')).toHaveLength(1)
    expect(sent('POST').at(-1)).toMatchObject({ version: 3 })
  })

  test('that was published a moment ago is not withdrawn from a page of before, which then shows it (§12.1744)', async () => {
    const changed =
      'Otra persona cambió este aviso mientras lo mirabas. Actualiza la página antes de seguir.'
    announcements(OPEN, {
      'GET /api/announcements/4/': [
        json(200, scheduled),
        json(200, { ...scheduled, state: 'published', version: 4 }),
      ],
      'POST /api/announcements/4/withdraw/': json(409, changed),
    })
    await press('Dejar como borrador')
    const dialog = within(await screen.findByRole('dialog', { name: 'Dejar como borrador' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Dejar como borrador' }))
    expect(await dialog.findByText(changed)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
    expect(await screen.findByRole('button', { name: 'Retirar' })).toBeTruthy()
  })

  test('that a colleague changed meanwhile is not published, and that is said', async () => {
    const changed =
      'Otra persona cambió este aviso mientras lo mirabas. Actualiza la página antes de seguir.'
    announcements(OPEN, { 'POST /api/announcements/4/publish/': json(409, changed) })
    await press('Publicar')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: /^Publicar para/ }))
    expect(await dialog.findByText(changed)).toBeTruthy()
  })

  test('is edited with its version (§12.191)', async () => {
    const { sent } = announcements(OPEN, { 'PATCH /api/announcements/4/': json(200, draft) })
    await press('Editar')
    const title = await screen.findByLabelText('Título')
    await userEvent.type(title, ' potable')
    await press('Guardar borrador')
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1))
    expect(sent('PATCH')).toMatchObject([
      { version: 2, title: 'Corte de agua potable', ...losBoldos },
    ])
  })

  test('gets files of the accepted types only, and loses them (§12.191)', async () => {
    const { calls } = announcements(OPEN, {
      'POST /api/announcements/4/files/': json(200, draft),
      'DELETE /api/announcements/4/files/7/': json(200, { ...draft, files: [] }),
    })
    await screen.findByRole('button', { name: 'Adjuntar archivo' })
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type="file"]')
    if (!input) throw new Error('no file input')
    const anyFile = userEvent.setup({ applyAccept: false })
    await anyFile.upload(input, new File(['x'], 'virus.exe'))
    expect(await screen.findByText(/^Tipo de archivo no permitido/)).toBeTruthy()
    expect(calls('/files/')).toHaveLength(0)
    await anyFile.upload(input, new File(['x'], 'otro.pdf'))
    await waitFor(() => expect(calls('/files/')).toHaveLength(1))
    await press('Quitar plano.pdf')
    expect(await screen.findByText('Puedes adjuntar PDF o imágenes.')).toBeTruthy()
  })

  test('is deleted after a confirmation, and the list opens', async () => {
    const { where } = announcements(OPEN, { 'DELETE /api/announcements/4/': json(200, {}) })
    await press('Eliminar')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(where()).toBe('/announcements'))
  })

  test('that a colleague changed meanwhile is not deleted, and the page shows it as it is now (§12.1833)', async () => {
    const { calls } = announcements(OPEN, {
      'GET /api/announcements/4/': [
        json(200, draft),
        json(200, { ...draft, version: 3, title: 'De una colega' }),
      ],
      'DELETE /api/announcements/4/': json(409, 'Otra persona cambió este aviso'),
    })
    await press('Eliminar')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }))
    expect(await dialog.findByText('Otra persona cambió este aviso')).toBeTruthy()
    expect(calls('/announcements/4/?version=2').map(({ method }) => method)).toEqual(['DELETE'])
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
    expect(await screen.findByRole('heading', { name: 'De una colega' })).toBeTruthy()
  })
})

describe('a published announcement', () => {
  const answers = { 'GET /api/announcements/4/': json(200, published) }

  test('says first who has read it and whose email failed, and filters them (§12.2355)', async () => {
    const { calls } = announcements(OPEN, answers)
    expect(await screen.findByText('1 de 12 personas (8 %)')).toBeTruthy()
    expect(screen.getByText('550 no existe')).toBeTruthy()
    // Before its text, which is folded.
    const text = await screen.findByRole('region', { name: 'Texto' })
    expect(text.querySelector('details')?.open).toBe(false)
    const read = screen.getByText('1 de 12 personas (8 %)')
    expect(read.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await press('Filtros')
    await userEvent.selectOptions(screen.getByLabelText('Lectura'), 'Sin leer')
    await press('Filtrar')
    await waitFor(() => expect(calls('read=unread')).toHaveLength(1))
    expect(screen.queryByText(/más de 1\.000 personas/)).toBeNull()
  })

  test('has everybody, who has not read it and whom its email did not reach, counted and one press away (§12.2525)', async () => {
    const { calls } = announcements(OPEN, answers)
    const group = await screen.findByRole('group', { name: 'Qué personas' })
    const chips = within(group).getAllByRole('button')
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'Todos12',
      'Sin leer11',
      'Sin entregar3',
    ])
    const pressed = () =>
      within(group)
        .getAllByRole('button', { pressed: true })
        .map(({ textContent }) => textContent)
    expect(pressed()).toEqual(['Todos12'])
    await press(/^Sin entregar/)
    await waitFor(() => expect(calls('email=failed')).toHaveLength(1))
    expect(pressed()).toEqual(['Sin entregar3'])
    await press(/^Sin leer/)
    await waitFor(() => expect(calls('read=unread')).toHaveLength(1))
    expect(calls('read=unread')[0]?.url).not.toContain('email=')
    // The form of filters stays closed: the chips say what is chosen.
    expect(screen.getByRole('button', { name: 'Filtros', expanded: false })).toBeTruthy()
  })

  test('that concerns very many says that its pages have the first 1,000 (§12.595)', async () => {
    const many = { ...readers, people: 20_000, read: 12_480, isLimited: true }
    announcements(OPEN, { ...answers, 'GET /api/announcements/4/readers/': json(200, many) })
    expect(await screen.findByText('12.480 de 20.000 personas (62 %)')).toBeTruthy()
    expect(screen.getByText(/más de 1\.000 personas/)).toBeTruthy()
  })

  test('is withdrawn after a confirmation', async () => {
    const withdrawn = { ...published, state: 'withdrawn', withdrawn_at: '2026-11-20T13:00:00Z' }
    announcements(OPEN, {
      'GET /api/announcements/4/': [json(200, published), json(200, withdrawn)],
      'POST /api/announcements/4/withdraw/': json(200, withdrawn),
    })
    await press('Retirar')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Retirar' }))
    expect(await screen.findByText('Retirado el 20-11-2026 10:00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retirar' })).toBeNull()
  })

  test('is copied, and the copy opens', async () => {
    const { where } = announcements(OPEN, {
      ...answers,
      'POST /api/announcements/4/copy/': json(201, { ...draft, id: 5 }),
      'GET /api/announcements/5/': json(200, { ...draft, id: 5 }),
    })
    await press('Copiar como borrador')
    await waitFor(() => expect(where()).toBe('/announcements/5'))
  })
})

test('an unknown announcement is said', async () => {
  announcements('/announcements/abc')
  expect(await screen.findByText('No encontramos este aviso.')).toBeTruthy()
})

test('a draft is shown as members read it, and as it comes by email (§12.1381)', async () => {
  announcements('/announcements/4', { 'GET /api/announcements/4/': json(200, draft) })
  expect(await screen.findByRole('heading', { name: 'Así lo leerán los socios' })).toBeTruthy()
  const heading = await screen.findByRole('heading', { name: 'Así llegará por correo' })
  expect(await screen.findByText('Aviso: Corte de agua')).toBeTruthy()
  expect(screen.getByText('Hola, Iván:')).toBeTruthy()
  expect(heading).toBeTruthy()
})
