import * as announcements from '@carpeta/contract/announcements/announcements-endpoints'
import type {
  AnnouncementReach,
  AnnouncementReader,
  AnnouncementRow,
  announcementForm,
  WireAnnouncement,
} from '@carpeta/contract/announcements/announcements-schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../client/answered.ts'
import type { Resource } from '../client/resources.ts'
import { uploading } from '../client/upload.ts'

// Announcements, as staff write and publish them.

export const ANNOUNCEMENTS: Resource = { list: announcements.listAnnouncements }

export type { AnnouncementReach, AnnouncementReader, AnnouncementRow, WireAnnouncement }
export type AnnouncementFields = z.infer<typeof announcementForm>

export function announcementQuery(id: number) {
  return queryOptions({
    queryKey: [ANNOUNCEMENTS, 'one', id],
    // Other users change it too.
    staleTime: 0,
    queryFn: ({ signal }) => answered(announcements.getAnnouncement, { params: { id }, signal }),
  })
}

/** Every audience, with the people whom it reaches now. */
export const audiencesQuery = queryOptions({
  queryKey: ['audiences'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await answered(announcements.listAudiences, { signal })).results,
})

/** Without an announcement it creates one. */
export function saveAnnouncement(
  announcement: WireAnnouncement | null,
  fields: AnnouncementFields,
): Promise<WireAnnouncement> {
  if (!announcement) return answered(announcements.createAnnouncement, { body: fields })
  const { id, version } = announcement
  return answered(announcements.changeAnnouncement, {
    params: { id },
    body: { ...fields, version },
  })
}

export async function deleteAnnouncement({ id }: WireAnnouncement): Promise<void> {
  await answered(announcements.deleteAnnouncement, { params: { id } })
}

export function publishAnnouncement({ id, version }: WireAnnouncement): Promise<WireAnnouncement> {
  return answered(announcements.publishAnnouncement, { params: { id }, body: { version } })
}

export function withdrawAnnouncement({ id }: WireAnnouncement): Promise<WireAnnouncement> {
  return answered(announcements.withdrawAnnouncement, { params: { id } })
}

export function copyAnnouncement({ id }: WireAnnouncement): Promise<WireAnnouncement> {
  return answered(announcements.copyAnnouncement, { params: { id } })
}

export function addFile(
  { id }: WireAnnouncement,
  file: File,
  onProgress: (share: number) => void,
): Promise<WireAnnouncement> {
  const body = new FormData()
  body.set('document', file)
  return answered(announcements.addAnnouncementFile, {
    params: { id },
    body,
    transport: uploading(onProgress),
  })
}

export function removeFile({ id }: WireAnnouncement, fileId: number): Promise<WireAnnouncement> {
  return answered(announcements.removeAnnouncementFile, { params: { id, document_id: fileId } })
}

export function readersQuery(id: number, page: number, filters: Record<string, string>) {
  return queryOptions({
    queryKey: [ANNOUNCEMENTS, 'readers', id, page, filters],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(announcements.listReaders, {
        params: { id },
        query: { page: String(page), ...filters },
        signal,
      }),
  })
}
