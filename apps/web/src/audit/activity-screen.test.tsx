import type { WireAuditEntry } from '@carpeta/contract/audit'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as Screen } from './activity-screen.tsx'

const changed: WireAuditEntry = {
  id: 41,
  at: '2026-11-20T02:30:00Z',
  actor: { id: 6, name: 'Carla Neira' },
  on_behalf_of: null,
  action: 'user.changed',
  object_type: 'user',
  object_id: '1',
  subject: { id: 1, name: 'Rosa Muñoz' },
  before: { email: 'rosa@example.cl', is_active: true, group_ids: [] },
  after: { email: 'nueva@example.cl', is_active: false, group_ids: [2, 7] },
  reason: '',
  address: '200.1.2.3',
  request_id: 'req-1',
}

const auditor = buildStaff({ permissions: ['audit.view_audit', 'users.manage_users'] })
const users = [
  { id: 1, name: 'Rosa Muñoz' },
  { id: 7, name: 'Mario Fuentes' },
]
const pageOf = (...results: WireAuditEntry[]) =>
  json(200, { results, current: 1, lastPage: 1, users })

function renderLog(entries: WireAuditEntry[], at = '/activity', answers = {}) {
  storeUser(auditor)
  const server = fakeServer({
    'GET /api/audit/': pageOf(...entries),
    'GET /api/groups/': json(200, {
      results: [{ id: 2, name: 'Contabilidad' }],
      current: 1,
      lastPage: 1,
    }),
    ...answers,
  })
  return { ...server, ...renderAt(at, <Screen />) }
}

async function cells() {
  const rows = within(await screen.findByRole('table', { name: 'Bitácora' })).getAllByRole('row')
  return rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
}

beforeEach(connectSession)

test('an entry shows the time, the user, the action, the subject and the changes', async () => {
  renderLog([changed])
  await screen.findByText('Contabilidad, grupo 7')
  expect(await cells()).toEqual([
    [
      '19-11-2026 23:30',
      'Carla Neira',
      'Cambió un usuario',
      'Rosa Muñoz',
      [
        'Correo: rosa@example.cl →pasó a nueva@example.cl',
        'Activo: Sí →pasó a No',
        'Grupos añadidos: Contabilidad, grupo 7',
      ].join(''),
    ],
  ])
})

test('from where each was done is shown on demand, for all of them (§12.2446)', async () => {
  renderLog([changed])
  await screen.findByText('Contabilidad, grupo 7')
  expect(screen.queryByText(/200\.1\.2\.3/)).toBeNull()
  const chip = screen.getByRole('button', { name: 'Desde dónde', pressed: false })
  await userEvent.click(chip)
  expect(chip.ariaPressed).toBe('true')
  expect((await cells())[0]?.[4]).toMatch(
    /Desde la dirección IP 200\.1\.2\.3Código de ayuda req-1$/,
  )
})

test('one chip leaves out what the auditor looked at (§12.1885)', async () => {
  const { where, calls } = renderLog([changed])
  const chip = await screen.findByRole('button', { name: 'Sin mis lecturas' })
  expect(chip.ariaPressed).toBe('false')
  await userEvent.click(chip)
  expect(where()).toBe('/activity?without_own_reads=1')
  await waitFor(() => expect(calls('without_own_reads=1')).not.toEqual([]))
})

test('of a list only additions and removals are shown, unless its order changed', async () => {
  const lists: WireAuditEntry = {
    ...changed,
    action: 'group.changed',
    before: { permissions: ['auth.add_user', 'audit.view_audit'], documents: ['Cédula', 'Poder'] },
    after: { permissions: ['auth.add_user'], documents: ['Poder', 'Cédula'] },
    address: '',
    request_id: '',
  }
  renderLog([lists])
  expect((await cells())[0]?.[4]).toBe(
    'Permisos quitados: Consultar la bitácoraDocumentos: Cédula, Poder →pasó a Poder, Cédula',
  )
})

test('an entry without a session, of a command, and of a deleted account (§12.395, §12.1971)', async () => {
  const failed = { ...changed, id: 42, actor: null, action: 'session.login_failed' }
  const command = {
    ...{ ...failed, id: 43, action: 'load.applied', address: '', request_id: '', subject: null },
    ...{ before: {}, after: {} },
  }
  const gone = { ...changed, id: 44, actor: { id: 77, name: '' }, on_behalf_of: changed.subject }
  renderLog([failed, command, gone])
  const rows = await cells()
  expect(rows.map((row) => row[1])).toEqual([
    'Sin ingresar',
    'Operación del portal',
    'Usuario nº 77viendo como Rosa Muñoz',
  ])
  // On a phone an empty cell has no label.
  expect(rows[1]?.slice(3)).toEqual(['', ''])
})

test('entries with many changes, with reasons and with unknown values', async () => {
  const created: WireAuditEntry = {
    ...changed,
    action: 'tree.felled',
    object_type: 'tree',
    before: {},
    after: {
      social_security: '12345678-5',
      permissions: ['audit.view_audit'],
      state: 'in_review',
      date: '2026-09-18',
      sent_at: '2026-11-20T02:30:00Z',
      all: { fullname: 'ri' },
    },
    reason: 'Lo pidió por teléfono',
  }
  renderLog([created])
  const [row] = await cells()
  expect(row?.[2]).toBe('tree.felledtree Nº 1')
  for (const text of [
    'Motivo: Lo pidió por teléfono',
    '6 datos',
    'Rut: 12.345.678-5',
    'Permisos: Consultar la bitácora',
    'Estado: En revisión',
    'Fecha: 18-09-2026',
    'sent_at: 19-11-2026 23:30',
    'Búsqueda: Nombre ri',
  ]) {
    expect(row?.[4]).toContain(text)
  }
})

test('searches and downloads are described in Spanish', async () => {
  const read: WireAuditEntry = {
    ...changed,
    action: 'audit.read',
    before: {},
    after: { action: 'member.read', from: '2026-11-01', filters: ['subject'] },
    address: '',
    request_id: '',
  }
  const exported = { ...read, id: 46, action: 'member.exported', after: { format: 'folder' } }
  const noted = { ...read, id: 47, action: 'request.changed', after: { event: 'note' } }
  renderLog([read, exported, noted])
  expect((await cells()).map((row) => row[4])).toEqual([
    'Qué: Vio datos de un socioDesde: 01-11-2026Filtros: De quién',
    'Formato: carpeta de archivos',
    'Hecho: Nota interna',
  ])
})

test('the filters are in the address, and the file follows them (§12.64)', async () => {
  const made = vi.fn((_: Blob) => 'blob:1')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => {} }))
  const { where, calls, seen } = renderLog([changed], '/activity', {
    'GET /api/audit/export.csv': () =>
      new Response('Nº', { headers: { 'content-type': 'text/csv' } }),
  })
  await cells()
  await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
  await userEvent.selectOptions(screen.getByLabelText('Qué'), 'Cambió un usuario')
  await userEvent.type(screen.getByLabelText('Quién (nombre o rut)'), 'Carla')
  await userEvent.type(screen.getByLabelText('De quién (nombre o rut)'), '12.345.678-5')
  await userEvent.type(screen.getByLabelText('Desde'), '01112026')
  await userEvent.type(screen.getByLabelText('Hasta'), '20/11/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }))
  const filters =
    'action=user.changed&actor=Carla&subject=12.345.678-5&from=2026-11-01&to=2026-11-20'
  expect(where()).toBe(`/activity?${filters}`)
  await waitFor(() => expect(calls(filters)).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Descargar CSV' }))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
  expect(seen.at(-1)?.url).toContain(`/api/audit/export.csv?${filters}`)
})

test('Iván looks for a person while he types (§12.1970)', async () => {
  const { where, calls } = renderLog([changed])
  await cells()
  const box = screen.getByLabelText('Buscar a una persona por nombre, rut o correo')
  await userEvent.type(box, 'rosa@correo')
  await waitFor(() => expect(where()).toBe('/activity?person=rosa%40correo'))
  await waitFor(() => expect(calls('person=rosa%40correo')).not.toEqual([]))
  // The fields stay closed: the box says what is looked for.
  expect(screen.getByRole('button', { name: 'Filtros' }).ariaExpanded).toBe('false')
  cleanup()
  renderLog([], '/activity?person=nadie')
  expect(await screen.findByText(/^Nada de lo que hizo «nadie»/)).toBeTruthy()
})

test('a download that fails shows why', async () => {
  renderLog([], '/activity', { 'GET /api/audit/export.csv': json(503, 'Servicio no disponible') })
  expect(await screen.findByText('No hay resultados')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Descargar CSV' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
})

test('names stand in place of ids (§12.395)', async () => {
  const assigned: WireAuditEntry = {
    ...changed,
    action: 'request.changed',
    object_type: 'request',
    object_id: '44',
    before: { assignee_id: null },
    after: { assignee_id: 7 },
    address: '',
    request_id: '',
  }
  const listed = {
    ...assigned,
    id: 48,
    action: 'member.listed',
    object_type: 'user',
    object_id: '',
  }
  renderLog([assigned, { ...listed, before: {}, after: { ids: [1, 7, 9] } }])
  await screen.findByText('Mario Fuentes')
  expect((await cells()).map((row) => row[4])).toEqual([
    'Encargado: vacío →pasó a Mario Fuentes',
    'Cuáles: Rosa Muñoz, Mario Fuentes, 9',
  ])
})

test('the same reads one after the other are one row, which opens (§12.395)', async () => {
  const read = (id: number): WireAuditEntry => ({
    ...changed,
    id,
    action: 'member.read',
    object_type: 'request',
    object_id: String(id),
    before: {},
    after: {},
    address: '',
    request_id: '',
  })
  const other = { ...read(50), actor: { id: 9, name: 'Iván Rojas' } }
  renderLog([read(53), read(52), read(51), other, changed])
  const rows = await cells()
  expect(rows.map((row) => row[1])).toEqual(['Carla Neira', 'Iván Rojas', 'Carla Neira'])
  expect(rows[0]?.[2]).toBe('Vio datos de un socioSolicitud Nº 533 veces seguidas')
  expect(screen.getByText('Las 2 anteriores')).toBeTruthy()
  cleanup()
  renderLog([read(52), read(51)])
  expect(await screen.findByText('La anterior')).toBeTruthy()
})

test('the last page says where earlier entries are (§12.548)', async () => {
  const page = { results: [changed], current: 1, lastPage: 1, users }
  renderLog([], '/activity', { 'GET /api/audit/': json(200, { ...page, isLimited: true }) })
  expect(await screen.findByText(/las 10\.000 anotaciones más recientes/)).toBeTruthy()
})
