import type { SearchResults } from '@carpeta/contract/staff'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

export type { SearchResults }

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => answered('GET /api/staff/search/', { query: { q: text }, signal }),
  })
}
