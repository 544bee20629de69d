import type {
  AnnouncementReach,
  AnnouncementReader,
  AnnouncementRow,
  announcementForm,
  WireAnnouncement,
} from '@carpeta/contract/announcements'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../../api/client.ts'
import type { Resource } from '../../api/resources.ts'
import { type Sending, uploaded } from '../../api/upload.ts'

// Announcements, as staff write and publish them.

export const ANNOUNCEMENTS: Resource = { list: 'GET /api/announcements/' }

export type { AnnouncementReach, AnnouncementReader, AnnouncementRow, WireAnnouncement }
export type ReadersPage = AnswerOf<'GET /api/announcements/:id/readers/'>
export type AnnouncementFields = z.infer<typeof announcementForm>

export function announcementQuery(id: number) {
  return queryOptions({
    queryKey: [ANNOUNCEMENTS, 'one', id],
    // Other users change it too.
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/announcements/:id/', { params: { id }, signal }),
  })
}

/** The email as it would reach who asks; another one after each change. */
export function announcementEmailQuery({ id, version }: WireAnnouncement) {
  return queryOptions({
    queryKey: [ANNOUNCEMENTS, 'email', id, version],
    queryFn: ({ signal }) =>
      answered('GET /api/announcements/:id/email/', { params: { id }, signal }),
  })
}

/** Every audience, with the people whom it reaches now. */
export const audiencesQuery = queryOptions({
  queryKey: ['audiences'],
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await answered('GET /api/announcements/audiences/', { signal })).results,
})

/** Without an announcement it creates one. */
export function saveAnnouncement(
  announcement: WireAnnouncement | null,
  fields: AnnouncementFields,
): Promise<WireAnnouncement> {
  if (!announcement) return answered('POST /api/announcements/', { body: fields })
  const { id, version } = announcement
  return answered('PATCH /api/announcements/:id/', {
    params: { id },
    body: { ...fields, version },
  })
}

export async function deleteAnnouncement({ id, version }: WireAnnouncement): Promise<void> {
  await answered('DELETE /api/announcements/:id/', { params: { id }, query: { version } })
}

/** @param publishAt Santiago's time 'YYYY-MM-DDThh:mm'; null for now */
export function publishAnnouncement(
  { id, version }: WireAnnouncement,
  publishAt: string | null,
): Promise<WireAnnouncement> {
  const body = { version, ...(publishAt !== null && { publish_at: publishAt }) }
  return answered('POST /api/announcements/:id/publish/', { params: { id }, body })
}

export function withdrawAnnouncement({ id, version }: WireAnnouncement): Promise<WireAnnouncement> {
  return answered('POST /api/announcements/:id/withdraw/', { params: { id }, body: { version } })
}

export function copyAnnouncement({ id }: WireAnnouncement): Promise<WireAnnouncement> {
  return answered('POST /api/announcements/:id/copy/', { params: { id } })
}

export function addFile(id: number, file: File, sending: Sending): Promise<WireAnnouncement> {
  const params = { id }
  return answered('POST /api/announcements/:id/files/', { params, ...uploaded(file, sending) })
}

export function removeFile(
  { id, version }: WireAnnouncement,
  fileId: number,
): Promise<WireAnnouncement> {
  return answered('DELETE /api/announcements/:id/files/:document_id/', {
    params: { id, document_id: fileId },
    query: { version },
  })
}

export function readersQuery(id: number, page: number, filters: Record<string, string>) {
  return queryOptions({
    queryKey: [ANNOUNCEMENTS, 'readers', id, page, filters],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered('GET /api/announcements/:id/readers/', {
        params: { id },
        query: { page: String(page), ...filters },
        signal,
      }),
  })
}
