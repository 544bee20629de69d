import type {
  AccountEmail,
  MemberFile,
  MemberPayment,
  SaleSummary,
  SearchResults,
} from '@carpeta/contract/staff'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answered } from '../api/client.ts'

export type { AccountEmail, MemberFile, MemberPayment, SaleSummary }

/** All that the user may see of another user. */
export function memberFileQuery(id: number) {
  return queryOptions({
    queryKey: ['member file', id],
    // Other users change the same account.
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/staff/members/:id/', { params: { id }, signal }),
  })
}

export type { SearchResults }

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => answered('GET /api/staff/search/', { query: { q: text }, signal }),
  })
}
