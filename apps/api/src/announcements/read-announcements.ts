import type {
  AnnouncementFile,
  AnnouncementRow,
  announcementsFilter,
  readersFilter,
  WireAnnouncement,
} from '@carpeta/contract/announcements'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import { announcementStates } from '@carpeta/domain/announcements/announcement-rules'
import type { z } from 'zod'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { Caller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { findPersonName } from '../people/people-store.ts'
import {
  announcementOrders,
  type CountedAnnouncement,
  countAnnouncements,
  findAnnouncement,
  listAnnouncements,
  listFiles,
  type StoredFile,
} from './announcements-store.ts'
import { countReaders, listReaders, type Reader, readerOrders } from './audience-store.ts'

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

/** An announcement as staff see it. @throws {NotFound} */
export async function readAnnouncement(
  db: Database | Transaction,
  id: number,
): Promise<WireAnnouncement> {
  const announcement = await findAnnouncement(db, id)
  if (!announcement) throw new NotFound()
  return {
    ...presentRow(announcement),
    body: announcement.body,
    author: await findPersonName(db, announcement.authorId),
    files: (await listFiles(db, id)).map(presentFile),
  }
}

function presentRow(announcement: CountedAnnouncement): AnnouncementRow {
  const { id, state, version, title, audience, project, condominium } = announcement
  const { queued, sent, failed, cancelled } = announcement
  return {
    id,
    state,
    version,
    title,
    audience,
    project,
    condominium,
    sends_email: announcement.sendsEmail,
    visible_until: announcement.visibleUntil ?? '',
    updated_at: announcement.updatedAt.toISOString(),
    published_at: announcement.publishedAt?.toISOString() ?? null,
    withdrawn_at: announcement.withdrawnAt?.toISOString() ?? null,
    reads: announcement.reads,
    emails: { queued, sent, failed, cancelled },
  }
}

export function presentFile({ id, name, size }: StoredFile): AnnouncementFile {
  return { id, name, size }
}

type ReadersPage = AnswerOf<'GET /api/announcements/:id/readers/'>

const readStates = new Map([
  ['read', true],
  ['unread', false],
])

/** Who has read an announcement and who has not, with the outcome of each email. @throws {NotFound} */
export async function pageOfReaders(
  { db }: { db: Database },
  caller: Caller,
  { id, query }: { id: number; query: z.infer<typeof readersFilter> },
): Promise<ReadersPage> {
  const announcement = await findAnnouncement(db, id)
  if (!announcement) throw new NotFound()
  const filter = {
    name: query.fullname?.trim() ?? '',
    rut: (query.social_security ?? '').replace(/[.\s-]/g, ''),
    isRead: readStates.get(query.read ?? '') ?? null,
    email: query.email ?? '',
  }
  const requested = readPage(query, readerOrders)
  const { listed, ...totals } = await countReaders(db, announcement, filter)
  const { current, lastPage, ...rows } = pageWithin(requested, listed)
  const { orderBy, descending } = requested
  const { isLimited } = totals
  const page = { orderBy, descending, isLimited, ...rows }
  const found = await listReaders(db, announcement, filter, page)
  await recordListRead(db, caller, 'user', found)
  return { results: found.map(presentReader), current, lastPage, ...totals }
}

function presentReader({ id, name, rut, readAt, emailState, emailFailure }: Reader) {
  return {
    id,
    name,
    social_security: rut ?? '',
    read_at: readAt?.toISOString() ?? null,
    email: emailState,
    email_failure: emailFailure,
  }
}
