import type { OwnAnnouncement, OwnAnnouncementRow } from '@carpeta/contract/announcements'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

export type { OwnAnnouncement, OwnAnnouncementRow }

const OWN = 'own announcements'

/** The announcements that concern the member, the last first. */
export const ownAnnouncementsQuery = optionalQuery({
  queryKey: [OWN],
  queryFn: async ({ signal }) =>
    (await answered('GET /api/client/announcements/', { signal })).results ?? [],
})

export function ownAnnouncementQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, id],
    queryFn: ({ signal }) =>
      answered('GET /api/client/announcements/:id/', { params: { id }, signal }),
  })
}

export async function markAnnouncementRead(id: number): Promise<void> {
  await answered('POST /api/client/announcements/:id/read/', { params: { id } })
}
