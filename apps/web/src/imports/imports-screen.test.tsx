import { importMessages } from '@carpeta/domain/imports/import-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildLoad, buildUpload } from '../testing/build-load.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as Imports } from './imports-screen.tsx'
import { Component as Load } from './load-screen.tsx'
import { Component as Tokens } from './tokens-screen.tsx'
import { Component as Upload } from './upload-screen.tsx'

type Answers = Parameters<typeof fakeServer>[0]

const pageOf = (...results: object[]) => json(200, { results, current: 1, lastPage: 1 })
const rut = { file: '', field: 'venta.cliente_rut', reason: 'no es un rut válido' }
const rejectsWith = (...causes: object[]) =>
  json(200, {
    results: [
      { ...rut, line: 2, sale: 'V-1001', holder: 'Rosa Muñoz', home: 'Casa 24', value: '1-1' },
    ],
    ...{ current: 1, lastPage: 1, causes },
  })
const applied = buildLoad({ id: 6, state: 'applied', findings: 2 })
const undoable = {
  load: applied,
  refusal: null,
  is_under_way: false,
  accounts: { created: 2, invited: 1 },
  requests_on_added: 1,
  reports_on_added: 1,
  documents_on_added: 2,
  accesses_on_added: 0,
  orders_on_added: 1,
  news: { read: 0, emailed: 1 },
  deleted_sample: {
    ...{ requests: 0, procedures: 0, documents: 0 },
    ...{ reports: 0, announcements: 1, values: 431 },
  },
}

const screens = {
  '/imports': <Imports />,
  '/imports/loads/:id': <Load />,
  '/imports/tokens': <Tokens />,
  '/imports/uploads/:id': <Upload />,
}

function imports(at = '/imports', answers: Answers = {}) {
  storeUser(buildStaff({ permissions: ['sales.import_sales'] }))
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/import-uploads/': pageOf(buildUpload()),
    'GET /api/import-uploads/3/': json(200, buildUpload()),
    'GET /api/loads/': pageOf(applied),
    'GET /api/loads/6/': json(200, applied),
    'GET /api/loads/undoable/': json(200, { undoable }),
    'GET /api/loads/7/changes/': pageOf(
      { sale: 'V-9', kind: 'added', is_comparable: true },
      {
        sale: 'V-1001',
        holder: 'Rosa Muñoz',
        home: 'Casa 24',
        kind: 'changed',
        is_comparable: true,
      },
      { sale: 'V-8', kind: 'withdrawn', is_comparable: false },
    ),
    ...answers,
  })
  return { ...server, ...renderAt(at, screens) }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const UNDO = 'Deshacer la carga 21-11-2026 06:00'
const rowsOf = async (name: string) => {
  const table = await screen.findByRole('table', { name })
  return within(table).getAllByRole('row').slice(1)
}

beforeEach(connectSession)

describe('the overview', () => {
  test('lists what is not applied yet, and the history, by one set of words (§10.79, §12.2258)', async () => {
    imports()
    const [upload] = await rowsOf('Cargas sin aplicar')
    expect(upload?.textContent).toContain('Carga del 21-11-2026 06:00')
    expect(upload?.textContent).toContain('Revisada, sin aplicar')
    const [load] = await rowsOf('Historia de cargas')
    expect(load?.textContent).toContain('21-11-2026 06:00')
    expect(load?.textContent).toContain('Aplicada')
  })

  test('names two exports of one cut-off apart, by when each was received (§12.2528)', async () => {
    const at = '2026-11-22T12:00:00Z'
    imports('/imports', {
      'GET /api/import-uploads/': pageOf(buildUpload(), buildUpload({ id: 4, at })),
      'GET /api/loads/': pageOf(buildLoad(), buildLoad({ id: 8, at })),
    })
    for (const table of ['Cargas sin aplicar', 'Historia de cargas']) {
      const links = (await rowsOf(table)).map((row) => within(row).getByRole('link'))
      const names = links.map((link) => link.getAttribute('aria-label'))
      expect(new Set(names).size).toBe(2)
      expect(names[1]).toMatch(/21-11-2026 06:00, recibida el 22-11-2026 09:00$/)
    }
  })

  test('says that what is not applied could not be read, and leaves it out only where nothing is (§12.2258, §12.2297)', async () => {
    let answer = json(400, 'No disponible')
    imports('/imports', { 'GET /api/import-uploads/': () => answer.clone() })
    const part = within(await screen.findByRole('region', { name: 'Cargas sin aplicar' }))
    const retry = await part.findByRole('button', { name: 'Reintentar' })
    answer = pageOf()
    await userEvent.click(retry)
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Cargas sin aplicar' })).toBeNull(),
    )
  })

  test('says first which data members see, of how long ago, and, each on its line, what was received since and waits or was stopped (§12.2212, §12.2309, §12.2441)', async () => {
    const seen = 'Los socios ven los datos del 21-11-2026 06:00 (hace N días).'
    const standing = () => document.querySelector('[class*="standing"]')
    const first = () =>
      [...(standing()?.querySelectorAll('p') ?? [])].map((part) =>
        part.textContent.replace(/hoy|ayer|hace \d+ días/, 'hace N días'),
      )
    const { unmount } = imports()
    await waitFor(() =>
      expect(standing()?.textContent).toMatch(/^Los socios ven los datos del 21-11-2026 06:00 /),
    )
    unmount()

    const refused = buildUpload({
      ...{ id: 4, state: 'refused', at: '2026-11-22T12:00:00Z' },
      load: buildLoad({
        ...{ cutoff: '2026-11-22T09:00:00Z' },
        ...{ refusal_code: 'too_many_rejects', rejected: 138 },
      }),
    })
    const uploaded = imports('/imports', { 'GET /api/import-uploads/': pageOf(refused) })
    await waitFor(() =>
      expect(first()).toEqual([
        seen,
        'La carga del 22-11-2026 06:00 está detenida: 138 ventas rechazadas. Revisarla',
      ]),
    )
    const link = screen.getByRole('link', { name: 'Revisarla' })
    expect(link.getAttribute('href')).toBe('/imports/uploads/4')
    uploaded.unmount()

    const underWay = buildUpload({
      id: 5,
      state: 'running',
      at: '2026-11-23T12:00:00Z',
      load: null,
    })
    const both = imports('/imports', { 'GET /api/import-uploads/': pageOf(underWay, refused) })
    await waitFor(() =>
      expect(first()).toEqual([
        seen,
        'La carga del 22-11-2026 06:00 está detenida: 138 ventas rechazadas. Revisarla',
        'La última carga recibida se está procesando. Ver la carga',
      ]),
    )
    const toStopped = screen.getByRole('link', { name: 'Revisarla' })
    expect(toStopped.getAttribute('href')).toBe('/imports/uploads/4')
    expect(standing()?.querySelector('[data-tone="warning"]')).toBeTruthy()
    both.unmount()

    const stopped = buildLoad({
      ...{ id: 9, state: 'refused', at: '2026-11-23T12:00:00Z' },
      cutoff: '2026-11-23T09:00:00Z',
    })
    imports('/imports', {
      'GET /api/import-uploads/': pageOf(refused),
      'GET /api/loads/': pageOf(stopped, applied),
    })
    await waitFor(() =>
      expect(first()).toEqual([seen, 'La carga del 23-11-2026 06:00 está detenida. Revisarla']),
    )
  })

  test('the last load over again hides none that waits for its decision (§12.2393)', async () => {
    const at = '2026-11-23T12:00:00Z'
    imports('/imports', {
      'GET /api/import-uploads/': pageOf(
        buildUpload({ id: 5, state: 'applied', at, load: null }),
        buildUpload({ id: 4, state: 'checked', at: '2026-11-22T12:00:00Z' }),
      ),
    })
    const link = await screen.findByRole('link', { name: 'Ver la carga' })
    expect(link.getAttribute('href')).toBe('/imports/uploads/4')
  })

  test('says in amber that the data which members see are older than yesterday (§12.2351)', async () => {
    const seenSince = (days: number) => {
      const cutoff = new Date(Date.now() - days * 86_400_000).toISOString()
      return json(200, { undoable: { ...undoable, load: { ...applied, cutoff } } })
    }
    const warning = () => document.querySelector('[class*="standing"] [data-tone="warning"]')
    const fresh = imports('/imports', {
      'GET /api/import-uploads/': pageOf(),
      'GET /api/loads/undoable/': seenSince(1),
    })
    expect(await screen.findByText(/^Los socios ven los datos del .* \(ayer\)\.$/)).toBeTruthy()
    expect(warning()).toBeNull()
    fresh.unmount()
    imports('/imports', {
      'GET /api/import-uploads/': pageOf(),
      'GET /api/loads/undoable/': seenSince(2),
    })
    await waitFor(() => expect(warning()?.textContent).toMatch(/\(hace 2 días\)\.$/))
  })

  test('an export that is the last load over again is listed, and hides none that was stopped (§12.2351)', async () => {
    imports('/imports', {
      'GET /api/import-uploads/': pageOf(
        buildUpload({ id: 5, state: 'applied', at: '2026-11-23T12:00:00Z', load: null }),
        buildUpload({ id: 4, state: 'refused', at: '2026-11-22T12:00:00Z' }),
      ),
    })
    const [repeated] = await rowsOf('Cargas sin aplicar')
    expect(repeated?.textContent).toContain('Repetida, sin cambios')
    expect(await screen.findByText(/está detenida/)).toBeTruthy()
  })

  test('each row says why it was stopped, and how many sales were rejected and what was found; of a refused load nothing changed (§12.1973)', async () => {
    const refusal = '38 de 12.345 ventas se rechazan: más del 1 % permitido.'
    const failure = 'El archivo está dañado o no es lo que dice ser.'
    const load = buildLoad({ id: 8, state: 'refused', refusal, rejected: 38, findings: 3 })
    const unread = { refusal: 'El corte es anterior.', refusal_code: 'older_cutoff' }
    const none = { added: 0, changed: 0, withdrawn: 0 }
    imports('/imports', {
      'GET /api/import-uploads/': pageOf(
        buildUpload({ id: 4, state: 'refused', load }),
        buildUpload({ id: 5, state: 'failed', failure, load: null }),
      ),
      'GET /api/loads/': pageOf(
        load,
        buildLoad({ id: 9, state: 'refused', ...unread, ...none, rejected: 2 }),
        buildLoad({ id: 10, state: 'applied', ...none, withdrawn: 1, rejected: 0, findings: 1 }),
        buildLoad({ id: 11, state: 'applied', ...none, rejected: 0, findings: 0 }),
      ),
    })
    const uploads = await rowsOf('Cargas sin aplicar')
    expect(uploads[0]?.textContent).toContain(refusal)
    expect(uploads[1]?.textContent).toContain(failure)
    const loads = await rowsOf('Historia de cargas')
    const shown = loads.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(3, 5)
        .map((cell) => cell.textContent),
    )
    expect(shown).toEqual([
      ['', `${refusal}38 ventas rechazadas · 3 hallazgos`],
      ['', 'El corte es anterior.'],
      ['1 se retira', '1 hallazgo'],
      ['Ninguna cambia', ''],
    ])
  })

  test('an old load says that its sales are not stored any more', async () => {
    imports('/imports/loads/6', {
      'GET /api/loads/6/': json(200, buildLoad({ id: 6, state: 'applied', changed: 3 })),
      'GET /api/loads/6/changes/': pageOf(),
    })
    expect(await screen.findByText('Ya no se guarda qué ventas fueron.')).toBeTruthy()
  })

  test('the history can be limited to loads with rejects, and the address says so (§12.383)', async () => {
    const { calls, where } = imports('/imports?con_rechazos=1')
    await rowsOf('Historia de cargas')
    const asked = calls('/api/loads/?').map(({ url }) => url)
    expect(asked).toContainEqual(expect.stringContaining('with_rejects=1'))
    await press('Con ventas rechazadas sin corregir')
    expect(where()).toBe('/imports')
    await waitFor(() => expect(calls('/api/loads/?').at(-1)?.url).not.toContain('with_rejects'))
  })

  test('an uploaded file leads to its dry run (§12.153)', async () => {
    const { calls, where } = imports('/imports', {
      'POST /api/import-uploads/': json(202, buildUpload({ state: 'waiting', load: null })),
    })
    const file = new File(['{}'], 'ventas.ndjson')
    await press('Subir una exportación')
    await userEvent.upload(await screen.findByLabelText('Archivo de contabilidad'), file)
    await screen.findByRole('heading', { name: 'Carga del 21-11-2026 06:00' })
    expect(where()).toBe('/imports/uploads/3')
    const sent = calls('/api/import-uploads/').find(({ method }) => method === 'POST')
    expect((sent?.body as FormData | undefined)?.get('document')).toBeInstanceOf(File)
  })

  test('a press beside the dialog ends no upload (§12.2392)', async () => {
    imports('/imports', { 'POST /api/import-uploads/': () => new Promise<Response>(() => {}) })
    await press('Subir una exportación')
    await userEvent.upload(
      await screen.findByLabelText('Archivo de contabilidad'),
      new File(['{}'], 'ventas.ndjson'),
    )
    await screen.findByText(/^Subiendo\./)
    const beside = document.querySelector('.mantine-Modal-overlay')
    if (!beside) throw new Error('no dialog')
    await userEvent.click(beside)
    expect(screen.getByText(/^Subiendo\./)).toBeTruthy()
  })

  test('a refused upload says why, and another file can be chosen', async () => {
    let refuse = () => {}
    const refused = new Promise<Response>((resolve) => {
      refuse = () => resolve(json(413, 'El archivo es más grande de lo que el portal acepta.'))
    })
    imports('/imports', { 'POST /api/import-uploads/': () => refused })
    await press('Subir una exportación')
    await userEvent.upload(
      await screen.findByLabelText('Archivo de contabilidad'),
      new File(['{}'], 'ventas.ndjson'),
    )
    expect(document.activeElement).toBe(await screen.findByText(/^Subiendo\./))
    refuse()
    expect(await screen.findByText(/más grande de lo que el portal acepta/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elegir archivo' }))
  })

  test('undoing says before what does not come back, and which reported payments wait again (§12.157, §12.226, §12.2171)', async () => {
    const { calls } = imports('/imports', { 'POST /api/loads/6/undo/': json(200, applied) })
    await press(UNDO)
    const dialog = await screen.findByRole('dialog', { name: 'Deshacer la última carga' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '2 cuentas nuevas se quedan. 1 ya recibió un correo.',
      '1 trámite de una venta nueva se queda. Sus ventas quedan ocultas.',
      '1 pago informado de una venta nueva se queda. Sus ventas quedan ocultas.',
      '2 documentos publicados de ventas nuevas se quedan. Sus ventas quedan ocultas.',
      '1 pago por Webpay de una venta nueva se queda. Sus ventas quedan ocultas.',
      '1 correo con novedades ya salió.',
      'Con la primera carga real se borró de la cooperativa de ejemplo: 1 aviso y 431 valores de la UF.',
    ])
    expect(within(dialog).getByText('7 cosas no se pueden traer de vuelta:')).toBeTruthy()
    const again = /se confirmaron desde entonces con un pago de esta carga esperan de nuevo/
    expect(within(dialog).getByText(again)).toBeTruthy()
    await press('Deshacer')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls('/api/loads/6/undo/')).toHaveLength(1)
  })

  test('an undo that waits for its turn says so, and shows the new history once it has ended', async () => {
    const underWay = json(200, { undoable: { ...undoable, is_under_way: true } })
    const { calls } = imports('/imports', {
      'GET /api/loads/undoable/': [underWay, json(200, { undoable: null })],
    })
    expect(await screen.findByText(/Deshaciendo la última carga/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: UNDO })).toBeNull()
    const before = calls('/api/loads/?').length
    await waitFor(() => expect(screen.queryByText(/Deshaciendo/)).toBeNull(), { timeout: 15_000 })
    await waitFor(() => expect(calls('/api/loads/?').length).toBeGreaterThan(before))
  })

  test('the undo stands at the last load, and nowhere where the history does not show it (§12.2031)', async () => {
    const older = buildLoad({ id: 5, state: 'applied' })
    const { unmount } = imports('/imports', { 'GET /api/loads/': pageOf(applied, older) })
    const button = await screen.findByRole('button', { name: UNDO })
    expect(button.closest('tr')).toBe((await rowsOf('Historia de cargas'))[0])
    unmount()
    imports('/imports', { 'GET /api/loads/': pageOf() })
    expect(await screen.findByText('Todavía no hay ninguna carga.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
  })

  test('the page of the last load undoes it too, and says that it is under way (§12.2441)', async () => {
    const underWay = json(200, { undoable: { ...undoable, is_under_way: true } })
    const { calls } = imports('/imports/loads/6', {
      'POST /api/loads/6/undo/': json(200, applied),
      'GET /api/loads/undoable/': [json(200, { undoable }), underWay],
    })
    await press('Deshacer')
    const dialog = await screen.findByRole('dialog', { name: 'Deshacer la última carga' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Deshacer' }))
    expect(await screen.findByText(/Deshaciendo la última carga/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
    expect(calls('/api/loads/6/undo/')).toHaveLength(1)
  })

  test('without a load that can be undone there is no button', async () => {
    imports('/imports', { 'GET /api/loads/undoable/': json(200, { undoable: null }) })
    await rowsOf('Historia de cargas')
    expect(screen.queryByRole('button', { name: UNDO })).toBeNull()
  })
})

describe('a checked export', () => {
  test('shows what would change, and of a sale what changes, with the rest folded (§12.1372)', async () => {
    imports('/imports/uploads/3', {
      'GET /api/loads/7/figures/': json(200, {
        figures: [
          { name: 'Saldo', before: 'UF 100,00', after: 'UF 90,50', is_changed: true },
          { name: 'Contado', before: null, after: null, is_changed: false },
        ],
      }),
    })
    const rows = await rowsOf('Diferencias')
    expect(rows.map((row) => row.textContent)).toEqual([
      'V-9No está en el portalNuevaComparar',
      'Rosa MuñozCasa 24 · V-1001CambiaComparar',
      'V-8No está en el portalSe retira',
    ])
    await press('Comparar V-1001')
    const dialog = await screen.findByRole('dialog', { name: 'Venta V-1001' })
    expect(await within(dialog).findByText('1 dato cambia.')).toBeTruthy()
    const rest = within(dialog).getByText('1 cifra que no cambia').closest('details')
    expect(rest?.open).toBe(false)
    expect(within(dialog).getByRole('row', { name: 'Saldo UF 100,00 UF 90,50' })).toBeTruthy()
    expect(within(dialog).getByRole('row', { name: 'Contado - -' })).toBeTruthy()
  })

  test('names its file once, and what is decided about it after its figures and lists (§12.2034)', async () => {
    imports('/imports/uploads/3')
    await rowsOf('Diferencias')
    expect(screen.getAllByText('ventas.ndjson.gz')).toHaveLength(1)
    const apply = screen.getByRole('button', { name: 'Aplicar' })
    for (const before of [screen.getByText('Cambiarían'), await screen.findByText('V-8')]) {
      const place = before.compareDocumentPosition(apply)
      expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
  })

  test('says that a sale changes its holder, and what stays with the former one, above the button that applies it (§12.921, §12.1818)', async () => {
    const left = { documents: 2, accesses: 0, requests: 0, reports: 0, payments: 0 }
    const stays = 'Lo que se queda con el titular anterior: 2 documentos.'
    const load = buildLoad({ holder_changes: { sales: 1, ...left } })
    const changed = { sale: 'V-1001', kind: 'changed', is_comparable: true, left_behind: left }
    imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': json(200, buildUpload({ load })),
      'GET /api/loads/7/changes/': json(200, { results: [changed], current: 1, lastPage: 1 }),
      'GET /api/loads/7/figures/': json(200, { figures: [], left_behind: left }),
    })
    const [row] = await rowsOf('Diferencias')
    expect(row?.textContent).toBe('V-1001No está en el portalCambia de titularComparar')
    const warning = screen.getByText(`1 venta cambia de titular. ${stays}`)
    const place = warning.compareDocumentPosition(screen.getByRole('button', { name: 'Aplicar' }))
    expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await press('Comparar V-1001')
    const dialog = within(await screen.findByRole('dialog', { name: 'Venta V-1001' }))
    expect(await dialog.findByText(`Cambia de titular. ${stays}`)).toBeTruthy()
  })

  test('is applied after a question, whose button says how many sales change, and its outcome is shown (§12.153, §12.2210)', async () => {
    const { calls } = imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': [
        json(200, buildUpload()),
        json(200, buildUpload({ state: 'applied', load: applied })),
      ],
      'POST /api/import-uploads/3/apply/': json(202, buildUpload({ state: 'waiting' })),
    })
    await press('Aplicar')
    const dialog = await screen.findByRole('dialog', { name: 'Aplicar la carga' })
    const listed = within(dialog).getAllByRole('listitem')
    expect(listed.map((item) => item.textContent)).toEqual([
      '1 venta nueva',
      '1 venta cambia',
      '1 venta se retira',
    ])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar 3 cambios' }))
    expect(await screen.findByText('Aplicada: los socios ya ven estas cifras.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Aplicar' })).toBeNull()
    expect(calls('/apply/').map(({ url }) => url)).toEqual([
      expect.stringMatching(/\/apply\/\?load_id=\d+$/),
    ])
  })

  test('that is the first real one says in its question what of the sample an undo does not bring back; of the other sales and the emails only what the page does not say (§12.2082, §12.2210)', async () => {
    const sample = { sales: 9, requests: 2, procedures: 3, documents: 0 }
    const nothing = { documents: 0, accesses: 0, requests: 0, reports: 0, payments: 0 }
    const load = buildLoad({
      ...{ added: 0, changed: 1280, withdrawn: 0, holder_changes: { sales: 3, ...nothing } },
      replaced_sample: { ...sample, reports: 0, announcements: 0, values: 431 },
    })
    imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': json(200, buildUpload({ load })),
    })
    await press('Aplicar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Aplicar la carga' }))
    expect(dialog.getByRole('status').textContent).toBe(
      'Lo que no vuelve aunque la carga se deshaga: 2 solicitudes, 3 trámites y 431 valores de la UF.',
    )
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1.280 ventas cambian',
      '3 ventas cambian de titular',
    ])
    expect(dialog.queryByText(/quitará de la cooperativa|se queda con el titular/)).toBeNull()
    expect(dialog.getByText(/^Si no, sale uno a cada socio con novedades/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Aplicar 1.280 cambios' })).toBeTruthy()
  })

  test('says at the switch and on the button how many emails go out, unless they are paused (§12.2253)', async () => {
    imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': json(200, buildUpload({ load: buildLoad({ emails: 214 }) })),
    })
    await press('Aplicar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Aplicar la carga' }))
    expect(dialog.getByText(/^Saldrán 214 correos/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Aplicar y enviar 214 correos' })).toBeTruthy()
    await userEvent.click(dialog.getByRole('switch'))
    expect(dialog.getByText(/^214 correos esperan/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Aplicar 3 cambios' })).toBeTruthy()
  })

  test('that was applied and undone says so', async () => {
    const undone = buildUpload({ state: 'applied', load: { ...applied, state: 'undone' } })
    imports('/imports/uploads/3', { 'GET /api/import-uploads/3/': json(200, undone) })
    expect(await screen.findByText(/La carga se deshizo/)).toBeTruthy()
    expect(screen.queryByText(/los socios ya ven estas cifras/)).toBeNull()
  })

  test('that another load overtakes before it is applied says so, and is checked again', async () => {
    imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': [
        json(200, buildUpload()),
        json(200, buildUpload({ is_stale: true })),
      ],
      'POST /api/import-uploads/3/apply/': json(409, importMessages.anotherLoad),
    })
    await press('Aplicar')
    const dialog = await screen.findByRole('dialog', { name: 'Aplicar la carga' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar 3 cambios' }))
    expect(await screen.findByRole('button', { name: 'Revisar de nuevo' })).toBeTruthy()
  })

  test('that another load overtook is checked again', async () => {
    imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': json(200, buildUpload({ is_stale: true })),
    })
    expect(await screen.findByText(/Otra carga entró después/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Revisar de nuevo' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Aplicar' })).toBeNull()
  })

  test('that was refused shows why, and what to correct first, by person and home (§12.1370, §12.1974)', async () => {
    const refusal = '2 de 90 ventas se rechazan: más del 1 % permitido.'
    const load = buildLoad({ refusal, rejected: 2, broken_rules: 1 })
    imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': json(200, buildUpload({ state: 'refused', load })),
      'GET /api/loads/7/rejects/': rejectsWith({ ...rut, count: 1 }),
    })
    expect(await screen.findByText(new RegExp(refusal))).toBeTruthy()
    expect(screen.getAllByRole('tab')[0]?.textContent).toBe('Ventas rechazadas (2)')
    const [row] = await rowsOf('Ventas rechazadas')
    expect(row?.textContent).toBe(
      'Rosa MuñozCasa 24 · V-1001Titular · Rut · «1-1»: se espera un rut con su dígito verificador, como 12.345.678-5línea 2',
    )
  })

  test('that was refused counts the causes of the whole load, and lists one that is pressed (§12.2350)', async () => {
    const load = buildLoad({
      ...{ refusal: 'Demasiadas.', refusal_code: 'too_many_rejects' },
      ...{ rejected: 131, broken_rules: 131 },
    })
    const date = {
      file: '',
      field: 'estado_de_pago.Cuotas mensuales.cuotas[].fecha_vencimiento',
      reason: 'no es una fecha',
    }
    const { calls } = imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': json(200, buildUpload({ state: 'refused', load })),
      'GET /api/loads/7/rejects/': () => rejectsWith({ ...date, count: 130 }, { ...rut, count: 1 }),
    })
    const causes = within(await screen.findByRole('group', { name: 'Causas' }))
    expect(causes.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Cuota · Vencimiento: no es una fecha130',
      'Titular · Rut: no es un rut válido1',
    ])
    const [first] = causes.getAllByRole('button')
    await userEvent.click(first as HTMLElement)
    const asked = () =>
      new URL(calls('/rejects/').at(-1)?.url ?? '', 'http://localhost').searchParams
    await waitFor(() => expect(Object.fromEntries(asked())).toMatchObject(date))
    expect(first?.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Descartar' }).dataset.variant).toBe('subtle')
  })

  test.each([
    ['too_many_rejects', 'filled'],
    ['too_many_withdrawn', 'default'],
  ] as const)(
    'that was refused by %s has the list of rejected sales for accounting as a %s button (§12.2529)',
    async (refusal_code, variant) => {
      const load = buildLoad({
        ...{ state: 'tried', refusal: 'Detenida.', refusal_code, rejected: 2, broken_rules: 2 },
      })
      imports('/imports/uploads/3', {
        'GET /api/import-uploads/3/': json(200, buildUpload({ state: 'refused', load })),
        'GET /api/loads/7/rejects/': rejectsWith({ ...rut, count: 2 }),
      })
      const csv = await screen.findByRole('button', { name: 'Descargar CSV para contabilidad' })
      expect(csv.dataset.variant).toBe(variant)
    },
  )

  test('that was refused before its sales were read has nothing to compare, and says so (§12.1371)', async () => {
    const load = buildLoad({
      ...{ refusal: 'El corte es anterior.', refusal_code: 'older_cutoff' },
      ...{ added: 0, changed: 0, unchanged: 0, withdrawn: 0, new_accounts: 0 },
    })
    imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': json(200, buildUpload({ state: 'refused', load })),
    })
    expect(await screen.findByText(/se detuvo antes de leer sus ventas/)).toBeTruthy()
    expect(screen.getByText('Hallazgos').nextSibling?.textContent).toBe('—')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('that was refused for what a person may accept says what follows, and is checked again; that is never the solid button, and says what is accepted, as the title which load it is (§12.229, §12.2083, §12.2211, §12.2309, §12.2402)', async () => {
    const load = buildLoad({ refusal: 'El corte es anterior.', refusal_code: 'older_cutoff' })
    const accepted = buildUpload({ accepted: ['older_cutoff'] })
    const { calls } = imports('/imports/uploads/3', {
      'GET /api/import-uploads/3/': [
        json(200, buildUpload({ state: 'refused', load })),
        json(200, accepted),
      ],
      'POST /api/import-uploads/3/accept/': json(202, accepted),
    })
    const accept = await screen.findByRole('button', {
      name: 'Aceptar el corte anterior y revisar',
    })
    expect(accept.dataset.variant).toBe('default')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Carga del 21-11-2026 06:00')
    const said = document.getElementById(accept.getAttribute('aria-describedby') ?? '')
    expect(said?.parentElement).toBe(accept.parentElement?.parentElement)
    expect(said?.textContent).toMatch(
      /^«Aceptar el corte anterior y revisar» no aplica nada todavía\. Los socios verán cifras de una fecha anterior/,
    )
    await userEvent.click(accept)
    const dialog = await screen.findByRole('dialog', { name: 'Aceptar el motivo' })
    expect(dialog.textContent).toContain('Los socios verán cifras de una fecha anterior')
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Aceptar el corte anterior y revisar' }),
    )
    expect(await screen.findByText(/Se aceptó un corte anterior al ya cargado/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Aplicar' })).toBeTruthy()
    const [sent] = calls('/accept/')
    expect(JSON.parse(String(sent?.body))).toMatchObject({ refusal: 'older_cutoff' })
  })

  test('that could not be read says so', async () => {
    const failure = 'El archivo está dañado o no es lo que dice ser.'
    const upload = buildUpload({ state: 'failed', failure, load: null, has_file: false })
    imports('/imports/uploads/3', { 'GET /api/import-uploads/3/': json(200, upload) })
    expect(await screen.findByText(failure)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull()
  })
})

test('a load opens with its findings, which name both figures and are downloaded for accounting (§12.1974, §12.2442)', async () => {
  const { calls } = imports('/imports/loads/6', {
    'GET /api/loads/6/findings.csv': json(403, 'No'),
    'GET /api/loads/6/changes/': pageOf(),
    'GET /api/loads/6/findings/': pageOf({
      sale: 'V-1001',
      code: 'debt',
      stated: '150.5',
      computed: '187.6',
    }),
  })
  // What is wrong comes first, with no key pressed.
  expect(await screen.findByRole('tab', { name: 'Hallazgos (2)', selected: true })).toBeTruthy()
  const [row] = await rowsOf('Hallazgos')
  expect(row?.textContent).toContain(
    'La deuda del resumen es UF 150,50 y lo que falta pagar del plan, UF 187,60.',
  )
  await press('Descargar CSV para contabilidad')
  await waitFor(() => expect(calls('/api/loads/6/findings.csv')).toHaveLength(1))
})

describe('the tokens', () => {
  const token = {
    id: 1,
    name: 'Nocturno',
    prefix: 'cvi_abc123',
    state: 'active',
    created_by: 'Iván Rojas',
    created_at: '2026-11-20T12:00:00Z',
    expires_at: '2027-11-20T12:00:00Z',
    last_used_at: null,
  }

  test('a new one is shown once (§12.159)', async () => {
    const secret = `cvi_${'x'.repeat(43)}`
    const { calls } = imports('/imports/tokens', {
      'GET /api/import-tokens/': json(200, { results: [] }),
      'POST /api/import-tokens/': json(201, { ...token, token: secret }),
    })
    expect(await screen.findByText('No hay tokens')).toBeTruthy()
    await press('Crear token')
    await press('Crear')
    expect(await screen.findByText('Ingresa un nombre')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Nombre'), 'Nocturno')
    await press('Crear')
    expect(await screen.findByText(secret)).toBeTruthy()
    await press('Ya lo guardé')
    expect(screen.queryByText(secret)).toBeNull()
    const sent = calls('/api/import-tokens/').find(({ method }) => method === 'POST')
    expect(JSON.parse(String(sent?.body))).toMatchObject({ name: 'Nocturno', days: 365 })
  })

  test('whose each is is shown, and which one its person no longer allows (security 7.48)', async () => {
    imports('/imports/tokens', {
      'GET /api/import-tokens/': json(200, {
        results: [
          { ...token, name: 'De Mario', created_by: 'Mario Fuentes', state: 'suspended' },
          { ...token, id: 2, name: 'Del servidor', created_by: '' },
        ],
      }),
    })
    const [suspended, command] = await rowsOf('Tokens')
    expect(suspended?.textContent).toMatch(/Mario Fuentes.*Ya no puede cargar.*Suspendido/)
    expect(screen.getByRole('button', { name: 'Revocar De Mario' })).toBeTruthy()
    expect(command?.textContent).toMatch(/Línea de comandos.*Vigente/)
    expect(command?.textContent).not.toContain('Ya no puede cargar')
  })

  test('an active one can be revoked (§12.159)', async () => {
    const { calls } = imports('/imports/tokens', {
      'GET /api/import-tokens/': json(200, {
        results: [token, { ...token, id: 2, name: 'Viejo', state: 'revoked' }],
      }),
      'DELETE /api/import-tokens/1/': json(200, {}),
    })
    const [active, revoked] = await rowsOf('Tokens')
    expect(active?.textContent).toContain('cvi_abc123…')
    expect(revoked?.textContent).toContain('Revocado')
    await press('Revocar Nocturno')
    await press('Revocar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls('/api/import-tokens/1/')).toHaveLength(1)
  })
})
