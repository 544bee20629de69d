import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import type { MemberFile } from '../staff/calls.ts'
import { buildRequestRow } from '../testing/build-staff-request.ts'
import { buildStaff, buildUserRow } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
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
    'Recuperar la contraseña19-11-2026 23:30 · Usado',
    'Invitación a activar la cuenta01-11-2026 09:00 · No se pudo entregarEl servidor de correo respondió: 550 no such user',
  ])
  expect(account.getByText('550 no such user').lang).toBe('en')
  const logins = await region('Últimos ingresos')
  expect(logins.getByRole('listitem').textContent).toBe('19-11-2026 23:30No pudo ingresar')
})

test('an email of another kind that did not arrive has no date (§12.49)', async () => {
  open({ ...file, emails: [refused] })
  const account = await region('Cuenta')
  expect(account.getByRole('listitem').textContent).toBe(
    'Un correoNo se pudo entregarEl servidor de correo respondió: 552 mailbox full',
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

test('sales are as accounting says; requests lead to their page', async () => {
  open({ ...file, sales: [sale], requests: [buildRequestRow()] })
  const cells = (await region('Ventas, según contabilidad')).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Altos de Tumbes · Casa 24V-1001 · Las Dunas',
    'Aprobada el 02-05-2023',
    '26',
    '1.234,50',
    '20-11-2026 06:00',
  ])
  const link = (await region('Solicitudes')).getByRole('link', { name: /^Cesión/ })
  expect(link.getAttribute('href')).toBe('/requests/12')
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
