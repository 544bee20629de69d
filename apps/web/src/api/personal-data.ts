import type { dataSubjectRequestSchema } from '@carpeta/contract/personal-data'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/client.ts'
import { download } from './client/download.ts'

export type DataSubjectRequest = z.infer<typeof dataSubjectRequestSchema>

/** All of the member's data: JSON for programs, PDF for reading. */
export function downloadOwnData(format: 'json' | 'pdf'): Promise<Blob | null> {
  return format === 'json'
    ? download('GET /api/client/data.json')
    : download('GET /api/client/data.pdf')
}

/** The data-subject requests that a member can send. */
export const dataSubjectRequestsQuery = queryOptions({
  queryKey: ['member', 'data-subject requests'],
  queryFn: async ({ signal }): Promise<DataSubjectRequest[]> => {
    const { results }: { results?: DataSubjectRequest[] } = await answered(
      'GET /api/client/rights/',
      { signal },
    )
    return results ?? []
  },
})
