import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ViewBanner } from '../app/layout/member-area.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storedUser, storeUser } from '../session/stored-user.ts'
import { buildStaff, buildUser, buildUserRow } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { choose } from '../testing/users-screen.tsx'
import { Component as Screen } from '../users/users-screen.tsx'

const carla = buildStaff({ permissions: ['users.manage_users', 'users.view_as_member'] })
const rosa = buildUserRow()
const seenByCarla = { ...buildUser(), viewed_by: { id: carla.id, name: 'Carla Neira' } }
const mario = buildUserRow({
  id: 7,
  first_name: 'Mario',
  permissions: ['requests.answer_requests'],
  profile: { ...rosa.profile, id: 7, is_client: false },
})

function users(me = carla, answers: Parameters<typeof fakeServer>[0] = {}, at = '/users') {
  storeUser(me)
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/users/': json(200, { results: [rosa, mario], current: 1, lastPage: 1 }),
    'GET /api/users/invitations/': json(200, { queued: 0, sent: 0, failed: 0 }),
    'POST /api/view-as/': json(200, seenByCarla),
    ...answers,
  })
  return { ...server, ...renderAt(at, <Screen />) }
}

const button = (name: string) => screen.findByRole('button', { name })

beforeEach(connectSession)

test('Carla gives a reason, and continues in Rosa’s folder as Rosa sees it', async () => {
  const { calls, where } = users()
  await choose('Ver como socio', 'Rosa Muñoz')
  await userEvent.click(await button('Ver la carpeta'))
  expect(await screen.findByText('Escribe el motivo')).toBeTruthy()
  expect(calls('/api/view-as/')).toHaveLength(0)

  expect(document.activeElement).toBe(screen.getByLabelText('Motivo'))
  await userEvent.type(screen.getByLabelText('Motivo'), ' Llamó por su cuota ')
  expect(screen.queryByText('Escribe el motivo')).toBeNull()
  await userEvent.click(await button('Ver la carpeta'))
  await waitFor(() => expect(where()).toBe('/dashboard'))
  expect(storedUser()).toEqual(seenByCarla)
  expect(JSON.parse(String(calls('/api/view-as/')[0]?.body))).toMatchObject({
    user_id: rosa.id,
    reason: 'Llamó por su cuota',
  })
})

test('the dialog cannot be closed during the call, or Rosa’s folder would open after Cancelar', async () => {
  users(carla, { 'POST /api/view-as/': () => new Promise(() => {}) })
  await choose('Ver como socio', 'Rosa Muñoz')
  await userEvent.type(screen.getByLabelText('Motivo'), 'Llamó')
  await userEvent.click(await button('Ver la carpeta'))
  const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancelar' })
  await waitFor(() => expect(cancel.disabled).toBe(true))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Ver como socio' })).toBeTruthy()
})

test('the way back leads to the same rows', async () => {
  const { where, unmount } = users(
    carla,
    { 'POST /api/view-as/end/': json(200, carla) },
    '/users?fullname=rosa',
  )
  await choose('Ver como socio', 'Rosa Muñoz')
  await userEvent.type(screen.getByLabelText('Motivo'), 'Llamó')
  await userEvent.click(await button('Ver la carpeta'))
  await waitFor(() => expect(where()).toBe('/dashboard'))
  unmount()
  const folder = renderAt('/dashboard', <ViewBanner user={seenByCarla} />)
  await userEvent.click(await button('Dejar de ver'))
  await waitFor(() => expect(folder.where()).toBe('/users?fullname=rosa'))
})

test('a colleague’s folder is not offered, nor any without the permission', async () => {
  users()
  await button('Acciones de Rosa Muñoz')
  expect(screen.queryByRole('button', { name: /Acciones de Mario/ })).toBeNull()
})

test('without the permission nobody’s is', async () => {
  users(buildStaff())
  await screen.findByText('Rosa Muñoz')
  expect(screen.queryByRole('button', { name: /Acciones de/ })).toBeNull()
})

test('a refusal is shown in the dialog', async () => {
  users(carla, { 'POST /api/view-as/': json(400, ['Solo se puede ver la carpeta de un socio']) })
  await choose('Ver como socio', 'Rosa Muñoz')
  await userEvent.type(screen.getByLabelText('Motivo'), 'Llamó')
  await userEvent.click(await button('Ver la carpeta'))
  expect(await screen.findByText('Solo se puede ver la carpeta de un socio')).toBeTruthy()
})

test('the banner names the folder’s owner, and leads back to oneself', async () => {
  storeUser(seenByCarla)
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/view-as/end/': json(200, carla),
  })
  const { where } = renderAt('/dashboard', <ViewBanner user={seenByCarla} />)
  expect(screen.getByRole('region', { name: 'Ver como socio' }).textContent).toContain(
    'Estás viendo la carpeta de Rosa Muñoz',
  )
  await userEvent.click(await button('Dejar de ver'))
  await waitFor(() => expect(where()).toBe('/users'))
  expect(storedUser()).toEqual(carla)
})
