import { dateOrNull, dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { newsSentence } from '@carpeta/domain/news/news-texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { searchOfTab, tabSlugs } from '../requests/member-address.ts'
import classes from '../sales/dashboard/dashboard.module.css'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { useIsView } from '../session/use-is-view.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ChevronRightIcon } from '../ui/icons/icons.tsx'
import { everyOwnNews, FIRST_NEWS, markNewsRead, ownNewsQuery, type WireNews } from './calls.ts'

const MORE = 20

/** News of the member's sales, collapsed at first, with the number of unread ones. */
export function News() {
  const [isOpen, setIsOpen] = useState(false)
  const [size, setSize] = useState(FIRST_NEWS)
  const { data, error, refetch, isPlaceholderData } = useQuery(ownNewsQuery(size))
  const content = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  if (data === null) return null
  return (
    <section className={classes.news} aria-label="Novedades">
      <h2>
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRightIcon size={18} />
          Novedades
          {data && <Unread count={data.unread} />}
        </button>
      </h2>
      <div id={content} hidden={!isOpen}>
        {data ? (
          <NewsList
            news={data.results ?? []}
            unread={data.unread}
            onMarked={() => toggle.current?.focus()}
            onMore={
              data.lastPage > 1 && !isPlaceholderData ? () => setSize(size + MORE) : undefined
            }
          />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </section>
  )
}

function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return <span className={classes.unreadNews}>{count} sin leer</span>
}

interface Props {
  news: WireNews[]
  unread: number
  onMarked: () => void
  /** Undefined when all are shown. */
  onMore: (() => void) | undefined
}

function NewsList({ news, unread, onMarked, onMore }: Props) {
  const isView = useIsView()
  const [last] = news
  if (last === undefined) {
    return (
      <p className={classes.noNews}>
        No hay novedades. Aquí verás cuando avance tu escritura, se registre un pago o venza una
        cuota.
      </p>
    )
  }
  return (
    <>
      <ul>
        {news.map((each) => (
          <Row key={each.id} news={each} />
        ))}
      </ul>
      <div className={classes.newsActions}>
        {unread > 0 && !isView && <MarkRead through={last.id} onMarked={onMarked} />}
        {onMore && (
          <Button variant="subtle" onClick={onMore}>
            Ver anteriores
          </Button>
        )}
      </div>
    </>
  )
}

function Row({ news }: { news: WireNews }) {
  const { kind, subject, date, sale, sale_name, told_at, read_at } = news
  const tab = kind === 'deed' ? tabSlugs.deed : tabSlugs.accountStatement
  const isUnread = read_at === null
  return (
    <li className={classes.newsRow}>
      <Link
        className={classes.sentence}
        data-unread={isUnread || undefined}
        to={
          kind === 'document'
            ? `/documents?${new URLSearchParams({ venta: sale })}`
            : { search: searchOfTab(sale, tab) }
        }
        preventScrollReset={kind !== 'document'}
      >
        {newsSentence({ kind, subject, date: dateOrNull(date) })}
      </Link>
      <span className={classes.newsDetail}>
        {sale_name} · {dateTimeInSantiago(told_at)}
      </span>
      {isUnread && <span className={classes.unreadNews}>Sin leer</span>}
    </li>
  )
}

function MarkRead({ through, onMarked }: { through: number; onMarked: () => void }) {
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function mark() {
    setIsSaving(true)
    setFailure(undefined)
    try {
      await markNewsRead(through)
      onMarked()
      await client.invalidateQueries(everyOwnNews)
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <>
      <Button variant="default" loading={isSaving} onClick={() => void mark()}>
        Marcar como leídas
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
