import { useId, useRef, useState } from 'react'
import { FIRST_NEWS, ownNewsQuery } from '../../../api/news/own-news.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ChevronRightIcon } from '../../../ui/icons/icons.tsx'
import classes from './news.module.css'
import { NewsList } from './news-list.tsx'

const MORE = 20

/** What is new in the member's sales; folded at first, with the number of unread news. */
export function News() {
  const [isOpen, setIsOpen] = useState(false)
  const [size, setSize] = useState(FIRST_NEWS)
  const { data, isAbsent, failure, refetch, isPlaceholderData } = useOptionalQuery(
    ownNewsQuery(size),
  )
  const content = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  if (isAbsent) return null
  return (
    <section className={classes.block} aria-label="Novedades">
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
        ) : failure ? (
          <LoadFailure error={failure} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </section>
  )
}

function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return <span className={classes.unread}>{count} sin leer</span>
}
