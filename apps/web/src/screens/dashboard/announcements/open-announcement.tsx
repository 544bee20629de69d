import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AnnouncementFile } from '../../../announcements/announcement-file.tsx'
import {
  markAnnouncementRead,
  type OwnAnnouncement,
  ownAnnouncementQuery,
  ownAnnouncementsQuery,
} from '../../../api/announcements/own-announcements.ts'
import { ApiError } from '../../../api/client/api-error.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useIsView } from '../../../session/use-is-view.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { WrittenText } from '../../../ui/text/written-text.tsx'
import classes from './announcements.module.css'

/** @param id from the address, so it may be no valid id. */
export function OpenAnnouncement({ id }: { id: number }) {
  const isNumber = Number.isSafeInteger(id) && id > 0
  const {
    data: announcement,
    error,
    refetch,
  } = useQuery({ ...ownAnnouncementQuery(id), enabled: isNumber })
  useMarkRead(announcement)
  if (!isNumber || (error instanceof ApiError && error.status === 404)) {
    return <Notice tone="info">Este aviso ya no está disponible.</Notice>
  }
  if (error && !announcement) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!announcement) return <Skeleton height={240} />
  const { title, body, published_at, files } = announcement
  return (
    <Card>
      <div>
        <h2>{title}</h2>
        <p className={classes.detail}>Publicado el {dateTimeInSantiago(published_at)}</p>
      </div>
      <WrittenText body={body} />
      {files.length > 0 && (
        <div className={classes.files}>
          <h3>Archivos</h3>
          <Stack as="ul" gap="md">
            {files.map((file) => (
              <AnnouncementFile key={file.id} announcementId={id} file={file} />
            ))}
          </Stack>
        </div>
      )}
    </Card>
  )
}

/** Staff who view the portal as the member mark nothing. */
function useMarkRead(announcement: OwnAnnouncement | undefined) {
  const client = useQueryClient()
  const isView = useIsView()
  const unread = announcement?.read_at === null && !isView ? announcement.id : null
  useEffect(() => {
    if (unread === null) return
    // If it fails, the announcement stays unread.
    markAnnouncementRead(unread).then(
      () => client.invalidateQueries({ queryKey: ownAnnouncementsQuery.queryKey, exact: true }),
      () => {},
    )
  }, [unread, client])
}
