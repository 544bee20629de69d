import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Resource } from '../api/resources.ts'
import type { RowPermissions } from '../list/actions/row-actions.ts'
import type { FilterField } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { useListAddress } from '../list/list-address.ts'
import type { ListTexts } from '../list/list-texts.ts'
import { storeUser } from '../session/stored-user.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { buildStaff } from './build-user.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

export interface Tree {
  id: number
  name: string
  height: string
  deleted_at?: string | null
}

export const araucaria: Tree = { id: 1, name: 'Araucaria', height: '40 m' }
export const boldo: Tree = { id: 2, name: 'Boldo', height: '15 m' }
export const canelo: Tree = {
  id: 3,
  name: 'Canelo',
  height: '20 m',
  deleted_at: '2026-11-20T15:30:00Z',
}

const treesResource = {
  list: 'GET /api/trees/',
  listDeleted: 'GET /api/trees/trashed/',
  remove: 'DELETE /api/trees/:id/',
  restore: 'PATCH /api/trees/:id/restore/',
} as unknown as Resource

const columns: Column<Tree>[] = [
  { header: 'Nombre', cell: ({ name }) => name, onCard: 'title', sortBy: 'name' },
  { header: 'Altura', cell: ({ height }) => height },
]

export interface Situation {
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

export function pageOf(results: Tree[], current = 1, lastPage = 1) {
  return json(200, { results, current, lastPage })
}

export function trees(situation: Situation = {}) {
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
        resource={treesResource}
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

export const table = () => screen.findByRole('table', { name: 'Árboles' })
export async function names() {
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  return rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)
}
export const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent)
export const press = async (name: string, role = 'button') =>
  userEvent.click(await screen.findByRole(role, { name }))

export const wide = window.matchMedia
