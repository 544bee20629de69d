import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useRef, useState } from 'react'
import { lazyPart } from '../connection/lazy-part.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Unread } from '../ui/display/unread.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ChevronRightIcon } from '../ui/icons/home-icons.tsx'
import { FIRST_NEWS, ownNewsQuery } from './calls.ts'
import classes from './news.module.css'

// Folded at first.
const NewsList = lazyPart(async () => (await import('./news-list.tsx')).NewsList)

const MORE = 20

interface Props {
  /** On the page of 'Avisos', which counts each part: the dashboard has one count, of both. */
  startsOpen?: boolean
}

/** News of the member's sales, on the dashboard collapsed at first. */
export function News({ startsOpen = false }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [size, setSize] = useState(FIRST_NEWS)
  const { data, error, refetch, isPlaceholderData } = useQuery(ownNewsQuery(size))
  const content = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  if (data === null) return null
  return (
    <section className={classes.news} aria-label="Novedades de tu compra">
      <h2>
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRightIcon size={18} />
          <span>
            Novedades de tu compra{' '}
            <small className={classes.about}>Pagos, cuotas, documentos y escritura</small>
          </span>
          {data && data.unread > 0 && (startsOpen || !isOpen) && (
            <Unread>{startsOpen ? `${data.unread} sin leer` : 'Sin leer'}</Unread>
          )}
        </button>
      </h2>
      <div id={content} hidden={!isOpen}>
        {data ? (
          isOpen && (
            <Suspense fallback={<Skeleton height={120} />}>
              <NewsList
                news={data.results ?? []}
                unread={data.unread}
                onMarked={() => toggle.current?.focus()}
                onMore={
                  data.lastPage > 1 && !isPlaceholderData ? () => setSize(size + MORE) : undefined
                }
              />
            </Suspense>
          )
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </section>
  )
}
