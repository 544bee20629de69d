import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

export const deedDurationsQuery = optionalQuery({
  queryKey: ['member', 'deed durations'],
  queryFn: async ({ signal }) => (await answered('GET /api/deed-durations/', { signal })).results,
})
