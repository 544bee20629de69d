import type { UnsentRequest } from '@carpeta/contract/requests'
import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

export type { UnsentRequest }

export function unsentTitle({ length }: UnsentRequest[]): string {
  return length === 1 ? 'Tienes un trámite sin enviar' : `Tienes ${length} trámites sin enviar`
}

/** The member's unsent requests: those that can still be continued first. */
export const unsentRequestsQuery = optionalQuery({
  queryKey: ['member', 'unsent requests'],
  staleTime: 0,
  queryFn: async ({ signal }): Promise<UnsentRequest[]> =>
    (await answered('GET /api/request/drafts/', { signal })).results,
})
