import type { readersFilter } from '@carpeta/contract/announcements'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { z } from 'zod'
import { recordListRead } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { pageWithin, readPage } from '../../http/paging.ts'
import { findAnnouncement } from '../announcements-store.ts'
import { countReaders, listReaders, type Reader, readerOrders } from './readers-store.ts'

type ReadersPage = AnswerOf<'GET /api/announcements/:id/readers/'>

const readStates: Record<string, boolean> = { read: true, unread: false }

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
    isRead: readStates[query.read ?? ''] ?? null,
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
