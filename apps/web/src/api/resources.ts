import type { Endpoint } from '@carpeta/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, answered, perform } from './client.ts'

// The calls shared by all resources with a list. Query keys start with the resource, so that a
// change can invalidate all its queries.

/** The calls that answer pages. */
type ListCall = {
  [Call in WithoutParams]: Answer<Call> extends Page<unknown> ? Call : never
}[WithoutParams]

type WithoutParams = Exclude<Extract<Endpoint, `GET ${string}`>, `${string}:${string}`>

/** The calls whose only parameter is the id of a row. */
type RowCall<Method extends string, Rest extends string> = Exclude<
  Extract<Endpoint, `${Method} ${string}/:id/${Rest}`>,
  `${string}:${string}:${string}`
>

export interface Resource {
  list: ListCall
  listDeleted?: ListCall
  remove?: RowCall<'DELETE', ''>
  restore?: RowCall<'PATCH', 'restore/'>
  pageSize?: number
  /** The sizes to choose from instead, the usual one first. */
  pageSizes?: readonly [number, ...number[]]
  /** Filters that count while the address has none of the name. */
  defaults?: Record<string, string>
  /** Filters while the address says neither in which state nor what is searched for: what waits for somebody. */
  waiting?: Record<string, string>
}

export interface Page<Row> {
  results: Row[]
  current: number
  lastPage: number
}

/** Deleted rows can be restored. */
export type ListScope = 'active' | 'deleted'

export interface PageRequest {
  /** 1-based. */
  page: number
  /** Empty for the server's default order. */
  orderBy: string
  orderDesc: boolean
  /** As the address says; without it the usual one. */
  pageSize?: number
  /** By the server's field names. */
  filters: Record<string, string>
}

const JUST_LOADED_MS = 5000

/** The part of a query that says when. */
interface Loaded {
  state: { dataUpdatedAt: number; isInvalidated: boolean }
}

/** Rows of a page of a list. */
const PAGE_SIZE = 10

/** The query of a list without filters and order. */
export function pageOf(page: number) {
  return { page: String(page), pageSize: String(PAGE_SIZE) }
}

/** @typeParam Listed What the resource's call answers. */
export function pageQuery<Listed extends Page<unknown>>(
  resource: Resource,
  scope: ListScope,
  request: PageRequest,
) {
  return queryOptions({
    queryKey: [resource, scope, request],
    // Other users change the same rows.
    staleTime: 0,
    // The loader has just asked for those of a page that opens.
    refetchOnMount: ({ state }: Loaded) =>
      state.isInvalidated || Date.now() - state.dataUpdatedAt > JUST_LOADED_MS,
    queryFn: async ({ signal }) => {
      const { list, listDeleted = list } = resource
      const query = queryOf(resource, request)
      const page = await answered(scope === 'deleted' ? listDeleted : list, { query, signal })
      return page as Page<unknown> as Listed
    },
  })
}

export async function remove({ remove }: Resource, id: number): Promise<void> {
  if (remove) await perform(remove, { params: { id: String(id) } })
}

export async function restore({ restore }: Resource, id: number): Promise<void> {
  if (restore) await perform(restore, { params: { id: String(id) } })
}

/** The rows of a page: of the sizes to choose from, the one that the address asks for. */
export function rowsPerPage({ pageSizes, pageSize }: Resource, { pageSize: asked }: PageRequest) {
  const [usual] = pageSizes ?? [pageSize ?? PAGE_SIZE]
  return asked !== undefined && pageSizes?.includes(asked) ? asked : usual
}

function queryOf(resource: Resource, request: PageRequest): Record<string, string> {
  const { page, orderBy, orderDesc } = request
  return {
    page: String(page),
    pageSize: String(rowsPerPage(resource, request)),
    orderBy,
    orderDesc: orderDesc ? '1' : '',
    ...filtersOf(resource, request),
  }
}

/** The filters by which the rows are asked for. */
export function filtersOf(
  { defaults, waiting }: Resource,
  { filters }: PageRequest,
): Record<string, string> {
  const isChosen = filters.state || filters.unrecorded || filters.q
  return { ...defaults, ...(!isChosen && waiting), ...filters }
}

/** In the address, for the rows of a list in any state. */
export const ANY_STATE = 'all'
