import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { News } from '../../news/news.tsx'
import { listSearch, openedIn, searchOf } from '../../sales/dashboard/dashboard-title.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useIsView } from '../../session/use-is-view.ts'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Unread } from '../../ui/display/unread.tsx'
import { WrittenText } from '../../ui/display/written-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { AnnouncementFile } from '../announcement-file.tsx'
import classes from './announcements.module.css'
import {
  markAnnouncementRead,
  type OwnAnnouncement,
  type OwnAnnouncementRow,
  ownAnnouncementQuery,
  ownAnnouncementsQuery,
} from './calls.ts'

/** @param opened from the address. */
export function Announcements({ opened }: { opened: string }) {
  const id = openedIn(opened)
  const part = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another announcement is a new arrival.
  useEffect(() => part.current?.focus({ preventScroll: true }), [id])
  return (
    <section ref={part} className={classes.part} tabIndex={-1} aria-label="Avisos">
      <BackLink to={id === null ? '/dashboard' : { search: listSearch }}>
        {id === null ? 'Volver a mi carpeta' : 'Todos los avisos'}
      </BackLink>
      {id === null ? <AnnouncementList /> : <OpenAnnouncement key={id} id={id} />}
    </section>
  )
}

function AnnouncementList() {
  const { data, error, refetch } = useQuery(ownAnnouncementsQuery)
  if (error && data === undefined)
    return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={160} />
  return (
    <>
      <h2>Avisos de la cooperativa</h2>
      <p className={classes.detail}>
        Lo que la cooperativa publica para sus socios. Lo que pasa con tu compra está más abajo, en
        «Novedades de tu compra».
      </p>
      {!data?.length ? (
        <EmptyState title="No hay avisos">
          Cuando la cooperativa publique un aviso para ti, aparecerá aquí.
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {data.map((announcement) => (
            <Row key={announcement.id} {...announcement} />
          ))}
        </ul>
      )}
      <News startsOpen />
    </>
  )
}

function Row({ id, title, published_at, read_at }: OwnAnnouncementRow) {
  return (
    <li>
      <Link className={classes.row} to={{ search: searchOf(id) }}>
        <span className={classes.title} data-unread={read_at === null || undefined}>
          {title}
        </span>
        <span className={classes.detail}>
          <UnbrokenDates text={dateTimeInSantiago(published_at)} />
        </span>
        {read_at === null && <Unread className={classes.unread}>Sin leer</Unread>}
      </Link>
    </li>
  )
}

/** @param id from the address, so it may be no valid id. */
function OpenAnnouncement({ id }: { id: number }) {
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
        <p className={classes.detail}>
          Publicado el <UnbrokenDates text={dateTimeInSantiago(published_at)} />
        </p>
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
    const { queryKey } = ownAnnouncementsQuery
    // No count stays beside what is being read; if the call fails, the list tells again.
    client.setQueryData<OwnAnnouncementRow[] | null>(queryKey, (rows) =>
      rows?.map((row) => (row.id === unread ? { ...row, read_at: row.published_at } : row)),
    )
    const askAgain = () => client.invalidateQueries({ queryKey, exact: true })
    markAnnouncementRead(unread).then(askAgain, askAgain)
  }, [unread, client])
}
