import type { rightsResponse } from '@carpeta/contract/personal-data'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import { download } from './download.ts'

export type Right = z.infer<typeof rightsResponse>['results'][number]

/** All that is held of the member, for a program or for a person to read. */
export function downloadOwnData(format: 'json' | 'pdf'): Promise<Blob | null> {
  return download(`/api/client/data.${format}`)
}

/** What can be asked for over one's own data. */
export const rightsQuery = queryOptions({
  queryKey: ['member', 'rights'],
  queryFn: async ({ signal }): Promise<Right[]> => {
    const path = '/api/client/rights/'
    const { results } = await answered<{ results?: Right[] }>('GET', path, { signal })
    return results ?? []
  },
})
