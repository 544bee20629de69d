import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff, buildUserRow, plain } from '../testing/build-user.ts'
import { json } from '../testing/fake-server.ts'
import {
  carla,
  cells,
  choose,
  dialog,
  field,
  ivan,
  nora,
  pageOf,
  press,
  rosa,
  tomas,
  users,
} from '../testing/users-screen.tsx'
import { withResolvers } from '../testing/with-resolvers.ts'

beforeEach(connectSession)

test('each account is Activado or Desactivado; of whoever waits for an invitation or a password, that comes first (§2.80, §12.1020, §12.1815, §12.2250)', async () => {
  users()
  const [first, second, third] = await cells()
  expect(first?.slice(1, 5)).toEqual([
    '1',
    'Nombre: Rosa MuñozCorreo: rosa@example.clRut: 12.345.678-5',
    'Socio',
    'Activado',
  ])
  expect(second?.slice(3, 5)).toEqual(['Contabilidad', 'Sin invitarDesactivado'])
  expect(third?.[4]).toContain('Invitado el 19-11-2026DesactivadoNo se pudo entregar')
  expect(screen.getByText('Activado').dataset.tone).toBe('green')
  expect(screen.getAllByText('Desactivado').map(({ dataset }) => dataset.tone)).toEqual([
    'amber',
    'amber',
  ])
})

test('Rosa, whom staff deactivated, is told from those who chose no password (§12.1020)', async () => {
  const barred = { ...buildUserRow({ is_active: false }), account_state: 'inactive' as const }
  users({ 'GET /api/users/': pageOf(barred) })
  expect((await cells())[0]?.[4]).toBe('DesactivadoPor la cooperativa')
  expect(screen.getByText('Desactivado').dataset.tone).toBe('red')
  await press('Filtros')
  const choices = within(screen.getByRole('combobox', { name: 'Estado' }))
  expect(choices.queryByRole('option', { name: 'Desactivado' })).toBeNull()
  expect(choices.getByRole('option', { name: 'Desactivado por la cooperativa' })).toBeTruthy()
})

test('a name leads to the user’s file, and Back to the same rows', async () => {
  const { where } = users({}, { at: '/users?fullname=mu' })
  await userEvent.click(await screen.findByRole('link', { name: 'Rosa Muñoz' }))
  expect(where()).toBe('/users/1?fullname=mu')
})

test('a user can be selected while a new order loads, and stays selected in it', async () => {
  const sorted = withResolvers<Response>()
  const { where } = users({ 'GET /api/users/': [pageOf(rosa, tomas), () => sorted.promise] })
  await press('#Id')
  const table = () => screen.findByRole('table', { name: 'Usuarios' })
  expect((await table()).parentElement?.ariaBusy).toBe('true')
  const boxOfTomas = () =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleccionar a Tomás Rivas' })
  await userEvent.click(boxOfTomas())
  expect(boxOfTomas().checked).toBe(true)
  expect(screen.getByText('1 seleccionado')).toBeTruthy()
  sorted.resolve(pageOf(tomas, rosa))
  await waitFor(async () => expect((await cells())[0]?.[1]).toBe('2'))
  expect(boxOfTomas().checked).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Tomás Rivas' }))
  expect(where()).toBe('/users/2?orden=id')
})

test('a name leads to the file in the order that is still loading', async () => {
  const { where } = users({ 'GET /api/users/': [pageOf(rosa), () => new Promise(() => {})] })
  await press('#Id')
  await userEvent.click(screen.getByRole('link', { name: 'Rosa Muñoz' }))
  expect(where()).toBe('/users/1?orden=id')
})

test('a text that very many have says how to find the others (§12.594)', async () => {
  const page = (isLimited: boolean) =>
    json(200, { results: [rosa], current: 1, lastPage: isLimited ? 100 : 1, isLimited })
  const { unmount } = users({ 'GET /api/users/': page(false) })
  await cells()
  expect(screen.queryByText(/más de 1\.000 resultados/)).toBeNull()
  unmount()
  users({ 'GET /api/users/': page(true) }, { at: '/users?fullname=mu' })
  expect(await screen.findByText(/más de 1\.000 resultados/)).toBeTruthy()
})

test('on a tablet every account is a card: an email does not fit into a sixth of it', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('1023.98px') })
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

test.each([
  ['a phone', '639.98px'],
  ['a small laptop', '1199.98px'],
])('on %s all but Añadir usuario are in one menu (§12.1760, §12.2150)', async (_screen, width) => {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes(width) })
  onTestFinished(() => {
    window.matchMedia = wide
  })
  users({}, { me: ivan })
  await screen.findByRole('button', { name: 'Añadir usuario' })
  expect(screen.queryByRole('button', { name: 'Invitar a todos…' })).toBeNull()
  await press('Más acciones')
  // jsdom places no menu, so its transition leaves it hidden.
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Grupos',
    'Cartas con código',
    'Invitar a todos…',
  ])
  expect(items[1]?.getAttribute('href')).toBe('/letters')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Invitar a todos…', hidden: true }))
  expect(await dialog('Invitar a todos')).toBeTruthy()
})

test('the filters are those of the specification, and are sent by the server’s names (§2.78)', async () => {
  const { where, calls } = users()
  await cells()
  await press('Filtros')
  await userEvent.type(field('Nombre'), 'mu')
  await userEvent.type(field('Correo'), 'example')
  await userEvent.type(field('Rut'), '123456785')
  expect(field('Rut').value).toBe('12.345.678-5')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Estado' }), 'Sin correo')
  await press('Filtrar')
  const filtered = 'fullname=mu&email=example&social_security=12.345.678-5&invitation=no_email'
  expect(where()).toBe(`/users?${filtered}`)
  await waitFor(() =>
    expect(calls(`/api/users/?page=1&pageSize=25`).at(-1)?.url).toContain(filtered),
  )
})

describe('the search box', () => {
  const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: /^Buscar por nombre/ })
  const asked = (calls: (part: string) => { url: string }[]) =>
    calls('/api/users/?').map(({ url }) => new URL(url).searchParams.get('fullname') ?? '')

  test('filters while Carla types: one call, in the address, and the focus stays (§12.1462)', async () => {
    const { where, calls } = users({ 'GET /api/users/': [pageOf(rosa, tomas), pageOf(tomas)] })
    await cells()
    await userEvent.type(box(), 'rivas')
    await waitFor(() => expect(where()).toBe('/users?fullname=rivas'))
    await waitFor(async () => expect(await cells()).toHaveLength(1))
    expect(document.activeElement).toBe(box())
    expect(asked(calls)).toEqual(['', 'rivas'])
    // The fields of the specification stay closed: the box shows the filter.
    expect(screen.getByRole('button', { name: 'Filtros' }).ariaExpanded).toBe('false')
    await press('Filtros')
    expect(field('Nombre').value).toBe('rivas')
  })

  test('replaces the filter by the one that fits, and keeps the state and the order (§12.1462)', async () => {
    const { where } = users({}, { at: '/users?fullname=ri&invitation=invited&orden=id&pagina=3' })
    await cells()
    expect(box().value).toBe('ri')
    await userEvent.clear(box())
    await userEvent.type(box(), 'rosa@')
    await waitFor(() => expect(where()).toBe('/users?invitation=invited&orden=id&email=rosa%40'))
    await userEvent.clear(box())
    await userEvent.type(box(), '12.345{Enter}')
    await waitFor(() =>
      expect(where()).toBe('/users?invitation=invited&orden=id&social_security=12.345'),
    )
  })

  test('that finds nobody says so, and is cleared beside it; the state stays (§12.1819)', async () => {
    const { where } = users(
      { 'GET /api/users/': [pageOf(), pageOf(nora)] },
      { at: '/users?fullname=nadie&invitation=invited' },
    )
    expect(await screen.findByText('Nadie coincide con «nadie».')).toBeTruthy()
    await press('Borrar la búsqueda')
    expect(where()).toBe('/users?invitation=invited')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Usuarios' }))
    await waitFor(async () => expect(await cells()).toHaveLength(1))
    expect(box().value).toBe('')
  })

  test('leaves two filters to their fields, which are open (§12.1462)', async () => {
    users({}, { at: '/users?fullname=ri&email=example' })
    await cells()
    expect(box().value).toBe('')
    expect(screen.getByRole('button', { name: 'Filtros (2)' }).ariaExpanded).toBe('true')
    expect(field('Nombre').value).toBe('ri')
  })

  test('shows what the fields filter by, and is cleared with them (§12.1462)', async () => {
    users()
    await cells()
    await press('Filtros')
    await userEvent.type(field('Correo'), 'tomas@')
    await press('Filtrar')
    await waitFor(() => expect(box().value).toBe('tomas@'))
    await press('Limpiar')
    await waitFor(() => expect(box().value).toBe(''))
  })
})

test('25, 50 or 100 rows are shown, and the address keeps how many (§12.1463)', async () => {
  const many = json(200, { results: [rosa], current: 1, lastPage: 4, isLimited: false })
  const { where, calls } = users({ 'GET /api/users/': many }, { at: '/users?pagina=1&orden=id' })
  await cells()
  const size = screen.getByRole('combobox', { name: 'Filas por página' })
  expect(within(size).getAllByRole('option')).toHaveLength(3)
  await userEvent.selectOptions(size, '100 por página')
  expect(where()).toBe('/users?orden=id&filas=100')
  await waitFor(() => expect(calls('pageSize=100')).toHaveLength(1))
  await userEvent.selectOptions(size, '25 por página')
  expect(where()).toBe('/users?orden=id')
})

test('the address cannot ask for any number of rows (§12.1463)', async () => {
  const { calls } = users({}, { at: '/users?filas=999' })
  await cells()
  expect(calls('pageSize=25')).toHaveLength(1)
  expect(screen.queryByRole('combobox', { name: 'Filas por página' })).toBeNull()
})

describe('the actions', () => {
  const buttons = () => screen.getAllByRole('button').map((each) => each.ariaLabel)

  test('follow the permissions (§2.79, §2.81)', async () => {
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

  test('do not delete a colleague with more permissions', async () => {
    const mario = buildUserRow({
      id: 8,
      first_name: 'Mario',
      last_name: '',
      permissions: ['requests.answer_requests'],
    })
    users({ 'GET /api/users/': pageOf(mario) })
    await cells()
    expect(buttons().filter((label) => /Mario/.test(label ?? ''))).toEqual(['Editar Mario'])
  })

  test('stand together at the end of the row, all but Editar in a menu (§12.1464, §12.1976)', async () => {
    users()
    await screen.findByRole('table', { name: 'Usuarios' })
    const row = within(screen.getByRole('row', { name: /Nora Paz/ }))
    const names = (at: number) =>
      within(row.getAllByRole('cell').at(at) as HTMLElement)
        .queryAllByRole('button')
        .map((each) => each.ariaLabel)
    expect(names(-1)).toEqual(['Editar Nora Paz', 'Acciones de Nora Paz'])
    await press('Acciones de Nora Paz')
    const items = await screen.findAllByRole('menuitem', { hidden: true })
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Reenviar la invitación',
      'Revocar la invitación',
      'Eliminar',
    ])
    expect([0, 1, 2, 3, 4].flatMap(names)).toEqual([])
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
  test('a deleted account cannot be entered, whatever it was, and waits for nothing (§12.1020)', async () => {
    users({ 'GET /api/users/trashed/': pageOf(rosa, nora) }, { at: '/users?ver=eliminados' })
    const states = (await cells()).map((row) => row.filter((cell) => /activado/i.test(cell ?? '')))
    expect(states).toEqual([['DesactivadoEliminado'], ['DesactivadoEliminado']])
  })

  test('a user is deleted after a specific warning, by a red button (§8.17, §12.1360)', async () => {
    const { seen } = users({ 'DELETE /api/users/1/': json(200, {}) })
    await choose('Eliminar', 'Rosa Muñoz')
    expect(
      await screen.findByText(
        'IMPORTANTE: Luego de eliminar, no se podrá recuperar el usuario, ¿Seguro que quieres eliminar?',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'OK' }).dataset.variant).toBe('danger')
    await press('OK')
    expect(await screen.findByText('Se ha eliminado correctamente!')).toBeTruthy()
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  test('the question says what Rosa leaves open, beside the sentence of the specification (§12.1461)', async () => {
    users({
      'GET /api/users/1/open-matters/': json(200, { sales: 1, requests: 2, assigned: 0 }),
      'GET /api/users/2/open-matters/': json(200, { sales: 0, requests: 0, assigned: 3 }),
      'GET /api/users/3/open-matters/': json(200, { sales: 0, requests: 0, assigned: 0 }),
    })
    await choose('Eliminar', 'Rosa Muñoz')
    expect(
      await screen.findByText('Deja abierto: 1 compra en curso y 2 solicitudes sin cerrar.'),
    ).toBeTruthy()
    expect(screen.getByText(/^IMPORTANTE: Luego de eliminar/)).toBeTruthy()
    await press('Cancelar')
    await choose('Eliminar', 'Tomás Rivas')
    expect(await screen.findByText('Deja abierto: 3 solicitudes de otros a su cargo.')).toBeTruthy()
    await press('Cancelar')
    await choose('Eliminar', 'Nora Paz')
    await waitFor(() => expect(screen.queryByText('Revisando qué deja abierto…')).toBeNull())
    expect(screen.queryByText(/Deja abierto/)).toBeNull()
  })

  test('nobody is deleted before what is left open is said, or that it is not known (§12.2400)', async () => {
    const checked = withResolvers<Response>()
    const { seen } = users({
      'GET /api/users/1/open-matters/': () => checked.promise,
      'DELETE /api/users/1/': json(200, {}),
    })
    await choose('Eliminar', 'Rosa Muñoz')
    const reason = await screen.findByText('Revisando qué deja abierto…')
    const button = screen.getByRole('button', { name: 'OK', description: reason.textContent ?? '' })
    expect([button.ariaDisabled, document.activeElement]).toEqual(['true', button])
    await userEvent.click(button)
    expect(seen.filter(({ method }) => method === 'DELETE')).toEqual([])
    checked.resolve(json(400, {}))
    expect(await screen.findByText('No se pudo revisar si deja algo abierto.')).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('Se ha eliminado correctamente!')).toBeTruthy()
  })

  test('deleted users are shown without actions, and can be restored, without their groups (§12.1650)', async () => {
    users({ 'PATCH /api/users/1/restore/': json(200, rosa) }, { at: '/users?ver=eliminados' })
    expect(await cells()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Invitar a todos…' })).toBeNull()
    await press('Restaurar Rosa Muñoz')
    expect(await screen.findByText('¿Seguro que quieres restaurar este usuario?')).toBeTruthy()
    expect(screen.getByText(/^Vuelve sin grupos/)).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('Se ha restaurado correctamente!')).toBeTruthy()
  })

  test('deleted users are not shown without the permission, whatever the address', async () => {
    const me = buildStaff({ permissions: ['users.manage_users', 'auth.change_user'] })
    const { calls } = users({}, { me, at: '/users?ver=eliminados' })
    expect(await cells()).toHaveLength(3)
    expect(screen.getByRole('columnheader', { name: 'Selección' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invitar a todos…' })).toBeTruthy()
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

describe('an API of the specification alone', () => {
  const me = plain(ivan)
  const [plainRosa, plainTomas] = [plain(rosa), plain(tomas)]
  const page = json(200, { results: [plainRosa, plainTomas], current: 1, lastPage: 1 })
  const answers = { 'GET /api/users/': page, 'GET /api/users/invitations/': json(404, {}) }

  test('has rows with its fields only, and what staff do with them (§12.704)', async () => {
    const { seen } = users(answers, { me })
    expect((await cells()).map((row) => row.slice(0, 4))).toEqual([
      ['1', 'Nombre: Rosa MuñozCorreo: rosa@example.clRut: 12.345.678-5', 'Socio', 'Activado'],
      ['2', 'Nombre: Tomás RivasCorreo: tomas@example.clRut: 20.347.878-K', 'Socio', 'Desactivado'],
    ])
    const buttons = screen.getAllByRole('button').map((each) => each.ariaLabel ?? each.textContent)
    expect(buttons.filter((name) => /Invitar|Ver como|Grupos/.test(name ?? ''))).toEqual([])
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Rosa Muñoz' })).toBeNull()
    await press('Filtros')
    expect(screen.queryByRole('combobox', { name: 'Estado' })).toBeNull()
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/api/users/'])
  })

  test('changes a user (§12.704)', async () => {
    const { sent, seen } = users(
      { ...answers, 'PATCH /api/users/1/': json(200, plainRosa) },
      { me },
    )
    await press('Editar Rosa Muñoz')
    await dialog('Usuarios')
    expect(await screen.findByRole('checkbox', { name: 'Contabilidad' })).toBeTruthy()
    await userEvent.clear(field('Apellido'))
    await userEvent.type(field('Apellido'), 'Soto')
    await press('Guardar')
    expect(await screen.findByText(/Se ha guardado correctamente/)).toBeTruthy()
    expect(sent('PATCH')).toMatchObject([
      ['/api/users/1/', { id: 1, last_name: 'Soto', profile: { social_security: '12345678-5' } }],
    ])
    expect(seen.filter(({ url }) => /sign-in|invitations/.test(url))).toEqual([])
  })

  test('adds a user with a password (§12.704)', async () => {
    const { sent } = users({ ...answers, 'POST /api/users/': json(201, plainTomas) }, { me })
    await press('Añadir usuario')
    await dialog('Usuarios')
    expect(screen.queryByRole('switch', { name: /Enviar invitación/ })).toBeNull()
    await userEvent.type(field('Nombre'), 'Tomás')
    await userEvent.type(field('Apellido'), 'Rivas')
    await userEvent.type(field('Correo'), 'tomas@example.cl')
    await userEvent.type(field('Rut'), '20347878K')
    await userEvent.type(field('Contraseña'), 'Quillay#4471')
    await userEvent.type(field('Repite la contraseña'), 'Quillay#4471')
    await press('Guardar')
    expect(await screen.findByText('Se ha guardado correctamente: Tomás Rivas')).toBeTruthy()
    expect(sent('POST')).toMatchObject([['/api/users/', { password: 'Quillay#4471' }]])
  })

  test('deletes a user, whatever it answers (§12.704)', async () => {
    const { calls } = users(
      { ...answers, 'DELETE /api/users/2/': new Response(null, { status: 204 }) },
      { me },
    )
    await press('Eliminar Tomás Rivas')
    await press('OK')
    expect(await screen.findByText('Se ha eliminado correctamente!')).toBeTruthy()
    expect(calls('/api/users/2/')).toHaveLength(1)
    expect(calls('open-matters')).toEqual([])
  })
})

test('an account without email and rut says so in their places: each row has its lines (§12.1600)', async () => {
  const berta = { ...rosa, id: 8, email: '', profile: { ...rosa.profile, social_security: '' } }
  users({ 'GET /api/users/': pageOf(rosa, berta) })
  expect((await cells()).map((row) => row[2])).toEqual([
    'Nombre: Rosa MuñozCorreo: rosa@example.clRut: 12.345.678-5',
    'Nombre: Rosa MuñozCorreo: Sin correoRut: Sin rut',
  ])
})
