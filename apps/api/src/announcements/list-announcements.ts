import type { announcementsFilter } from '@carpeta/contract/announcements'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import { announcementStates } from '@carpeta/domain/announcements/announcement-rules'
import type { z } from 'zod'
import type { Database } from '../db/client.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { announcementOrders, countAnnouncements, listAnnouncements } from './announcements-store.ts'
import { presentRow } from './present-announcement.ts'

type AnnouncementsPage = AnswerOf<'GET /api/announcements/'>

/** A page of the announcements; without an order the last changed come first. */
export async function pageOfAnnouncements(
  { db }: { db: Database },
  query: z.infer<typeof announcementsFilter>,
): Promise<AnnouncementsPage> {
  const filter = {
    title: query.title?.trim() ?? '',
    state: announcementStates.find((state) => state === query.state) ?? null,
  }
  const { descending, ...requested } = readPage(query, announcementOrders)
  const { current, lastPage, ...rows } = pageWithin(requested, await countAnnouncements(db, filter))
  const found = await listAnnouncements(db, filter, {
    orderBy: requested.orderBy,
    descending: query.orderBy ? descending : true,
    ...rows,
  })
  return { results: found.map(presentRow), current, lastPage }
}
