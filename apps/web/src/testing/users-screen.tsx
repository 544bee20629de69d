import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { storeUser } from '../session/stored-user.ts'
import type { UserRow } from '../users/calls.ts'
import { Component as Screen } from '../users/users-screen.tsx'
import { buildStaff, buildUserRow } from './build-user.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

export const rosa = buildUserRow()
export const tomas = {
  ...buildUserRow(
    {
      id: 2,
      first_name: 'Tomás',
      last_name: 'Rivas',
      email: 'tomas@example.cl',
      is_active: false,
      profile: { ...rosa.profile, id: 2, social_security: '20347878-K' },
    },
    { state: 'not_invited' },
  ),
  groups: ['Contabilidad'],
}
export const nora = buildUserRow(
  { id: 3, first_name: 'Nora', last_name: 'Paz', is_active: false },
  {
    state: 'invited',
    invited_at: '2026-11-20T02:30:00Z',
    delivery: 'failed',
    failure: '550 mailbox unavailable',
  },
)
export const carla = buildStaff({
  permissions: ['users.manage_users', 'auth.add_user', 'auth.change_user', 'auth.delete_user'],
})
export const ivan = buildStaff({ ...carla, id: 9, first_name: 'Iván', is_superuser: true })

export const pageOf = (...results: UserRow[]) =>
  json(200, { results, current: 1, lastPage: 1, isLimited: false })
const idle = { queued: 0, sent: 0, failed: 0 }

export function users(
  answers: Parameters<typeof fakeServer>[0] = {},
  { me = carla, at = '/users' } = {},
) {
  storeUser(me)
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/users/': pageOf(rosa, tomas, nora),
    'GET /api/users/trashed/': pageOf({ ...rosa, deleted_at: '2026-11-20T15:30:00Z' }),
    'GET /api/users/invitations/': json(200, idle),
    'GET /api/groups/': json(200, {
      results: [
        { id: 1, name: 'Administración' },
        { id: 2, name: 'Contabilidad' },
      ],
      current: 1,
      lastPage: 1,
    }),
    ...Object.fromEntries(
      [rosa, tomas, nora].map(({ id }) => [
        `GET /api/users/${id}/sign-in/`,
        json(200, { methods: [], open_sessions: 0 }),
      ]),
    ),
    ...answers,
  })
  const sent = (method: string) =>
    server.seen
      .filter((each) => each.method === method)
      .map(({ url, body }) => {
        const { csrfmiddlewaretoken, ...fields } = JSON.parse(String(body))
        return [new URL(url).pathname, fields]
      })
  return { ...server, ...renderAt(at, <Screen />), sent }
}

export const press = async (name: string, role = 'button') =>
  userEvent.click(await screen.findByRole(role, { name }))
/** An action of the menu of a row. */
export async function choose(action: string, person: string) {
  await press(`Acciones de ${person}`)
  // Hidden, because jsdom has no layout to position it.
  await userEvent.click(await screen.findByRole('menuitem', { name: action, hidden: true }))
}
export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const dialog = (name: string) => screen.findByRole('dialog', { name })
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

export async function cells() {
  const rows = within(await screen.findByRole('table', { name: 'Usuarios' })).getAllByRole('row')
  return rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
}
