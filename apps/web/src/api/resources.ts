import { queryOptions } from '@tanstack/react-query'
import { answered } from './answered.ts'
import type { Fields } from './client.ts'

// The calls that all things with a list have in common (spec §7). A resource is named as the path
// names it; all that is read of it is kept under that name, so that a change can forget the whole.

export interface Page<Row> {
  results: Row[]
  current: number
  lastPage: number
}

/** The living, or those that were deleted and can be restored. */
export type ListScope = 'living' | 'trashed'

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
  resource: string,
  scope: ListScope,
  asked: PageRequest,
) {
  return queryOptions({
    queryKey: [resource, scope, asked],
    // Other people work on the same things.
    staleTime: 0,
    queryFn: ({ signal }) => {
      const path = scope === 'trashed' ? `${resource}/trashed` : resource
      return answered<Answer>('GET', `/api/${path}/?${searchOf(asked)}`, { signal })
    },
  })
}

export function create<Item>(resource: string, fields: Fields): Promise<Item> {
  return answered('POST', `/api/${resource}/`, { body: fields })
}

export function change<Item>(resource: string, id: number, fields: Fields): Promise<Item> {
  return answered('PATCH', `/api/${resource}/${id}/`, { body: fields })
}

export async function remove(resource: string, id: number): Promise<void> {
  await answered('DELETE', `/api/${resource}/${id}/`)
}

export async function restore(resource: string, id: number): Promise<void> {
  await answered('PATCH', `/api/${resource}/${id}/restore/`, { body: {} })
}

function searchOf({ page, orderBy, orderDesc, filters }: PageRequest): URLSearchParams {
  return new URLSearchParams({
    page: String(page),
    pageSize: String(PAGE_SIZE),
    orderBy,
    orderDesc: orderDesc ? '1' : '',
    ...filters,
  })
}
