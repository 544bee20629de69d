import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { UserRow } from '../../api/users.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { buildStaff, buildUserRow } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { fullName } from './full-name.ts'
import { Screen } from './users-screen.tsx'

const rosa = buildUserRow()
const tomas = buildUserRow(
  {
    id: 2,
    first_name: 'Tomás',
    last_name: 'Rivas',
    email: 'tomas@example.cl',
    is_active: false,
    profile: { ...rosa.profile, id: 2, social_security: '20347878-K' },
  },
  { state: 'not_invited' },
)
const nora = buildUserRow(
  { id: 3, first_name: 'Nora', last_name: 'Paz', is_active: false },
  {
    state: 'invited',
    invited_at: '2026-11-20T02:30:00Z',
    delivery: 'failed',
    failure: '550 mailbox unavailable',
  },
)
const carla = buildStaff({
  permissions: ['users.manage_users', 'auth.add_user', 'auth.change_user', 'auth.delete_user'],
})
const ivan = buildStaff({ ...carla, id: 9, first_name: 'Iván', is_superuser: true })

const pageOf = (...results: UserRow[]) => json(200, { results, current: 1, lastPage: 1 })
const idle = { queued: 0, sent: 0, failed: 0 }

function users(answers: Parameters<typeof fakeServer>[0] = {}, { me = carla, at = '/users' } = {}) {
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

const press = async (name: string, role = 'button') =>
  userEvent.click(await screen.findByRole(role, { name }))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const dialog = (name: string) => screen.findByRole('dialog', { name })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function cells() {
  const rows = within(await screen.findByRole('table', { name: 'Usuarios' })).getAllByRole('row')
  return rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
}

beforeEach(connectSession)

test('each account shows its user, whether it is active, and the state of its invitation', async () => {
  users()
  const [first, second, third] = await cells()
  expect(first?.slice(1, 5)).toEqual([
    '1',
    'Nombre: Rosa MuñozCorreo: rosa@example.clRut: 12.345.678-5',
    'Activado',
    'Activo',
  ])
  expect(second?.slice(3, 5)).toEqual(['Desactivado', 'No invitadoInvitar'])
  expect(third?.[4]).toBe(
    'Invitado el 19-11-2026No se pudo entregar550 mailbox unavailableReenviarRevocar',
  )
})

test('on a tablet every account is a card: an email does not fit into a sixth of it', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('959.98px') })
  onTestFinished(() => {
    window.matchMedia = wide
  })
  users()
  const isCards = async () =>
    (await screen.findByRole('table', { name: 'Usuarios' })).dataset.cards === 'true'
  expect(await isCards()).toBe(true)
  await press('Ver eliminados', 'tab')
  await screen.findByText('Fecha de eliminación')
  expect(await isCards()).toBe(true)
})

test('the filters are those of the specification, and are sent by the server’s names', async () => {
  const { where, calls } = users()
  await cells()
  await press('Filtros')
  await userEvent.type(field('Nombre'), 'mu')
  await userEvent.type(field('Correo'), 'example')
  await userEvent.type(field('Rut'), '123456785')
  expect(field('Rut').value).toBe('12.345.678-5')
  await userEvent.selectOptions(screen.getByLabelText('Invitación'), 'Sin correo')
  await press('Filtrar')
  const filtered = 'fullname=mu&email=example&social_security=12.345.678-5&invitation=no_email'
  expect(where()).toBe(`/users?${filtered}`)
  await waitFor(() =>
    expect(calls(`/api/users/?page=1&pageSize=10`).at(-1)?.url).toContain(filtered),
  )
})

describe('the actions', () => {
  const buttons = () => screen.getAllByRole('button').map((each) => each.ariaLabel)

  test('follow the permissions', async () => {
    users({}, { me: buildStaff({ permissions: ['users.manage_users'] }) })
    await cells()
    expect(screen.queryByRole('button', { name: 'Añadir usuario' })).toBeNull()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(buttons().filter((label) => /^(Editar|Eliminar)/.test(label ?? ''))).toEqual([])
  })

  test('stop at superusers, and at deleting oneself', async () => {
    const boss = buildUserRow({ id: 9, first_name: 'Iván', last_name: '', is_superuser: true })
    const self = buildUserRow({ id: carla.id, first_name: 'Carla', last_name: '' })
    users({ 'GET /api/users/': pageOf(boss, self) })
    await cells()
    expect(buttons().filter((label) => /Iván|Carla/.test(label ?? ''))).toEqual(['Editar Carla'])
  })

  test('lead superusers to the groups, and nobody else', async () => {
    users()
    await cells()
    expect(screen.queryByRole('link', { name: 'Grupos' })).toBeNull()
    storeUser(ivan)
    expect((await screen.findByRole('link', { name: 'Grupos' })).getAttribute('href')).toBe(
      '/groups',
    )
  })
})

describe('deleting and restoring', () => {
  test('a user is deleted after a specific warning', async () => {
    const { seen } = users({ 'DELETE /api/users/1/': json(200, {}) })
    await press('Eliminar Rosa Muñoz')
    expect(
      await screen.findByText(
        'IMPORTANTE: Luego de eliminar, no se podrá recuperar el usuario, ¿Seguro que quieres eliminar?',
      ),
    ).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('Se ha eliminado correctamente!')).toBeTruthy()
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  test('deleted users are shown without actions, and can be restored', async () => {
    users({ 'PATCH /api/users/1/restore/': json(200, rosa) }, { at: '/users?ver=eliminados' })
    expect(await cells()).toHaveLength(1)
    expect(screen.queryByRole('columnheader', { name: 'Invitación' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Invitar a todos' })).toBeNull()
    await press('Restaurar Rosa Muñoz')
    expect(await screen.findByText('¿Seguro que quieres restaurar este usuario?')).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('Se ha restaurado correctamente!')).toBeTruthy()
  })

  test('deleted users are not shown without the permission, whatever the address', async () => {
    const me = buildStaff({ permissions: ['users.manage_users', 'auth.change_user'] })
    const { calls } = users({}, { me, at: '/users?ver=eliminados' })
    expect(await cells()).toHaveLength(3)
    expect(screen.getByRole('columnheader', { name: 'Invitación' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invitar a todos' })).toBeTruthy()
    expect(calls('/trashed/')).toEqual([])
  })

  test('a restore that is refused shows why, line by line', async () => {
    users(
      {
        'PATCH /api/users/1/restore/': json(400, {
          social_security: ['Ya existe un usuario con este rut'],
          email: ['Ya existe un usuario con este correo'],
        }),
      },
      { at: '/users?ver=eliminados' },
    )
    await press('Restaurar Rosa Muñoz')
    await press('OK')
    const refused = within(await dialog('Ocurrió un error'))
    expect(refused.getByText('Ya existe un usuario con este rut')).toBeTruthy()
    expect(refused.getByText('Ya existe un usuario con este correo')).toBeTruthy()
  })
})

describe('a new user', () => {
  async function fillIn() {
    await press('Añadir usuario')
    await dialog('Usuarios')
    await userEvent.type(field('Nombre'), ' Ana ')
    await userEvent.type(field('Apellido'), 'Mora')
    await userEvent.type(field('Correo'), 'ana@example.cl')
    await userEvent.type(field('Rut'), '1000004-0')
  }

  test('needs everything, in the sentences of the specification', async () => {
    const { sent } = users()
    await press('Añadir usuario')
    await dialog('Usuarios')
    await userEvent.type(field('Rut'), '1-1')
    await userEvent.type(field('Repite la contraseña'), 'x')
    await press('Guardar')
    for (const message of [
      'Ingrese nombre',
      'Ingrese apellido',
      'Ingrese email',
      'Rut no válido',
      'Ingrese una contraseña',
      'Ambos passwords deben coincidir',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy()
    }
    await userEvent.type(field('Correo'), 'ana')
    expect(await screen.findByText('email no válido')).toBeTruthy()
    expect(sent('POST')).toEqual([])
  })

  test('is sent as the server takes it, and the list is read again', async () => {
    const { sent } = users({ 'POST /api/users/': json(201, { ...rosa, first_name: 'Ana' }) })
    await fillIn()
    await userEvent.clear(field('Rut'))
    await userEvent.type(field('Rut'), '10000004-0')
    await userEvent.type(field('Contraseña'), 'Quillay#4471')
    await userEvent.type(field('Repite la contraseña'), 'Quillay#4471')
    await press('Guardar')
    await closed()
    expect(sent('POST')).toEqual([
      [
        '/api/users/',
        {
          first_name: 'Ana',
          last_name: 'Mora',
          email: 'ana@example.cl',
          password: 'Quillay#4471',
          profile: { social_security: '10000004-0' },
          group_ids: [],
          is_active: true,
        },
      ],
    ])
    expect(screen.getByText('Se ha guardado correctamente: Ana Muñoz')).toBeTruthy()
  })

  describe('is announced once saved', () => {
    const SAVED = 'Se ha guardado correctamente: Tomás Paz'
    async function saveTomas(answers: Parameters<typeof fakeServer>[0] = {}) {
      const renamed = { ...tomas, last_name: 'Paz' }
      users({ 'PATCH /api/users/2/': json(200, renamed), ...answers })
      await press(`Editar ${fullName(tomas)}`)
      await dialog('Usuarios')
      await userEvent.clear(field('Apellido'))
      await userEvent.type(field('Apellido'), 'Paz')
      await press('Guardar')
      await closed()
      expect(screen.getByText(SAVED)).toBeTruthy()
    }

    test('until other rows are shown, and not again on the way back', async () => {
      await saveTomas()
      await press('Ver eliminados', 'tab')
      expect(screen.queryByText(SAVED)).toBeNull()
      await press('Ver todos', 'tab')
      await cells()
      expect(screen.queryByText(SAVED)).toBeNull()
    })

    test('until another action starts, also one that fails', async () => {
      await saveTomas({ 'POST /api/users/2/invite/': json(503, 'El correo no responde') })
      await press(`Invitar a ${fullName(tomas)}`)
      expect(await screen.findByText('El correo no responde')).toBeTruthy()
      expect(screen.queryByText(SAVED)).toBeNull()
    })

    test('until a deletion is asked for', async () => {
      await saveTomas()
      await press('Eliminar Rosa Muñoz')
      expect(screen.queryByText(SAVED)).toBeNull()
    })
  })

  test('who is invited needs no password, whatever was typed before', async () => {
    const { sent } = users({ 'POST /api/users/': json(201, rosa) })
    await press('Añadir usuario')
    await dialog('Usuarios')
    expect(field('Enviar invitación').checked).toBe(false)
    await userEvent.type(field('Contraseña'), 'abc')
    await userEvent.click(field('Enviar invitación'))
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
    expect(screen.queryByLabelText('Activo')).toBeNull()
    await userEvent.type(field('Nombre'), 'Ana')
    await userEvent.type(field('Apellido'), 'Mora')
    await userEvent.type(field('Correo'), 'ana@example.cl')
    await press('Guardar')
    await closed()
    expect(sent('POST')[0]?.[1]).toMatchObject({ password: '', invite: true, is_active: true })
  })

  test('the server’s errors go to their fields, the rest above the button', async () => {
    users({
      'POST /api/users/': json(400, {
        first_name: ['Nombre muy largo'],
        profile: { social_security: ['Ya existe un usuario con este rut'] },
        password: ['Al menos un número', 'Al menos una letra'],
        __all__: ['Inténtalo más tarde'],
      }),
    })
    await fillIn()
    await userEvent.clear(field('Rut'))
    await userEvent.type(field('Contraseña'), 'x')
    await userEvent.type(field('Repite la contraseña'), 'x')
    await press('Guardar')
    const described = async (name: string, message: string) => {
      const shown = await screen.findByText(message)
      expect(field(name).getAttribute('aria-describedby')).toContain(shown.id)
    }
    await described('Nombre', 'Nombre muy largo')
    await described('Rut', 'Ya existe un usuario con este rut')
    expect(field('Contraseña').getAttribute('aria-invalid')).toBe('true')
    expect((await screen.findByRole('alert')).textContent).toBe('Inténtalo más tarde')
    expect(screen.getByRole('dialog', { name: 'Usuarios' })).toBeTruthy()
  })
})

describe('an existing user', () => {
  test('is changed with all fields, and keeps the password', async () => {
    const { sent } = users({ 'PATCH /api/users/1/': json(200, rosa) })
    await press('Editar Rosa Muñoz')
    await dialog('Usuarios')
    expect(field('Rut').value).toBe('12.345.678-5')
    expect(screen.queryByLabelText('Contraseña actual')).toBeNull()
    expect(screen.queryByLabelText('Enviar invitación')).toBeNull()
    expect(screen.queryByText('Grupos')).toBeNull()
    await userEvent.clear(field('Apellido'))
    await userEvent.type(field('Apellido'), 'Soto')
    await userEvent.click(field('Activo'))
    await press('Guardar')
    await closed()
    expect(sent('PATCH')).toEqual([
      [
        '/api/users/1/',
        {
          id: 1,
          first_name: 'Rosa',
          last_name: 'Soto',
          email: 'rosa@example.cl',
          old_password: '',
          password: '',
          profile: {
            id: 1,
            social_security: '12345678-5',
            updated_at: '2026-11-20T23:24:13Z',
          },
          group_ids: [],
          is_active: false,
        },
      ],
    ])
  })

  test('that a colleague changed meanwhile is not overwritten, and is read again', async () => {
    const changed =
      'La cuenta cambió mientras la editabas. Ciérrala y ábrela de nuevo para ver cómo está.'
    users({
      'GET /api/users/': [pageOf(rosa), pageOf({ ...rosa, email: 'rosa@nueva.cl' })],
      'PATCH /api/users/1/': json(400, { __all__: [changed] }),
    })
    await press('Editar Rosa Muñoz')
    await userEvent.type(field('Apellido'), ' Soto')
    await press('Guardar')
    expect((await screen.findByRole('alert')).textContent).toBe(changed)
    expect(field('Apellido').value).toBe('Muñoz Soto')
    await screen.findByText('rosa@nueva.cl')
    await press('Cancelar')
    await press('Editar Rosa Muñoz')
    expect(field('Correo').value).toBe('rosa@nueva.cl')
  })

  test('with more permissions than oneself keeps its login data', async () => {
    const mario = buildUserRow({ first_name: 'Mario', permissions: ['requests.answer_requests'] })
    users({ 'GET /api/users/': pageOf(mario) })
    await press('Editar Mario Muñoz')
    expect(field('Apellido').readOnly).toBe(false)
    expect([field('Correo').readOnly, field('Rut').readOnly]).toEqual([true, true])
    expect(screen.queryByLabelText('Contraseña nueva')).toBeNull()
    expect(screen.getByText(/^No puedes cambiar la contraseña, el correo ni el rut/)).toBeTruthy()
  })

  test('cannot be closed while it is being saved', async () => {
    let answer = (_: Response) => {}
    const saved = new Promise<Response>((resolve) => {
      answer = resolve
    })
    users({ 'PATCH /api/users/1/': () => saved })
    await press('Editar Rosa Muñoz')
    await press('Guardar')
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancelar' })
    await waitFor(() => expect(cancel.disabled).toBe(true))
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Usuarios' })).toBeTruthy()
    answer(json(200, rosa))
    await closed()
  })

  test('without data that accounting never sent can be saved', async () => {
    const company = buildUserRow({ first_name: 'Los Robles SpA', last_name: '', email: '' })
    const { sent } = users({
      'GET /api/users/': pageOf(company),
      'PATCH /api/users/1/': json(200, company),
    })
    await press('Editar Los Robles SpA')
    await dialog('Usuarios')
    await press('Guardar')
    await closed()
    expect(sent('PATCH')).toHaveLength(1)
  })

  test('gets groups from a superuser', async () => {
    const { sent } = users({ 'PATCH /api/users/1/': json(200, rosa) }, { me: ivan })
    await press('Editar Rosa Muñoz')
    const groups = within(await screen.findByRole('group', { name: 'Grupos' }))
    await userEvent.click(await groups.findByRole('checkbox', { name: 'Contabilidad' }))
    await press('Guardar')
    await closed()
    expect(sent('PATCH')[0]?.[1]).toMatchObject({ group_ids: [2] })
  })

  test('oneself needs the current password, and has neither groups nor a switch', async () => {
    const self = buildUserRow({ ...ivan, last_name: 'Rojas' })
    const renamed = { ...self, first_name: 'Iván Andrés' }
    const { sent } = users(
      { 'GET /api/users/': pageOf(self), 'PATCH /api/users/9/': json(200, renamed) },
      { me: ivan },
    )
    await press('Editar Iván Rojas')
    await dialog('Usuarios')
    expect(screen.queryByRole('group', { name: 'Grupos' })).toBeNull()
    expect(field('Activo').disabled).toBe(true)
    expect(field('Rut').readOnly).toBe(true)
    await userEvent.type(field('Contraseña nueva'), 'Quillay#4471')
    await userEvent.type(field('Repite la contraseña'), 'Quillay#4471')
    await press('Guardar')
    // The server would count it as a failed login.
    expect(await screen.findByText('Ingresa tu contraseña actual')).toBeTruthy()
    expect(sent('PATCH')).toEqual([])
    await userEvent.type(field('Contraseña actual'), 'Carpeta#2026')
    await press('Guardar')
    await closed()
    expect(sent('PATCH')[0]?.[1]).toMatchObject({
      old_password: 'Carpeta#2026',
      password: 'Quillay#4471',
    })
    expect(storedUser()?.first_name).toBe('Iván Andrés')
  })

  test('typed values are not lost to a click beside the form', async () => {
    users()
    await press('Editar Rosa Muñoz')
    await dialog('Usuarios')
    await press('Cancelar')
    await closed()
    expect(document.activeElement?.ariaLabel).toBe('Editar Rosa Muñoz')
  })
})

describe('invitations', () => {
  const queued = (state: UserRow) => ({
    ...state,
    invitation: { ...state.invitation, state: 'invited', delivery: 'queued' } as const,
  })

  test('one is sent from the row, and the button keeps the focus', async () => {
    const { sent } = users({
      'GET /api/users/': [pageOf(tomas), pageOf(queued(tomas))],
      'POST /api/users/2/invite/': json(200, {}),
    })
    await press('Invitar a Tomás Rivas')
    expect(await screen.findByText('La invitación a Tomás Rivas va en camino')).toBeTruthy()
    expect(await screen.findByText('En cola')).toBeTruthy()
    const again = screen.getByRole('button', { name: 'Reenviar la invitación a Tomás Rivas' })
    expect(document.activeElement).toBe(again)
    await userEvent.click(again)
    expect(sent('POST')).toHaveLength(1)
  })

  test('once the queue is empty the rows are read again', async () => {
    const gone = { ...nora, invitation: { ...nora.invitation, delivery: 'sent' as const } }
    users({
      'GET /api/users/': [pageOf(tomas), pageOf(queued(tomas)), pageOf(gone)],
      'POST /api/users/2/invite/': json(200, {}),
    })
    await press('Invitar a Tomás Rivas')
    expect(await screen.findByRole('button', { name: /^Reenviar .* Nora Paz$/ })).toBeTruthy()
    expect(screen.queryByText('En cola')).toBeNull()
  })

  test('one that cannot be sent shows why, in the row', async () => {
    users({ 'POST /api/users/2/invite/': json(503, 'Servicio no disponible') })
    await press('Invitar a Tomás Rivas')
    expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
  })

  test('one is revoked after a confirmation', async () => {
    const again = { ...nora, invitation: { ...nora.invitation, state: 'not_invited' as const } }
    const { calls } = users({
      'GET /api/users/': [pageOf(nora), pageOf(again)],
      'POST /api/users/3/revoke/': json(200, {}),
    })
    await press('Revocar la invitación a Nora Paz')
    const asked = within(await dialog('Revocar invitación'))
    expect(asked.getByText('Nora Paz')).toBeTruthy()
    expect(calls('/revoke/')).toHaveLength(0)
    await press('OK')
    expect(await screen.findByText('La invitación se revocó')).toBeTruthy()
    await press('OK')
    await closed()
    expect(document.activeElement?.ariaLabel).toBe('Invitar a Nora Paz')
  })

  test('the result of a revocation is shown, though its row leaves the filtered list', async () => {
    users(
      {
        'GET /api/users/': [pageOf(nora), pageOf()],
        'POST /api/users/3/revoke/': json(200, {}),
      },
      { at: '/users?invitation=invited' },
    )
    await press('Revocar la invitación a Nora Paz')
    await press('OK')
    expect(await screen.findByText('No hay resultados')).toBeTruthy()
    expect(screen.getByText('La invitación se revocó')).toBeTruthy()
  })

  test('an email that did not reach an active user is shown in the row, and can be filtered', async () => {
    const full = buildUserRow({}, { delivery: 'failed', failure: '552 mailbox full' })
    const { calls } = users({ 'GET /api/users/': pageOf(full) })
    expect((await cells())[0]?.[4]).toBe('ActivoNo se pudo entregar552 mailbox full')
    await press('Filtros')
    await userEvent.selectOptions(screen.getByLabelText('Invitación'), 'Carta no entregada')
    await press('Filtrar')
    await waitFor(() => expect(calls('invitation=failed')).toHaveLength(1))
  })

  test('only users without a password can be selected; they are invited together', async () => {
    const { sent } = users({ 'POST /api/users/invite/': json(200, { queued: 2 }) })
    await cells()
    expect(screen.queryByRole('region', { name: 'Selección' })).toBeNull()
    const boxes = screen.getAllByRole('checkbox').map((each) => each.ariaLabel)
    expect(boxes).toEqual([
      'Seleccionar toda la página',
      'Seleccionar a Tomás Rivas',
      'Seleccionar a Nora Paz',
    ])
    await press('Seleccionar a Nora Paz', 'checkbox')
    const bar = within(screen.getByRole('region', { name: 'Selección' }))
    expect(bar.getByText('1 seleccionado')).toBeTruthy()
    await press('Seleccionar toda la página', 'checkbox')
    expect(bar.getByText('2 seleccionados')).toBeTruthy()
    await userEvent.click(bar.getByRole('button', { name: 'Invitar' }))
    expect(await screen.findByText('2 usuarios')).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('2 correos van en camino.')).toBeTruthy()
    expect(sent('POST')).toEqual([['/api/users/invite/', { ids: [3, 2] }]])
    await press('OK')
    await closed()
    expect(screen.queryByRole('region', { name: 'Selección' })).toBeNull()
  })

  test('a selection can be cleared, and ends with its list', async () => {
    users()
    await cells()
    await press('Seleccionar a Nora Paz', 'checkbox')
    await press('Quitar selección')
    expect(screen.queryByText('1 seleccionado')).toBeNull()
    await press('Seleccionar a Nora Paz', 'checkbox')
    await press('Ver eliminados', 'tab')
    expect(screen.queryByText('1 seleccionado')).toBeNull()
  })

  describe('of all that match', () => {
    const counts = (notInvited: number, invited: number) => {
      const counted = (count: number) =>
        json(200, { results: count ? [tomas] : [], current: 1, lastPage: Math.max(1, count) })
      return [pageOf(rosa, tomas), counted(notInvited), counted(invited)]
    }

    test('are sent after showing their number, to users without one', async () => {
      const { sent, calls } = users(
        {
          'GET /api/users/': counts(120, 14),
          'POST /api/users/invite/': json(200, { queued: 119 }),
        },
        { at: '/users?fullname=ri' },
      )
      await cells()
      await press('Invitar a todos')
      await dialog('Invitar a todos')
      expect(await screen.findByText('120 usuarios')).toBeTruthy()
      expect(calls('pageSize=1').map(({ url }) => new URL(url).search)).toContain(
        '?fullname=ri&invitation=not_invited&page=1&pageSize=1',
      )
      await press('Enviar 120 correos')
      expect(await screen.findByText('119 correos van en camino.')).toBeTruthy()
      expect(sent('POST')).toEqual([
        ['/api/users/invite/', { all: { fullname: 'ri', invitation: 'not_invited' } }],
      ])
    })

    test('can be sent again to users who had one', async () => {
      const { sent } = users({
        'GET /api/users/': counts(120, 14),
        'POST /api/users/invite/': json(200, { queued: 134 }),
      })
      await cells()
      await press('Invitar a todos')
      await userEvent.click(
        await screen.findByLabelText('Enviarlo de nuevo a 14 usuarios que ya fueron invitados'),
      )
      await press('Enviar 134 correos')
      expect(await screen.findByText('134 correos van en camino.')).toBeTruthy()
      expect(sent('POST')).toEqual([['/api/users/invite/', { all: {} }]])
    })

    test('are none where no user waits for one', async () => {
      const { sent } = users(
        { 'GET /api/users/': counts(0, 0) },
        { at: '/users?invitation=active' },
      )
      await cells()
      await press('Invitar a todos')
      expect(await screen.findByText('Nadie de esta lista espera una invitación.')).toBeTruthy()
      expect(sent('POST')).toEqual([])
    })

    test('that cannot be queued show why', async () => {
      users({
        'GET /api/users/': counts(1, 0),
        'POST /api/users/invite/': json(503, 'Servicio no disponible'),
      })
      await cells()
      await press('Invitar a todos')
      await press('Enviar 1 correo')
      expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
    })
  })

  test('in the queue are counted, and failures are shown', async () => {
    users({ 'GET /api/users/invitations/': json(200, { queued: 34, sent: 66, failed: 2 }) })
    expect(await screen.findByText('Faltan 34 correos por enviar')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Correos enviados' })).toBeTruthy()
    expect(screen.getByText(/^2 correos no se pudieron entregar/)).toBeTruthy()
  })
})
