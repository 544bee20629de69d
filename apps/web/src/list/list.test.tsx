import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import type { RowPermissions } from './actions/row-actions.ts'
import type { FilterField } from './filters.tsx'
import { List } from './list.tsx'
import { useListAddress } from './list-address.ts'
import type { ListTexts } from './list-texts.ts'

interface Tree {
  id: number
  name: string
  height: string
  deleted_at?: string | null
}

const araucaria: Tree = { id: 1, name: 'Araucaria', height: '40 m' }
const boldo: Tree = { id: 2, name: 'Boldo', height: '15 m' }
const canelo: Tree = { id: 3, name: 'Canelo', height: '20 m', deleted_at: '2026-11-20T15:30:00Z' }

const columns: Column<Tree>[] = [
  { header: 'Nombre', cell: ({ name }) => name, onCard: 'title', sortBy: 'name' },
  { header: 'Altura', cell: ({ height }) => height },
]

interface Situation {
  at?: string
  permissions?: string[]
  answers?: Parameters<typeof fakeServer>[0]
  texts?: Partial<ListTexts>
  filters?: FilterField[]
}

const rowPermissions: RowPermissions = {
  edit: 'auth.change_user',
  remove: 'auth.delete_user',
  restore: 'auth.delete_user',
}
const all = ['auth.change_user', 'auth.delete_user']

function pageOf(results: Tree[], current = 1, lastPage = 1) {
  return json(200, { results, current, lastPage })
}

function trees(situation: Situation = {}) {
  const { at = '/trees', permissions = all, answers = {}, texts = {}, filters = [] } = situation
  storeUser(buildStaff({ permissions }))
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/trees/': pageOf([araucaria, boldo]),
    'GET /api/trees/trashed/': pageOf([canelo]),
    ...answers,
  })
  const edited: string[] = []
  function Trees() {
    return (
      <List
        resource="trees"
        caption="Árboles"
        columns={columns}
        nameOf={({ name }) => name}
        address={useListAddress(['name', 'place', 'rut'], rowPermissions)}
        permissions={rowPermissions}
        filters={filters}
        onEdit={({ name }) => edited.push(name)}
        texts={texts}
      />
    )
  }
  const asked = () =>
    server.seen
      .filter(({ method, url }) => method === 'GET' && url.includes('/api/trees/'))
      .map(({ url }) => url)
  const queryAsked = () =>
    Object.fromEntries(new URL(asked().at(-1) ?? '', 'http://x').searchParams)
  return { ...server, ...renderAt(at, <Trees />), edited, asked, queryAsked }
}

const table = () => screen.findByRole('table', { name: 'Árboles' })
async function names() {
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  return rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)
}
const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent)
const press = async (name: string, role = 'button') =>
  userEvent.click(await screen.findByRole(role, { name }))

const wide = window.matchMedia

beforeEach(connectSession)

test('a list shows its first page of ten rows in the server’s order', async () => {
  const { queryAsked } = trees()
  expect(await names()).toEqual(['Araucaria', 'Boldo'])
  expect(headers()).toEqual(['Nombre', 'Altura', 'Acciones'])
  expect(queryAsked()).toEqual({ page: '1', pageSize: '10', orderBy: '', orderDesc: '' })
})

test('an empty list says so', async () => {
  trees({ answers: { 'GET /api/trees/': pageOf([]) } })
  expect(await screen.findByText('No hay resultados')).toBeTruthy()
})

test('a failed query shows its error and can be retried', async () => {
  trees({
    answers: { 'GET /api/trees/': [json(503, 'Servicio no disponible'), pageOf([boldo])] },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Servicio no disponible')
  await press('Reintentar')
  expect(await names()).toEqual(['Boldo'])
})

test('rows stay when they cannot be read again, and the error is shown', async () => {
  trees({
    answers: {
      'GET /api/trees/': [pageOf([araucaria]), json(401, { detail: 'x' })],
      'DELETE /api/trees/1/': json(200, {}),
    },
  })
  await press('Eliminar Araucaria')
  await press('OK')
  await screen.findByText('Se ha eliminado correctamente!')
  expect(screen.getByText(/Tu sesión ha terminado/)).toBeTruthy()
})

describe('sorting', () => {
  const order = () => screen.getByRole('columnheader', { name: 'Nombre' }).getAttribute('aria-sort')

  test('starts ascending, reverses, and is in the address', async () => {
    const { where, queryAsked } = trees()
    await table()
    expect(order()).toBe('none')
    await press('Nombre')
    expect(order()).toBe('ascending')
    expect(where()).toBe('/trees?orden=name')
    await press('Nombre')
    expect(order()).toBe('descending')
    expect(where()).toBe('/trees?orden=-name')
    await waitFor(() => expect(queryAsked()).toMatchObject({ orderBy: 'name', orderDesc: '1' }))
    await press('Nombre')
    expect(where()).toBe('/trees?orden=name')
  })

  test('has no button for columns that the server cannot sort', async () => {
    trees()
    await table()
    expect(screen.queryByRole('button', { name: 'Altura' })).toBeNull()
    expect(
      screen.getByRole('columnheader', { name: 'Altura' }).getAttribute('aria-sort'),
    ).toBeNull()
  })

  test('starts again at the first page', async () => {
    const { where } = trees({
      at: '/trees?pagina=2',
      answers: { 'GET /api/trees/': [pageOf([boldo], 2, 3), pageOf([araucaria], 1, 3)] },
    })
    await table()
    await press('Nombre')
    expect(where()).toBe('/trees?orden=name')
  })

  test('is a select where rows are cards', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: true })
    onTestFinished(() => {
      window.matchMedia = wide
    })
    const { where } = trees()
    await userEvent.selectOptions(
      await screen.findByLabelText('Ordenar por'),
      'Nombre, descendente',
    )
    expect(where()).toBe('/trees?orden=-name')
  })
})

describe('pages', () => {
  test('are changed with Anterior, Siguiente and their numbers', async () => {
    const { where, queryAsked } = trees({
      answers: {
        'GET /api/trees/': [
          pageOf([araucaria], 1, 3),
          pageOf([boldo], 2, 3),
          pageOf([araucaria], 1, 3),
          pageOf([boldo], 3, 3),
        ],
      },
    })
    await table()
    await press('Siguiente')
    await waitFor(async () => expect(await names()).toEqual(['Boldo']))
    expect(where()).toBe('/trees?pagina=2')
    expect(queryAsked()).toMatchObject({ page: '2' })
    await press('Anterior')
    await waitFor(async () => expect(await names()).toEqual(['Araucaria']))
    expect(where()).toBe('/trees')
    await press('Página 3')
    await waitFor(() => expect(screen.getByText('Página 3 de 3')).toBeTruthy())
    expect(screen.getByRole('button', { name: 'Página 3' }).getAttribute('aria-current')).toBe(
      'page',
    )
    expect(where()).toBe('/trees?pagina=3')
  })

  test('end at the first and the last one', async () => {
    const { where } = trees({ answers: { 'GET /api/trees/': pageOf([boldo], 1, 2) } })
    await table()
    const before = screen.getByRole('button', { name: 'Anterior' })
    expect(before.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(before)
    expect(where()).toBe('/trees')
  })

  test('are not shown when there is one', async () => {
    trees()
    await table()
    expect(screen.queryByRole('navigation', { name: 'Páginas de Árboles' })).toBeNull()
  })

  test('past the end become the last one, also in the address', async () => {
    const { where, queryAsked } = trees({
      at: '/trees?pagina=9',
      answers: { 'GET /api/trees/': pageOf([boldo], 2, 2) },
    })
    await table()
    await waitFor(() => expect(where()).toBe('/trees?pagina=2'))
    await waitFor(() => expect(queryAsked()).toMatchObject({ page: '2' }))
  })

  test.each(['0', 'abc', '1.5', '-3'])('%s means the first page', async (page) => {
    const { queryAsked } = trees({ at: `/trees?pagina=${page}` })
    await table()
    expect(queryAsked()).toMatchObject({ page: '1' })
  })
})

test('a shared link asks for the same page, order and filter', async () => {
  const { queryAsked } = trees({
    at: '/trees?pagina=2&orden=-name&name=bol&otra=x',
    answers: { 'GET /api/trees/': pageOf([boldo], 2, 2) },
  })
  await table()
  expect(queryAsked()).toEqual({
    page: '2',
    pageSize: '10',
    orderBy: 'name',
    orderDesc: '1',
    name: 'bol',
  })
})

describe('the actions', () => {
  const actions = () =>
    screen.getAllByRole('button', { name: /Araucaria/ }).map((each) => each.ariaLabel)

  test('are the permitted ones, each with its tooltip', async () => {
    trees()
    await table()
    expect(actions()).toEqual(['Editar Araucaria', 'Eliminar Araucaria'])
    await userEvent.hover(screen.getByRole('button', { name: 'Eliminar Araucaria' }))
    // Hidden, because jsdom has no layout to position it.
    expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe('Eliminar')
  })

  test('without any permission there is no column and no deleted rows', async () => {
    trees({ at: '/trees?ver=eliminados', permissions: [] })
    expect(await names()).toEqual(['Araucaria', 'Boldo'])
    expect(headers()).toEqual(['Nombre', 'Altura'])
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('Editar passes on the row', async () => {
    const { edited } = trees({ permissions: ['auth.change_user'] })
    await press('Editar Boldo')
    expect(edited).toEqual(['Boldo'])
    expect(screen.queryByRole('button', { name: 'Eliminar Boldo' })).toBeNull()
  })
})

describe('the deleted rows', () => {
  test('have their own tab, with the date and only a restore action', async () => {
    const { where, queryAsked } = trees({ at: '/trees?pagina=2&orden=name' })
    await table()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Ver todos',
      'Ver eliminados',
    ])
    await press('Ver eliminados', 'tab')
    expect(await names()).toEqual(['Canelo'])
    expect(where()).toBe('/trees?ver=eliminados')
    expect(queryAsked()).toMatchObject({ page: '1', orderBy: '' })
    expect(headers()).toEqual(['Nombre', 'Altura', 'Fecha de eliminación', 'Acciones'])
    expect(screen.getByText('20-11-2026 12:30')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Restaurar Canelo' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Eliminar|Editar) / })).toBeNull()
    await press('Ver todos', 'tab')
    expect(await names()).toEqual(['Araucaria', 'Boldo'])
    expect(where()).toBe('/trees')
  })
})

describe('deleting', () => {
  test('asks first, says that it is done, and removes the row', async () => {
    const { calls } = trees({
      answers: {
        'GET /api/trees/': [pageOf([araucaria, boldo]), pageOf([boldo])],
        'DELETE /api/trees/1/': json(200, {}),
      },
    })
    await press('Eliminar Araucaria')
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar' }))
    expect(dialog.getByText('¿Seguro que quieres eliminar este elemento?')).toBeTruthy()
    expect(dialog.getByText('Araucaria')).toBeTruthy()
    expect(calls('/api/trees/1/')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
    expect(await screen.findByText('Se ha eliminado correctamente!')).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await names()).toEqual(['Boldo'])
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Árboles' }))
  })

  test('is cancelled with Cancelar, and the focus returns', async () => {
    const { calls } = trees()
    await press('Eliminar Boldo')
    await press('Cancelar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls('/api/trees/2/')).toHaveLength(0)
    expect(document.activeElement?.ariaLabel).toBe('Eliminar Boldo')
  })

  test('a row that a colleague deleted says so, and removes the row', async () => {
    trees({
      answers: {
        'GET /api/trees/': [pageOf([araucaria, boldo]), pageOf([boldo])],
        'DELETE /api/trees/1/': json(404, { detail: 'No encontrado.' }),
      },
    })
    await press('Eliminar Araucaria')
    await press('OK')
    expect(await screen.findByText('No encontrado')).toBeTruthy()
    await press('OK')
    expect(await names()).toEqual(['Boldo'])
  })

  test('uses the texts of its list', async () => {
    trees({ texts: { remove: 'IMPORTANTE: ¿Seguro?' } })
    await press('Eliminar Boldo')
    expect(await screen.findByText('IMPORTANTE: ¿Seguro?')).toBeTruthy()
  })

  test('the last row of the last page leads to the page before', async () => {
    const { where } = trees({
      at: '/trees?pagina=2',
      answers: {
        'GET /api/trees/': [pageOf([boldo], 2, 2), pageOf([araucaria], 1, 1)],
        'DELETE /api/trees/2/': json(200, {}),
      },
    })
    await press('Eliminar Boldo')
    await press('OK')
    await screen.findByText('Se ha eliminado correctamente!')
    await waitFor(() => expect(where()).toBe('/trees'))
  })
})

describe('restoring', () => {
  const deletedRows = '/trees?ver=eliminados'

  test('asks first and says that it is done', async () => {
    const { calls } = trees({
      at: deletedRows,
      answers: { 'PATCH /api/trees/3/restore/': json(200, canelo) },
    })
    await press('Restaurar Canelo')
    expect(await screen.findByText('¿Seguro que quieres restaurar este elemento?')).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('Se ha restaurado correctamente!')).toBeTruthy()
    expect(calls('/api/trees/3/restore/')).toHaveLength(1)
  })

  test('that is refused with 400 shows a dialog with every sentence, however deep', async () => {
    trees({
      at: deletedRows,
      answers: {
        'PATCH /api/trees/3/restore/': json(400, {
          name: ['Ya existe un árbol con este nombre'],
          place: { street: ['Calle no válida'], number: 'Número no válido' },
        }),
      },
    })
    await press('Restaurar Canelo')
    await press('OK')
    const dialog = await screen.findByRole('dialog', { name: 'Ocurrió un error' })
    const lines = within(within(dialog).getByRole('alert')).getAllByText(/./)
    expect(lines.map((line) => line.textContent)).toEqual([
      'Ya existe un árbol con este nombre',
      'Calle no válida',
      'Número no válido',
    ])
    await press('OK')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await names()).toEqual(['Canelo'])
  })

  test('that fails otherwise shows why', async () => {
    trees({ at: deletedRows, answers: { 'PATCH /api/trees/3/restore/': json(503, 'Más tarde') } })
    await press('Restaurar Canelo')
    await press('OK')
    expect(await screen.findByText('Más tarde')).toBeTruthy()
  })
})

describe('the filters', () => {
  const filters: FilterField[] = [
    { name: 'name', label: 'Nombre' },
    { name: 'rut', label: 'Rut', isRut: true },
    { name: 'place', label: 'Lugar', choices: [{ value: 'sur', label: 'El sur' }] },
  ]

  const field = (name: string) => screen.queryByRole('textbox', { name })

  test('are behind a toggle and apply with Filtrar', async () => {
    const { where, queryAsked } = trees({ filters, at: '/trees?pagina=2&orden=name' })
    await table()
    expect(field('Nombre')).toBeNull()
    await press('Filtros')
    await userEvent.type(field('Nombre') as Element, ' bol ')
    await userEvent.type(screen.getByLabelText('Rut'), '123456785')
    await userEvent.selectOptions(screen.getByLabelText('Lugar'), 'El sur')
    await press('Filtrar')
    expect(where()).toBe('/trees?orden=name&name=bol&rut=12.345.678-5&place=sur')
    await waitFor(() =>
      expect(queryAsked()).toMatchObject({ name: 'bol', rut: '12.345.678-5', place: 'sur' }),
    )
    expect(screen.getByRole('button', { name: 'Filtros (3)' }).ariaExpanded).toBe('true')
  })

  test('that are in the address are open and filled', async () => {
    trees({ filters, at: '/trees?name=bol' })
    await table()
    expect((field('Nombre') as HTMLInputElement).value).toBe('bol')
  })

  test('that are in the address do not cover the rows on a phone, and are counted', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('639.98px') })
    onTestFinished(() => {
      window.matchMedia = wide
    })
    trees({ filters, at: '/trees?name=bol' })
    await table()
    expect(screen.getByRole('button', { name: 'Filtros (1)' }).ariaExpanded).toBe('false')
    expect(screen.queryByRole('button', { name: 'Filtrar' })).toBeNull()
    await press('Filtros (1)')
    expect((field('Nombre') as HTMLInputElement).value).toBe('bol')
  })

  test('are all cleared with Limpiar', async () => {
    const { where } = trees({ filters, at: '/trees?name=bol&rut=12.345.678-5&otra=x' })
    await table()
    await press('Limpiar')
    expect(where()).toBe('/trees?otra=x')
    expect((field('Nombre') as HTMLInputElement).value).toBe('')
    expect((field('Rut') as HTMLInputElement).value).toBe('')
  })

  test('that were only typed are cleared with Limpiar too', async () => {
    const { where } = trees({ filters })
    await press('Filtros')
    await userEvent.type(field('Nombre') as Element, 'bol')
    await userEvent.type(screen.getByLabelText('Rut'), '123456785')
    await press('Limpiar')
    expect((field('Nombre') as HTMLInputElement).value).toBe('')
    expect((field('Rut') as HTMLInputElement).value).toBe('')
    expect(where()).toBe('/trees')
  })

  test('keep what is typed while the address changes elsewhere, or while they are closed', async () => {
    const { where } = trees({ filters, at: '/trees?rut=12.345.678-5' })
    await userEvent.type(field('Nombre') as Element, 'bol')
    await press('Nombre')
    expect(where()).toBe('/trees?rut=12.345.678-5&orden=name')
    await press('Filtros (1)')
    expect(field('Nombre')).toBeNull()
    await press('Filtros (1)')
    expect((field('Nombre') as HTMLInputElement).value).toBe('bol')
    expect((field('Rut') as HTMLInputElement).value).toBe('12.345.678-5')
  })

  test('that are applied again without change reload the rows', async () => {
    const { where, asked } = trees({
      filters,
      at: '/trees?name=bol',
      answers: { 'GET /api/trees/': [pageOf([araucaria]), pageOf([boldo])] },
    })
    expect(await names()).toEqual(['Araucaria'])
    await press('Filtrar')
    await waitFor(async () => expect(await names()).toEqual(['Boldo']))
    expect(asked()).toHaveLength(2)
    expect(where()).toBe('/trees?name=bol')
  })
})
