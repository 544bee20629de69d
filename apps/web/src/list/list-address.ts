import { useSearchParams } from 'react-router'
import type { ListScope, PageRequest } from '../api/resources.ts'
import { useStoredUser } from '../session/use-stored-user.ts'
import type { Sort } from '../ui/table/sort.ts'
import { canRestore, type RowPermissions } from './actions/row-actions.ts'

/** The state of a list, kept in the address so that Back, reload and shared links work. */
export interface ListAddress {
  scope: ListScope
  sort: Sort | null
  asked: PageRequest
  goToPage: (page: number) => void
  /** Replaces the page when the server answered with another one. */
  correctPage: (page: number) => void
  setSort: (sort: Sort | null) => void
  showScope: (scope: ListScope) => void
  /** Null for the usual number of rows on a page. */
  showRows: (count: number | null) => void
  /** Changes these filters and keeps the others. An empty value removes a filter. */
  filter: (values: Record<string, string>, options?: { replace?: boolean }) => void
}

const PAGE = 'pagina'
const SORT = 'orden'
const ROWS = 'filas'
const SCOPE = 'ver'
const DELETED = 'eliminados'

/**
 * @param filterNames the query parameters that are filters, by the server's names.
 * @param permissions a shared address shows the deleted rows only to users who can restore them.
 */
export function useListAddress(
  filterNames: readonly string[],
  permissions: RowPermissions = {},
): ListAddress {
  const [params, setParams] = useSearchParams()
  const canSeeDeleted = canRestore(useStoredUser() ?? null, permissions)

  const sort = readSort(params.get(SORT))

  function change(values: Record<string, string>, options: { replace?: boolean } = {}) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    // An unchanged address must not add an entry to the history.
    if (next.toString() === params.toString()) return
    setParams(next, { preventScrollReset: true, ...options })
  }

  // A change of rows or order starts at the first page.
  return {
    scope: canSeeDeleted && params.get(SCOPE) === DELETED ? 'deleted' : 'active',
    sort,
    asked: readAsked(params, filterNames),
    goToPage: (page) => change({ [PAGE]: writePage(page) }),
    correctPage: (page) => change({ [PAGE]: writePage(page) }, { replace: true }),
    setSort: (next) => change({ [SORT]: next ? writeSort(next) : '', [PAGE]: '' }),
    showScope: (scope) =>
      change({ [SCOPE]: scope === 'deleted' ? DELETED : '', [SORT]: '', [PAGE]: '' }),
    showRows: (count) => change({ [ROWS]: count === null ? '' : String(count), [PAGE]: '' }),
    filter: (values, options) => change({ ...values, [PAGE]: '' }, options),
  }
}

/** The rows that the address asks for. */
export function readAsked(params: URLSearchParams, filterNames: readonly string[]): PageRequest {
  const sort = readSort(params.get(SORT))
  const rows = Number(params.get(ROWS))
  return {
    ...(rows > 0 && { pageSize: rows }),
    page: readPage(params.get(PAGE)),
    orderBy: sort?.by ?? '',
    orderDesc: sort?.isDescending ?? false,
    filters: readFilters(params, filterNames),
  }
}

function readPage(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

function writePage(page: number): string {
  return page === 1 ? '' : String(page)
}

/** 'title' is ascending, '-title' descending. */
function readSort(text: string | null): Sort | null {
  const [, minus, by] = /^(-?)(\w+)$/.exec(text ?? '') ?? []
  return by ? { by, isDescending: minus === '-' } : null
}

export function writeSort({ by, isDescending }: Sort): string {
  return `${isDescending ? '-' : ''}${by}`
}

function readFilters(params: URLSearchParams, names: readonly string[]): Record<string, string> {
  const given = names.map((name) => [name, params.get(name) ?? ''])
  return Object.fromEntries(given.filter(([, value]) => value))
}
