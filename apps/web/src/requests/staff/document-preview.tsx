import type { WireDocument } from '@carpeta/contract/requests'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { documentPageQuery } from '../../documents/calls.ts'
import classes from '../../documents/document-pages.module.css'
import { DocumentPages, ExpandButton, FullPages, Steps } from '../../documents/document-pages.tsx'
import { below } from '../../ui/breakpoints.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { CrossIcon, EyeIcon } from '../../ui/icons/icons.tsx'
import { useMedia } from '../../ui/use-media.ts'

/** A document of the list with its review, and the way to the next one. */
function DocumentPreview({ document }: { document: WireDocument }) {
  const { open, documents, reviewOf, isFull, setFull } = usePreview()
  const isUnderList = useUnderList()
  // A replaced document is not among them.
  const place = documents.findIndex(({ id }) => id === document.id)
  const title = document.title || document.name

  function step(by: 1 | -1) {
    const next = documents[place + by] ?? document
    open(next.id)
    // It is shown under another row, and these buttons leave the page.
    focusButtonOf(next)
  }

  function goOn() {
    const others = [...documents.slice(place + 1), ...documents.slice(0, place)]
    const next = others.find(({ review }) => review === 'pending')
    if (!next) return
    flushSync(() => open(next.id))
    if (!isFull) focusPreviewOf(next)
  }

  function close() {
    open(null)
    focusButtonOf(document)
  }

  const pages = (tools?: ReactNode) => (
    <DocumentPages
      key={document.id}
      title={title}
      pageQuery={(page) => documentPageQuery(document.id, page)}
      tools={tools}
      isCompact={isUnderList}
    />
  )
  const review = place !== -1 && reviewOf && (
    <div
      key={`review ${document.id}`}
      className={isUnderList ? classes.reviewInBar : classes.review}
    >
      {reviewOf(document, goOn)}
    </div>
  )
  const buttons = (
    <div className={classes.headButtons}>
      <ExpandButton onClick={() => setFull(true)} />
      <IconButton variant="subtle" aria-label="Cerrar el documento" onClick={close}>
        <CrossIcon size={18} />
      </IconButton>
    </div>
  )
  return (
    <section
      className={classes.preview}
      aria-label={`Documento: ${title}`}
      tabIndex={-1}
      data-preview={document.id}
    >
      {/* Under the list, which names it and leads to the others. */}
      {!isUnderList && (
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
          {buttons}
        </div>
      )}
      {pages(
        isUnderList && (
          <>
            {!isFull && review}
            {buttons}
          </>
        ),
      )}
      {!isUnderList && !isFull && review}
      {isFull && (
        <Dialog title={title} fullScreen onClose={() => setFull(false)}>
          <FullPages>
            {pages(isUnderList && review)}
            {!isUnderList && review}
          </FullPages>
        </Dialog>
      )}
    </section>
  )
}

function focusButtonOf(target: WireDocument) {
  document.getElementById(buttonIdOf(target))?.focus()
}

function focusPreviewOf({ id }: WireDocument) {
  document.querySelector<HTMLElement>(`[data-preview="${id}"]`)?.focus()
}

interface Props {
  /** In the order of the list. */
  documents: readonly WireDocument[]
  /** Those that are folded in the list. */
  folded: readonly WireDocument[]
  /**
   * The review shown with the open document; folded documents have none.
   * @param onReviewed shows the next one that waits for its review
   */
  reviewOf?: (document: WireDocument, onReviewed: () => void) => ReactNode
  /** The list. */
  children: ReactNode
}

/** A list of documents and, on a wide screen below it, the one that is shown. */
export function DocumentsWithPreview({ documents, folded, reviewOf, children }: Props) {
  const [opened, open] = useState<number | null>(null)
  const [isFull, setFull] = useState(false)
  const shown = [...documents, ...folded].find(({ id }) => id === opened)
  const isUnderList = useUnderList()
  const split = useRef<HTMLDivElement>(null)
  const isShown = isUnderList && shown !== undefined
  // List and document are as high as the window.
  useEffect(() => {
    if (isShown) split.current?.scrollIntoView?.({ block: 'end' })
  }, [isShown])
  return (
    <PreviewContext value={{ opened, open, documents, reviewOf, isFull, setFull }}>
      <div className={classes.split} ref={split}>
        <div className={classes.list}>{children}</div>
        {isShown && <DocumentPreview document={shown} />}
      </div>
    </PreviewContext>
  )
}

/** On a narrow screen the document is shown under its row. */
export function PreviewUnderRow({ document }: { document: WireDocument }) {
  const { opened } = usePreview()
  const isUnderList = useUnderList()
  return !isUnderList && opened === document.id && <DocumentPreview document={document} />
}

const buttonIdOf = ({ id }: Pick<WireDocument, 'id'>) => `ver-${id}`

/** Shows the document, or hides it again. */
export function PreviewButton({ document }: { document: WireDocument }) {
  const { opened, open } = usePreview()
  const isOpen = opened === document.id
  return (
    <Button
      id={buttonIdOf(document)}
      variant="subtle"
      leftSection={<EyeIcon size={16} />}
      aria-label={`${isOpen ? 'Ocultar' : 'Ver'} ${document.name}`}
      aria-expanded={isOpen}
      onClick={() => open(isOpen ? null : document.id)}
    >
      {isOpen ? 'Ocultar' : 'Ver'}
    </Button>
  )
}

interface OpenedPreview {
  /** The id of the document that is shown; null for none. */
  opened: number | null
  open: (documentId: number | null) => void
  /** All that can be shown, in the order of the list. */
  documents: readonly WireDocument[]
  reviewOf?: Props['reviewOf']
  /** On the whole screen. */
  isFull: boolean
  setFull: (isFull: boolean) => void
}

/** Which document of the request is shown with its list. */
const PreviewContext = createContext<OpenedPreview>({
  opened: null,
  open: () => {},
  documents: [],
  isFull: false,
  setFull: () => {},
})

function usePreview(): OpenedPreview {
  return use(PreviewContext)
}

interface ListedDocument {
  /** It is shown, with its review. */
  isShown: boolean
  /** The list is no more than the names above the one that is shown. */
  isName: boolean
}

export function useListed({ id }: WireDocument): ListedDocument {
  const { opened } = usePreview()
  const isUnderList = useUnderList()
  return { isShown: opened === id, isName: isUnderList && opened !== null }
}

/** Shows the first document that waits for its review and is not shown already, or else the first one. */
export function showNext(documents: readonly WireDocument[]) {
  const isClosed = (each: WireDocument) =>
    document.getElementById(buttonIdOf(each))?.getAttribute('aria-expanded') === 'false'
  const waiting = documents.filter(({ review }) => review === 'pending')
  const next = [...waiting, ...documents].find(isClosed)
  if (!next) return
  flushSync(() => document.getElementById(buttonIdOf(next))?.click())
  focusPreviewOf(next)
}

/**
 * Presses the button that accepts or rejects the document that is shown: where one of a merged request is as well, that
 * of the one in focus.
 */
export function decideShown(decision: 'accept' | 'reject') {
  const shown = [...document.querySelectorAll('[data-preview]')]
  const meant =
    shown.length === 1 ? shown[0] : shown.find((each) => each.contains(document.activeElement))
  meant?.querySelector<HTMLElement>(`[data-decides="${decision}"]`)?.click()
}

const NARROW = below('desktop')

/** Whether a document is shown under the list, in its column; on a narrow screen it is under its row. */
function useUnderList(): boolean {
  return !useMedia(NARROW)
}
