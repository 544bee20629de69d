import type { RequestRow, SavedFilter } from '@carpeta/contract/staff-requests'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'
import { download } from '../client/download.ts'

// The queue of requests as a whole.

export type { SavedFilter }

const SAVED_FILTERS = 'saved filters'

export const savedFiltersQuery = queryOptions({
  queryKey: [SAVED_FILTERS],
  queryFn: async ({ signal }) => (await answered('GET /api/requests/filters/', { signal })).results,
})

export function saveFilter(name: string, filters: Record<string, string>): Promise<SavedFilter> {
  return answered('POST /api/requests/filters/', { body: { name, filters } })
}

export async function removeSavedFilter(id: number): Promise<void> {
  await answered('DELETE /api/requests/filters/:id/', { params: { id } })
}

export interface Assignment {
  id: number
  /** Why it was not assigned; null if it was. */
  refusal: string | null
}

/** Each request is assigned or refused by itself. */
export async function assignRequests(
  rows: Pick<RequestRow, 'id' | 'version'>[],
  userId: number | null,
): Promise<Assignment[]> {
  const requests = rows.map(({ id, version }) => ({ id, version }))
  return (await answered('POST /api/requests/assign/', { body: { requests, user_id: userId } }))
    .results
}

/** Every request that the filters match. */
export function exportRequests(filters: Record<string, string>): Promise<Blob | null> {
  return download('GET /api/requests/export.csv', { query: filters })
}
