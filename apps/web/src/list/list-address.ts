import { useSearchParams } from 'react-router'
import type { PageRequest } from '../api/resources.ts'
import { useStoredUser } from '../session/use-stored-user.ts'
import { nextSort, type Sort } from '../ui/table/sort.ts'
import { canRestore, type RowPermissions } from './actions/row-actions.ts'
import type { Scope } from './scope.ts'

/** Where a person is in a list. All of it is in the address: Back, reload and shared links just work. */
export interface ListAddress {
  scope: Scope
  sort: Sort | null
  asked: PageRequest
  goToPage: (page: number) => void
  /** The answer was of another page than the address says. */
  correctPage: (page: number) => void
  sortBy: (by: string) => void
  setSort: (sort: Sort | null) => void
  showScope: (scope: Scope) => void
  /** Changes these filters and keeps the others; '' takes one away. */
  filter: (values: Record<string, string>) => void
}

const PAGE = 'pagina'
const SORT = 'orden'
const SCOPE = 'ver'
const DELETED = 'eliminados'

/**
 * @param filterNames what else of the address is asked of the server, by the names of the wire.
 * @param permissions of the list: a shared address shows the trash to nobody who may not see it.
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
    // The same place again would be one more step for Back to undo.
    if (next.toString() === params.toString()) return
    setParams(next, { preventScrollReset: true, ...options })
  }

  // Whatever changes which rows there are, or their order, starts again at the first page.
  return {
    scope: canSeeDeleted && params.get(SCOPE) === DELETED ? 'deleted' : 'active',
    sort,
    asked: {
      page: readPage(params.get(PAGE)),
      orderBy: sort?.by ?? '',
      orderDesc: sort?.isDescending ?? false,
      filters: readFilters(params, filterNames),
    },
    goToPage: (page) => change({ [PAGE]: writePage(page) }),
    correctPage: (page) => change({ [PAGE]: writePage(page) }, { replace: true }),
    sortBy: (by) => change({ [SORT]: writeSort(nextSort(sort, by)), [PAGE]: '' }),
    setSort: (next) => change({ [SORT]: next ? writeSort(next) : '', [PAGE]: '' }),
    showScope: (scope) =>
      change({ [SCOPE]: scope === 'deleted' ? DELETED : '', [SORT]: '', [PAGE]: '' }),
    filter: (values) => change({ ...values, [PAGE]: '' }),
  }
}

function readPage(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

function writePage(page: number): string {
  return page === 1 ? '' : String(page)
}

/** 'title' ascends, '-title' descends. */
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
