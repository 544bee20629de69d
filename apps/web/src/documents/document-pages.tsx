import { MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { useObjectUrl } from '../ui/display/use-object-url.ts'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  ExpandIcon,
  MinusIcon,
  PlusIcon,
} from '../ui/icons/icons.tsx'
import type { DocumentPage } from './calls.ts'
import classes from './document-pages.module.css'

interface DocumentPagesProps {
  title: string
  /** @param page from 1 */
  pageQuery: (page: number) => UseQueryOptions<DocumentPage, Error, DocumentPage, QueryKey>
  /** Buttons of the viewer, in line with those of the page. */
  tools?: ReactNode
  /** Leaves room for them. */
  isCompact?: boolean
}

/** One page at a time; the server draws it, so that no PDF of a member is opened here. */
export function DocumentPages(props: DocumentPagesProps) {
  const { title, pageQuery, tools, isCompact = false } = props
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<number>(zoomSteps[0])
  const { data, error, refetch } = useQuery(pageQuery(page))
  // The number of pages stays while the next page loads.
  const [pages, setPages] = useState<number | null>(null)
  if (data && data.pages !== pages) setPages(data.pages)
  const place = pages === null ? `Página ${page}` : `Página ${page} de ${pages}`
  return (
    <>
      {(tools || data || pages !== null) && (
        <div className={classes.bar}>
          <Steps
            previous="Página anterior"
            next="Página siguiente"
            at={page}
            count={Math.min(pages ?? 1, MAX_SHOWN_PAGES)}
            onStep={(by) => setPage(page + by)}
          >
            {(data || pages !== null) && place}
          </Steps>
          {(data || pages !== null) && (
            <Zoom value={zoom} isCompact={isCompact} onChange={setZoom} />
          )}
          {tools}
        </div>
      )}
      {pages !== null && pages > MAX_SHOWN_PAGES && (
        <p className={classes.detail}>
          Aquí se ven las primeras {MAX_SHOWN_PAGES} páginas. Descarga el documento para ver las
          demás.
        </p>
      )}
      {data && <PagePicture picture={data.picture} zoom={zoom} label={`${place}: ${title}`} />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className={classes.frame}>
          <VisuallyHidden role="status">Cargando la página…</VisuallyHidden>
          <Skeleton className={classes.loading} radius={0} />
        </div>
      )}
    </>
  )
}

/** As high as the dialog of the whole screen. */
export function FullPages({ children }: { children: ReactNode }) {
  return <div className={classes.full}>{children}</div>
}

/** Opens the document on the whole screen. */
export function ExpandButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      variant="subtle"
      aria-label="Ver el documento a pantalla completa"
      onClick={onClick}
    >
      <ExpandIcon size={18} />
    </IconButton>
  )
}

interface PagePictureProps {
  picture: Blob
  /** Percent of the frame's width. */
  zoom: number
  label: string
}

/** Scrolls in its frame, also by the keyboard. */
function PagePicture({ picture, zoom, label }: PagePictureProps) {
  const url = useObjectUrl(picture)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard.
    <section className={classes.frame} tabIndex={0} aria-label={label}>
      {url && (
        <img className={classes.picture} src={url} alt={label} style={{ width: `${zoom}%` }} />
      )}
    </section>
  )
}

interface StepsProps {
  /** Labels of the buttons. */
  previous: string
  next: string
  /** From 1. */
  at: number
  count: number
  onStep: (by: 1 | -1) => void
  children: ReactNode
}

/** One of several, between the buttons to the one before and the one after it, which keep the focus at either end. */
export function Steps({ previous, next, at, count, onStep, children }: StepsProps) {
  const text = <span className={classes.at}>{children}</span>
  if (count <= 1) return <div className={classes.steps}>{text}</div>
  return (
    <div className={classes.steps}>
      <IconButton
        variant="default"
        aria-label={previous}
        aria-disabled={at <= 1}
        onClick={() => at > 1 && onStep(-1)}
      >
        <ChevronLeftIcon size={18} />
      </IconButton>
      {text}
      <IconButton
        variant="default"
        aria-label={next}
        aria-disabled={at >= count}
        onClick={() => at < count && onStep(1)}
      >
        <ChevronRightIcon size={18} />
      </IconButton>
    </div>
  )
}

/** Percent of the frame's width. */
const zoomSteps = [100, 150, 200, 300] as const

interface ZoomProps {
  value: number
  /** Icons instead of words. */
  isCompact: boolean
  onChange: (zoom: number) => void
}

function Zoom({ value, isCompact, onChange }: ZoomProps) {
  const larger = zoomSteps.find((step) => step > value)
  const smaller = zoomSteps.filter((step) => step < value).at(-1)
  const buttonTo = (step: number | undefined) =>
    ({
      variant: 'default',
      'aria-disabled': step === undefined,
      onClick: () => onChange(step ?? value),
    }) as const
  const percent = (
    <span className={classes.percent} aria-live="polite">
      {value} %
    </span>
  )
  if (isCompact) {
    return (
      <div className={`${classes.zoom} ${classes.compact}`}>
        <IconButton {...buttonTo(smaller)} aria-label="Alejar">
          <MinusIcon size={18} />
        </IconButton>
        {percent}
        <IconButton {...buttonTo(larger)} aria-label="Acercar">
          <PlusIcon size={18} />
        </IconButton>
      </div>
    )
  }
  return (
    <div className={classes.zoom}>
      <Button {...buttonTo(smaller)}>Alejar</Button>
      {percent}
      <Button {...buttonTo(larger)}>Acercar</Button>
    </div>
  )
}
