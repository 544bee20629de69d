import * as announcements from '@carpeta/contract/announcements/member-announcements-endpoints'
import type {
  OwnAnnouncement,
  OwnAnnouncementRow,
} from '@carpeta/contract/announcements/member-announcements-schemas'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

export type { OwnAnnouncement, OwnAnnouncementRow }

const OWN = 'own announcements'

/** The announcements that concern the member, the last first. */
export const ownAnnouncementsQuery = queryOptions({
  queryKey: [OWN],
  queryFn: async ({ signal }) =>
    (await answered(announcements.listOwnAnnouncements, { signal })).results ?? [],
})

export function ownAnnouncementQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, id],
    queryFn: ({ signal }) => answered(announcements.getOwnAnnouncement, { params: { id }, signal }),
  })
}

export async function markAnnouncementRead(id: number): Promise<void> {
  await answered(announcements.readOwnAnnouncement, { params: { id } })
}
