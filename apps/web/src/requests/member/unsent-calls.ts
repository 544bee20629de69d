import type { UnsentRequest } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'

export type { UnsentRequest }

/** What the member began and did not send, newest first. */
export const unsentRequestsQuery = queryOptions({
  queryKey: ['member', 'unsent requests'],
  staleTime: 0,
  queryFn: async ({ signal }): Promise<UnsentRequest[]> =>
    (await answered('GET /api/request/drafts/', { signal })).results,
})
