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

export async function retryJob(id: number): Promise<void> {
  await answered('POST /api/system/jobs/:id/retry/', { params: { id } })
}

export async function discardJob(id: number): Promise<void> {
  await answered('POST /api/system/jobs/:id/discard/', { params: { id } })
}
