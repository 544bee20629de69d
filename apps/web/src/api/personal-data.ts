import * as personalData from '@carpeta/contract/personal-data/personal-data-endpoints'
import type { dataSubjectRequestSchema } from '@carpeta/contract/personal-data/personal-data-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/answered.ts'
import { download } from './client/download.ts'

export type Right = z.infer<typeof dataSubjectRequestSchema>

/** All that is held of the member, for a program or for a person to read. */
export function downloadOwnData(format: 'json' | 'pdf'): Promise<Blob | null> {
  return format === 'json'
    ? download(personalData.downloadDataJson)
    : download(personalData.downloadDataPdf)
}

/** What can be asked for over one's own data. */
export const rightsQuery = queryOptions({
  queryKey: ['member', 'rights'],
  queryFn: async ({ signal }): Promise<Right[]> => {
    const { results }: { results?: Right[] } = await answered(
      personalData.listDataSubjectRequests,
      { signal },
    )
    return results ?? []
  },
})
