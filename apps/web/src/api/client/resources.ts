import type { Endpoint } from '@carpeta/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './answered.ts'

// The calls that all things with a list have in common. What is read of a resource is cached under
// the resource itself, so that a change can invalidate all of it.

export interface Resource {
  list: Endpoint
  listDeleted?: Endpoint
  remove?: Endpoint
  restore?: Endpoint
}

export interface Page<Row> {
  results: Row[]
  current: number
  lastPage: number
}

/** The rows of a list: those in use, or those that were deleted and can be restored. */
export type ListScope = 'active' | 'deleted'

export interface PageRequest {
  /** 1-based. */
  page: number
  /** '' is the server's own order. */
  orderBy: string
  orderDesc: boolean
  /** By the names of the wire. */
  filters: Record<string, string>
}

const PAGE_SIZE = 10

export function pageQuery<Answer extends Page<unknown>>(
  resource: Resource,
  scope: ListScope,
  asked: PageRequest,
) {
  return queryOptions({
    queryKey: [resource, scope, asked],
    // Other people work on the same things.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { list, listDeleted = list } = resource
      const endpoint = scope === 'deleted' ? listDeleted : list
      return (await answered(endpoint, { query: queryOf(asked), signal })) as Answer
    },
  })
}

export async function remove({ remove }: Resource, id: number): Promise<void> {
  if (remove) await answered(remove, { params: { id } })
}

export async function restore({ restore }: Resource, id: number): Promise<void> {
  if (restore) await answered(restore, { params: { id }, body: {} })
}

function queryOf({ page, orderBy, orderDesc, filters }: PageRequest): Record<string, string> {
  return {
    page: String(page),
    pageSize: String(PAGE_SIZE),
    orderBy,
    orderDesc: orderDesc ? '1' : '',
    ...filters,
  }
}
