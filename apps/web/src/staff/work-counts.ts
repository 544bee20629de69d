import type { WorkCounts } from '@carpeta/contract/staff'
import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'

export type { WorkCounts }

/** The counts of pending work on staff's start page. */
export const workCountsQuery = optionalQuery({
  queryKey: ['work counts'],
  staleTime: 0,
  queryFn: ({ signal }) => answered('GET /api/staff/counts/', { signal }),
})
