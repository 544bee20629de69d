import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import {
  type OwnAnnouncementRow,
  ownAnnouncementsQuery,
} from '../../../api/announcements/own-announcements.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { listSearch, openedIn, searchOf } from './address.ts'
import classes from './announcements.module.css'
import { OpenAnnouncement } from './open-announcement.tsx'

/** @param opened from the address. */
export function Announcements({ opened }: { opened: string }) {
  const id = openedIn(opened)
  const part = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another announcement is a new arrival.
  useEffect(() => part.current?.focus({ preventScroll: true }), [id])
  return (
    <section ref={part} className={classes.part} tabIndex={-1} aria-label="Avisos">
      <Link className={classes.back} to={id === null ? '/dashboard' : { search: listSearch }}>
        <ArrowLeftIcon size={18} />
        {id === null ? 'Volver a mi carpeta' : 'Todos los avisos'}
      </Link>
      {id === null ? <AnnouncementList /> : <OpenAnnouncement key={id} id={id} />}
    </section>
  )
}

function AnnouncementList() {
  const { data, error, refetch } = useQuery(ownAnnouncementsQuery)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <>
      <h2>Avisos</h2>
      {data.length === 0 ? (
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
        <span className={classes.detail}>{dateTimeInSantiago(published_at)}</span>
        {read_at === null && <span className={classes.unread}>Sin leer</span>}
      </Link>
    </li>
  )
}
