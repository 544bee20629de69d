import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { paymentPesosNote } from '@carpeta/domain/sales/statement-labels'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import type { MemberFile } from '../staff/calls.ts'
import { buildRequestRow } from '../testing/build-staff-request.ts'
import { buildStaff, buildUserRow } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { onScreen, renderAt } from '../testing/render-at.tsx'
import { Component as Screen } from './user-screen.tsx'

const file: MemberFile = {
  user: buildUserRow(),
  emails: [
    { kind: 'restore', at: '2026-11-20T02:30:00Z', state: 'used', detail: '' },
    { kind: 'activate', at: '2026-11-01T12:00:00Z', state: 'failed', detail: '550 no such user' },
  ],
  logins: [{ at: '2026-11-20T02:30:00Z', is_failed: true }],
  own_sales: [],
  read_sales: [],
}

const refused = { kind: 'other', at: null, state: 'failed', detail: '552 mailbox full' } as const

const sale = {
  code: 'V-1001',
  project: 'Altos de Tumbes',
  condominium: 'Las Dunas',
  property: { type: 'Casa', lot: '24' },
  advisor: 'Ana',
  approved_on: '2023-05-02',
  completed_on: '',
  balance: '1234.5',
  pending_instalments: 26,
  as_of: '2026-11-20T09:00:00Z',
  withdrawn_at: null,
  phone: '+56 9 8123 4567',
  due: {
    kind: 'due' as const,
    overdue: { count: 1, amount: '7.35', due_on: '2026-11-05' },
    next: { count: 1, amount: '7.35', due_on: '2026-12-05' },
    awaited: [],
  },
}

function open(answer: MemberFile, permissions = ['users.manage_users']) {
  storeUser(buildStaff({ permissions }))
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/staff/members/1/': json(200, answer),
  })
  return renderAt('/users/1?fullname=mu', { '/users/:id': <Screen /> })
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(connectSession)

test('Carla reads the account, its emails and the last logins', async () => {
  open(file)
  expect(await screen.findByRole('heading', { name: 'Rosa Muñoz' })).toBeTruthy()
  expect(screen.getByText('Activado')).toBeTruthy()
  const account = await region('Cuenta')
  expect(account.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '19-11-2026 23:30No pudo ingresar',
    'Recuperar la contraseña19-11-2026 23:30 · Usado',
    'Invitación a activar la cuenta01-11-2026 09:00 · No se pudo entregarLa dirección no existeVer el detalle550 no such user',
  ])
  expect(account.getByText('550 no such user').lang).toBe('en')
})

test('an email of another kind that did not arrive has no date (§12.49)', async () => {
  open({ ...file, emails: [refused], logins: [] })
  const account = await region('Cuenta')
  expect(account.getByRole('listitem').textContent).toBe(
    'Un correoNo se pudo entregarEl buzón está llenoVer el detalle552 mailbox full',
  )
})

test('what the server leaves out is not shown (§12.391)', async () => {
  open(file)
  await region('Cuenta')
  for (const name of ['Ventas, según contabilidad', 'Solicitudes', 'Bitácora']) {
    expect(screen.queryByRole('region', { name })).toBeNull()
  }
  expect(screen.queryByRole('button', { name: 'Ver como socio' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull()
})

test('sales are as accounting says, what is owed first, each amount with its UF; requests lead to their page (§12.1351, §12.2152)', async () => {
  open({ ...file, sales: [sale], requests: [buildRequestRow()] })
  const cells = (await region('Ventas, según contabilidad')).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Altos de Tumbes · Casa 24V-1001 · Las Dunas',
    'UF\u00a07,35 1 cuota, del 05-11-2026',
    'UF\u00a07,35 vence el 05-12-2026',
    'UF\u00a01.234,5026 cuotas pendientes',
    'Aprobada el 02-05-2023Datos al 20-11-2026 06:00',
  ])
  const link = (await region('Solicitudes')).getByRole('link', { name: /^Cesión/ })
  expect(link.getAttribute('href')).toBe('/requests/12')
})

test('beside the UF of a sale stand pesos by the UF of today, and none where that is not published (§12.2036)', async () => {
  const uf_of_today = { date: '2026-11-20', pesos: '39123.45' }
  const { unmount } = open({ ...file, sales: [sale], uf_of_today })
  const card = (await screen.findByRole('region', { name: 'Ventas, según contabilidad' }))
    .textContent
  const text = card?.replaceAll('\u00a0', ' ')
  expect(text).toContain('UF 7,35 ≈ $ 287.557')
  expect(text).toContain('UF 1.234,50 ≈ $ 48.297.899')
  expect(text).toContain('UF del 20-11-2026: $ 39.123,45')
  unmount()
  open({ ...file, sales: [sale], uf_of_today: null })
  const without = await screen.findByRole('region', { name: 'Ventas, según contabilidad' })
  expect(without.textContent).not.toContain('$')
})

test('the head says who calls: state, rut, phone and last login (§12.1351)', async () => {
  const logins = [
    { at: '2026-11-21T15:00:00Z', is_failed: true },
    { at: '2026-11-20T02:30:00Z', is_failed: false },
  ]
  open({ ...file, logins, sales: [sale, { ...sale, code: 'V-2' }] })
  const phone = await screen.findByRole('link', { name: '+56 9 8123 4567' })
  expect(phone.getAttribute('href')).toBe('tel:+56981234567')
  const login = screen.getByText(/Último ingreso/)
  expect(login.textContent).toBe('Último ingreso: 19-11-2026 23:30')
})

test('of Tomás, who was invited, it says when, and that the email did not arrive (§12.1351)', async () => {
  const invitation = {
    state: 'invited' as const,
    invited_at: '2026-11-19T15:00:00Z',
    delivery: 'failed' as const,
    failure: '550',
  }
  const tomas = { ...buildUserRow({ is_active: false }), account_state: 'invited' as const }
  open({ ...file, logins: [], user: { ...tomas, invitation } })
  expect(await screen.findByText('Invitado el 19-11-2026')).toBeTruthy()
  expect(screen.getByText('La invitación no se pudo entregar')).toBeTruthy()
  expect(screen.getAllByText('Nunca ha ingresado')).toHaveLength(1)
})

test('the last payments say what accounting has and what it does not have yet, UF with pesos by the UF of its day (§12.1352, §12.2224)', async () => {
  const payments: MemberFile['payments'] = [
    {
      source: 'online',
      sale_code: 'V-1001',
      paid_on: '2026-11-20',
      id: 8,
      folio: 'P261120-8',
      pesos: '290000',
      state: 'authorized',
    },
    {
      source: 'reported',
      sale_code: 'V-1001',
      paid_on: '2026-11-19',
      id: 5,
      pesos: '150000',
      state: 'reported',
    },
    {
      source: 'accounting',
      sale_code: 'V-1001',
      paid_on: '2026-11-05',
      key: '9',
      uf: '7.35',
      pesos: '287557',
      document_type: 'Transferencia',
    },
  ]
  open({ ...file, sales: [sale], payments })
  const card = await region('Últimos pagos')
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '20-11-2026En línea P261120-8Aprobado, por registrar$\u00a0290.000',
    '19-11-2026Informado por el socioInformado$\u00a0150.000',
    '05-11-2026TransferenciaUF\u00a07,35≈\u00a0$\u00a0287.557',
  ])
  expect(card.getAllByText(paymentPesosNote)).toHaveLength(1)
  const link = (name: RegExp) => card.getByRole('link', { name }).getAttribute('href')
  expect(link(/En línea/)).toBe('/payments?q=12345678-5')
  expect(link(/Informado/)).toBe('/payment-reports/5')
})

test('three payments answer the call; the older ones are folded (§12.1761)', async () => {
  const payments = ['05', '04', '03', '02', '01'].map((month) => ({
    source: 'accounting' as const,
    sale_code: 'V-1001',
    paid_on: `2026-${month}-05`,
    key: month,
    uf: '7.35',
    pesos: null,
    document_type: 'PAC',
  }))
  open({ ...file, sales: [sale], payments })
  const card = await region('Últimos pagos')
  const folded = card.getByText('2 anteriores').closest('details') as HTMLElement
  expect(within(folded).getAllByRole('listitem', { hidden: true })).toHaveLength(2)
  expect(card.getAllByRole('listitem', { hidden: true })).toHaveLength(5)
  expect(card.queryByText(paymentPesosNote)).toBeNull()
})

test('the last login is said once, those before it are folded, and the audit log has five lines (§12.1762, §12.2353)', async () => {
  const logins = ['20', '19', '18'].map((day) => ({
    at: `2026-11-${day}T15:00:00Z`,
    is_failed: false,
  }))
  const audit = Array.from({ length: 7 }, (_, id) => ({
    id,
    at: '2026-11-20T15:00:00Z',
    action: 'member.viewed',
    actor: { id: 2, name: 'Carla Neira' },
    address: '10.0.0.1',
    reason: '',
  }))
  open({ ...file, logins, audit } as MemberFile)
  const account = await region('Cuenta')
  expect(account.getByText('2 ingresos e intentos anteriores').closest('details')?.open).toBe(false)
  expect(document.body.textContent?.split('20-11-2026 12:00')).toHaveLength(1 + 1 + 5)
  const log = await region('Bitácora')
  expect(log.getAllByRole('listitem')).toHaveLength(5)
  expect(log.getAllByRole('listitem')[0]?.textContent).toContain('20-11-2026 12:00 · Carla Neira')
  expect(log.getByRole('link', { name: 'Ver toda su bitácora' })).toBeTruthy()
})

describe('a request is entered for Rosa', () => {
  const NAME = 'Ingresar una solicitud'

  test('from the head of her file, and on a phone from her requests, below what is owed (§12.2216)', async () => {
    const { unmount } = open({ ...file, sales: [sale], requests: [] })
    const link = await screen.findByRole('link', { name: NAME })
    expect(link.getAttribute('href')).toBe('/requests/new/1')
    const owed = await screen.findByRole('region', { name: 'Ventas, según contabilidad' })
    expect(link.compareDocumentPosition(owed)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    unmount()
    onScreen('639.98px')
    open({ ...file, sales: [sale], requests: [] })
    const card = await region('Solicitudes')
    expect(card.getByRole('link', { name: NAME }).getAttribute('href')).toBe('/requests/new/1')
    expect(screen.getAllByRole('link', { name: NAME })).toHaveLength(1)
  })

  test('by who may answer requests, and not by herself (§12.2216)', async () => {
    const { unmount } = open(file)
    await region('Cuenta')
    expect(screen.queryByRole('link', { name: NAME })).toBeNull()
    unmount()
    open({ ...file, user: { ...file.user, id: buildStaff().id }, requests: [] })
    await region('Solicitudes')
    expect(screen.queryByRole('link', { name: NAME })).toBeNull()
  })
})

test('closed requests are folded below the open ones (§12.1353)', async () => {
  const closed = buildRequestRow({ id: 9, state: 'resolved', procedure_title: 'Copia' })
  open({ ...file, requests: [buildRequestRow(), closed] })
  const card = await region('Solicitudes')
  const folded = card.getByText('1 cerrada').closest('details')
  expect(folded?.open).toBe(false)
  expect(within(folded as HTMLElement).getAllByRole('link', { hidden: true })).toHaveLength(1)
  expect(card.getByRole('link', { name: /^Cesión/ }).closest('details')).toBeNull()
})

test('documents say when they were published, and whether Rosa opened them (§12.1354)', async () => {
  const document = { sale_code: 'V-1001', published_at: '2026-11-02T15:00:00Z', opened_at: null }
  open({
    ...file,
    sales: [sale],
    documents: [
      { ...document, id: 2, title: 'Anexo' },
      { ...document, id: 1, title: 'Promesa', opened_at: '2026-11-04T15:00:00Z' },
    ],
  })
  const card = await region('Documentos')
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AnexoPublicado el 02-11-2026 · no lo ha abierto',
    'PromesaPublicado el 02-11-2026 · lo abrió el 04-11-2026',
    'Documentos de Altos de Tumbes · Casa 24',
  ])
  expect(card.getByRole('link', { name: 'Anexo' }).getAttribute('href')).toBe(
    '/member-documents?venta=V-1001',
  )
})

test('the folder can be viewed and the account edited, with the permissions (§12.392)', async () => {
  open(file, ['users.manage_users', 'users.view_as_member', 'auth.change_user'])
  await userEvent.click(await screen.findByRole('button', { name: 'Ver como socio' }))
  expect(await screen.findByLabelText('Motivo')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Editar', hidden: true })).toBeTruthy()
})

test('the way back leads to the same rows', async () => {
  const { where } = open(file)
  await userEvent.click(await screen.findByRole('link', { name: 'Volver a los usuarios' }))
  expect(where()).toBe('/users?fullname=mu')
})

test('an unknown user is told', async () => {
  storeUser(buildStaff())
  fakeServer({})
  renderAt('/users/99', { '/users/:id': <Screen /> })
  expect(await screen.findByText('No encontramos este usuario.')).toBeTruthy()
})

test('a form that somebody else overtook shows the account as it is, when it is opened again', async () => {
  storeUser(buildStaff({ permissions: ['users.manage_users', 'auth.change_user'] }))
  const changed = { ...file, user: { ...file.user, first_name: 'Rosa María' } }
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/staff/members/1/': [json(200, file), json(200, changed)],
    'PATCH /api/users/1/': json(400, { __all__: [userFormMessages.changedMeanwhile] }),
  })
  renderAt('/users/1', { '/users/:id': <Screen /> })
  await userEvent.click(await screen.findByRole('button', { name: 'Editar' }))
  await userEvent.type(await screen.findByLabelText('Apellido'), ' Soto')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByRole('heading', { name: 'Rosa María Muñoz' })).toBeTruthy()
})
