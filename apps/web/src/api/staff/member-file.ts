import type { AccountEmail, MemberFile, SaleSummary } from '@carpeta/contract/staff'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

export type { AccountEmail, MemberFile, SaleSummary }

/** All that the user may see of another user. */
export function memberFileQuery(id: number) {
  return queryOptions({
    queryKey: ['member file', id],
    // Other users change the same account.
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/staff/members/:id/', { params: { id }, signal }),
  })
}
