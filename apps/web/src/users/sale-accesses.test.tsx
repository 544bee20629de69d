import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import type { MemberFile } from '../staff/calls.ts'
import { buildStaff, buildUserRow } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as Screen } from './user-screen.tsx'

const access: MemberFile['own_sales'][number]['accesses'][number] = {
  id: 7,
  kind: 'co_holder',
  name: 'Luis Parra',
  social_security: '13456789-9',
  given_at: '2026-11-20T12:00:00Z',
  given_by: 'cooperative',
  last_day: '',
  state: 'valid',
  account_id: null,
  entry: 'no_account',
}

const file: MemberFile = {
  user: buildUserRow(),
  emails: [],
  logins: [],
  own_sales: [
    {
      code: 'V-1001',
      project: 'Altos del Biobío',
      property: { type: 'Casa', lot: '24' },
      co_holder: 'Luis Parra',
      representative: '',
      kinds: ['co_holder'],
      accesses: [access, { ...access, id: 6, state: 'revoked', account_id: 42 }],
    },
  ],
  read_sales: [
    {
      id: 9,
      code: 'V-3001',
      kind: 'representative',
      given_at: '2026-11-20T12:00:00Z',
      last_day: '',
      state: 'over',
      holder: 'Inmobiliaria Los Robles SpA',
      holder_id: 5,
    },
  ],
}

function open(permissions: string[]) {
  storeUser(buildStaff({ permissions }))
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/staff/members/1/': json(200, file),
    'DELETE /api/staff/sale-accesses/7/': json(200, {}),
  })
  renderAt('/users/1', { '/users/:id': <Screen /> })
  return server
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(connectSession)

test('Carla sees which access waits for an account, and opens the form with its rut (§12.447)', async () => {
  open(['users.manage_users', 'auth.add_user'])
  const card = await region('Quién más ve sus compras')
  expect(card.getAllByText(/lo dio la cooperativa/)).toHaveLength(2)
  expect(card.getByRole('link', { name: 'Abrir su ficha' }).getAttribute('href')).toBe('/users/42')
  await userEvent.click(card.getByRole('button', { name: 'Crear su cuenta' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Rut')).value).toBe('13.456.789-9')
})

test('without the permission to add users there is no button', async () => {
  open(['users.manage_users'])
  const card = await region('Quién más ve sus compras')
  expect(card.getByText(/Espera una cuenta/)).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Crear su cuenta' })).toBeNull()
})

test('she takes an access back', async () => {
  const server = open(['users.manage_users'])
  const card = await region('Quién más ve sus compras')
  await userEvent.click(card.getByRole('button', { name: 'Quitar el acceso de Luis Parra' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar acceso' }))
  expect(await screen.findByText(/Luis Parra ya no ve/)).toBeTruthy()
  expect(server.calls('/api/staff/sale-accesses/7/')).toHaveLength(1)
})

test('the sales of others that the member reads lead to their holders (§12.447)', async () => {
  open(['users.manage_users'])
  const card = await region('Compras de otros que puede ver')
  expect(card.getByRole('listitem').textContent).toBe(
    'V-3001 · Inmobiliaria Los Robles SpARepresentante legal · Venció',
  )
  expect(card.getByRole('link').getAttribute('href')).toBe('/users/5')
})
