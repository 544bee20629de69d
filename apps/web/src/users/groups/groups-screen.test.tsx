import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './groups-screen.tsx'

const office = {
  id: 1,
  name: 'Atención de socios',
  permissions: ['requests.answer_requests', 'trees.climb'],
  members: 1,
}
const officeAsRead = { name: office.name, permissions: office.permissions }
const empty = { id: 2, name: 'Contabilidad', permissions: [], members: 0 }
const ivan = buildStaff({ first_name: 'Iván', is_superuser: true })

function groups(answers: Parameters<typeof fakeServer>[0] = {}, me = ivan) {
  storeUser(me)
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/groups/': json(200, { results: [office, empty], current: 1, lastPage: 1 }),
    ...answers,
  })
  const sent = (method: string) =>
    server.seen
      .filter((each) => each.method === method)
      .map(({ url, body }) => {
        const { csrfmiddlewaretoken, ...fields } = JSON.parse(String(body))
        return [new URL(url).pathname, fields]
      })
  return { ...server, ...renderAt('/groups', <Screen />), sent }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(connectSession)

test('a group lists its permissions and its number of members', async () => {
  groups()
  const table = await screen.findByRole('table', { name: 'Grupos' })
  const rows = within(table).getAllByRole('row').slice(1)
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(cells.map((row) => row.slice(0, 3))).toEqual([
    ['Atención de socios', 'Responder las solicitudes de los sociostrees.climb', '1 usuario'],
    ['Contabilidad', 'Ninguno', '0 usuarios'],
  ])
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByRole('link', { name: 'Volver a los usuarios' })).toBeTruthy()
})

test('the screen is for superusers', () => {
  const { seen, where } = groups({}, buildStaff())
  expect(where()).toBe('/login')
  expect(seen).toEqual([])
})

test('a new group needs a name, and gets the selected permissions', async () => {
  const { sent } = groups({ 'POST /api/groups/': json(201, empty) })
  await press('Añadir grupo')
  await screen.findByRole('dialog', { name: 'Añadir grupo' })
  await press('Guardar')
  expect(await screen.findByText('Ingrese nombre')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Nombre'), ' Directorio ')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Consultar la bitácora' }))
  await press('Guardar')
  await closed()
  expect(sent('POST')).toEqual([
    ['/api/groups/', { name: 'Directorio', permissions: ['audit.view_audit'] }],
  ])
})

test('of a changed group the changes are sent, with unknown permissions, and what was read (security 5.28)', async () => {
  const { sent } = groups({ 'PATCH /api/groups/1/': json(200, office) })
  await press('Editar Atención de socios')
  await screen.findByRole('dialog', { name: 'Editar grupo' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Añadir usuarios' }))
  await press('Guardar')
  await closed()
  expect(sent('PATCH')).toEqual([
    [
      '/api/groups/1/',
      {
        permissions: ['requests.answer_requests', 'trees.climb', 'auth.add_user'],
        as_read: officeAsRead,
      },
    ],
  ])
})

test('a permission that the server refuses can be removed, and the group saved', async () => {
  const { sent } = groups({
    'PATCH /api/groups/1/': [
      json(400, { permissions: ['Permiso desconocido: trees.climb'] }),
      json(200, office),
    ],
  })
  await press('Editar Atención de socios')
  await userEvent.type(await screen.findByLabelText('Nombre'), ' y vecinos')
  await press('Guardar')
  expect(await screen.findByText('Permiso desconocido: trees.climb')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'trees.climb' }))
  await press('Guardar')
  await closed()
  expect(sent('PATCH')).toEqual([
    ['/api/groups/1/', { name: 'Atención de socios y vecinos', as_read: officeAsRead }],
    [
      '/api/groups/1/',
      {
        name: 'Atención de socios y vecinos',
        permissions: ['requests.answer_requests'],
        as_read: officeAsRead,
      },
    ],
  ])
})

test('a name that is taken is an error on its field', async () => {
  groups({
    'PATCH /api/groups/2/': json(400, { name: ['Ya existe un grupo con este nombre'] }),
  })
  await press('Editar Contabilidad')
  await screen.findByRole('dialog')
  await press('Guardar')
  const told = await screen.findByText('Ya existe un grupo con este nombre')
  expect(screen.getByLabelText('Nombre').getAttribute('aria-describedby')).toContain(told.id)
})

test('a group with members stays, and the dialog says why', async () => {
  const { sent } = groups()
  await press('Eliminar Atención de socios')
  await screen.findByRole('dialog', { name: 'Eliminar' })
  expect(
    screen.getByText('El grupo tiene 1 integrante. Quítalo del grupo antes de eliminarlo.'),
  ).toBeTruthy()
  expect(screen.queryByText(/¿Seguro/)).toBeNull()
  await press('Entendido')
  await closed()
  expect(sent('DELETE')).toEqual([])
})

test('a group that got a member meanwhile stays too', async () => {
  const why = 'El grupo tiene 1 integrante. Quítalo del grupo antes de eliminarlo.'
  groups({ 'DELETE /api/groups/2/': json(400, why) })
  await press('Eliminar Contabilidad')
  expect(await screen.findByText('¿Seguro que quieres eliminar este grupo?')).toBeTruthy()
  await press('OK')
  expect(await screen.findByText(why)).toBeTruthy()
})
