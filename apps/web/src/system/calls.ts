import type { FailingJob, Findings, System } from '@carpeta/contract/system'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../api/client.ts'

export type { FailingJob, Findings, System }

/** How the portal is, looked at now. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  staleTime: 0,
  queryFn: ({ signal }) => answered('GET /api/system/', { signal }),
})
