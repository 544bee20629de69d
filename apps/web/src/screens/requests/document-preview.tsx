import type { WireDocument } from '@carpeta/contract/requests'
import { MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { documentPageQuery } from '../../api/documents.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useObjectUrl } from '../../ui/display/use-object-url.ts'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CrossIcon, EyeIcon } from '../../ui/icons/icons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import classes from './preview.module.css'

/** A document of the list, with the way to the next one. */
function DocumentPreview({ document }: { document: WireDocument }) {
  const { open, documents } = usePreview()
  const isBeside = useBeside()
  // A replaced document is not among them.
  const place = documents.findIndex(({ id }) => id === document.id)
  const title = document.title || document.name

  function step(by: 1 | -1) {
    const next = documents[place + by] ?? document
    open(next.id)
    // It is shown under another row, and these buttons leave the page.
    if (!isBeside) focusButtonOf(next)
  }

  function close() {
    open(null)
    focusButtonOf(document)
  }

  return (
    <section className={classes.preview} aria-label={`Documento: ${title}`} data-preview>
      <div className={`${classes.bar} ${classes.head}`}>
        <Steps
          previous="Documento anterior"
          next="Documento siguiente"
          at={place + 1}
          count={place === -1 ? 1 : documents.length}
          onStep={step}
        >
          <span className={classes.title}>{title}</span>
        </Steps>
        <IconButton variant="subtle" aria-label="Cerrar el documento" onClick={close}>
          <CrossIcon size={18} />
        </IconButton>
      </div>
      <DocumentPages key={document.id} document={document} />
    </section>
  )
}

function focusButtonOf(target: WireDocument) {
  document.getElementById(buttonIdOf(target))?.focus()
}

interface Props {
  /** In the order of the list. */
  documents: readonly WireDocument[]
  /** Those that are folded in the list. */
  folded: readonly WireDocument[]
  /** The list. */
  children: ReactNode
}

/** A list of documents and, on a wide screen beside it, the one that is shown. */
export function DocumentsWithPreview({ documents, folded, children }: Props) {
  const [opened, open] = useState<number | null>(null)
  const shown = [...documents, ...folded].find(({ id }) => id === opened)
  const isBeside = useBeside()
  return (
    <PreviewContext value={{ opened, open, documents }}>
      <div className={classes.split}>
        <div className={classes.list}>{children}</div>
        {isBeside && shown && <DocumentPreview document={shown} />}
      </div>
    </PreviewContext>
  )
}

/** On a narrow screen the document is shown under its row. */
export function PreviewUnderRow({ document }: { document: WireDocument }) {
  const { opened } = usePreview()
  const isBeside = useBeside()
  return !isBeside && opened === document.id && <DocumentPreview document={document} />
}

const buttonIdOf = ({ id }: Pick<WireDocument, 'id'>) => `ver-${id}`

/** Shows the document, or hides it again. */
export function PreviewButton({ document }: { document: WireDocument }) {
  const { opened, open } = usePreview()
  const isOpen = opened === document.id
  return (
    <Button
      id={buttonIdOf(document)}
      variant="default"
      size="xs"
      leftSection={<EyeIcon size={16} />}
      aria-label={`${isOpen ? 'Ocultar' : 'Ver'} ${document.name}`}
      aria-expanded={isOpen}
      onClick={() => open(isOpen ? null : document.id)}
    >
      {isOpen ? 'Ocultar' : 'Ver'}
    </Button>
  )
}

/** One page at a time; the server draws it, so that no PDF of a member is opened here. */
function DocumentPages({ document }: { document: WireDocument }) {
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<number>(zoomSteps[0])
  const { data, error, refetch } = useQuery(documentPageQuery(document.id, page))
  // The number of pages stays while the next page loads.
  const [pages, setPages] = useState<number | null>(null)
  if (data && data.pages !== pages) setPages(data.pages)
  const place = pages === null ? `Página ${page}` : `Página ${page} de ${pages}`
  return (
    <>
      {(data || pages !== null) && (
        <div className={classes.bar}>
          <Steps
            previous="Página anterior"
            next="Página siguiente"
            at={page}
            count={Math.min(pages ?? 1, MAX_SHOWN_PAGES)}
            onStep={(by) => setPage(page + by)}
          >
            {place}
          </Steps>
          <Zoom value={zoom} onChange={setZoom} />
        </div>
      )}
      {pages !== null && pages > MAX_SHOWN_PAGES && (
        <p className={classes.detail}>
          Aquí se ven las primeras {MAX_SHOWN_PAGES} páginas. Descarga el documento para ver las
          demás.
        </p>
      )}
      {data && (
        <PagePicture
          picture={data.picture}
          zoom={zoom}
          label={`${place}: ${document.title || document.name}`}
        />
      )}
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

/** One of several, between the buttons to the one before and the one after it. */
function Steps({ previous, next, at, count, onStep, children }: StepsProps) {
  const text = <span className={classes.at}>{children}</span>
  if (count <= 1) return <div className={classes.steps}>{text}</div>
  return (
    <div className={classes.steps}>
      <IconButton
        variant="default"
        aria-label={previous}
        disabled={at <= 1}
        onClick={() => onStep(-1)}
      >
        <ChevronLeftIcon size={18} />
      </IconButton>
      {text}
      <IconButton
        variant="default"
        aria-label={next}
        disabled={at >= count}
        onClick={() => onStep(1)}
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
  onChange: (zoom: number) => void
}

function Zoom({ value, onChange }: ZoomProps) {
  const larger = zoomSteps.find((step) => step > value)
  const smaller = zoomSteps.findLast((step) => step < value)
  return (
    <div className={classes.zoom}>
      <Button
        variant="default"
        size="xs"
        disabled={smaller === undefined}
        onClick={() => onChange(smaller ?? value)}
      >
        Alejar
      </Button>
      <span className={classes.percent} aria-live="polite">
        {value} %
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={larger === undefined}
        onClick={() => onChange(larger ?? value)}
      >
        Acercar
      </Button>
    </div>
  )
}

interface OpenedPreview {
  /** The id of the document that is shown; null for none. */
  opened: number | null
  open: (documentId: number | null) => void
  /** All that can be shown, in the order of the list. */
  documents: readonly WireDocument[]
}

/** Which document of the request is shown beside its list. */
const PreviewContext = createContext<OpenedPreview>({
  opened: null,
  open: () => {},
  documents: [],
})

function usePreview(): OpenedPreview {
  return use(PreviewContext)
}

const NARROW = '(max-width: 1023.98px)'

/** Whether a document is shown beside the list; on a narrow screen it is shown under its row. */
function useBeside(): boolean {
  return !useMedia(NARROW)
}
