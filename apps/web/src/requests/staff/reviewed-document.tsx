import type { WireDocument } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { MAX_REJECTION_REASON } from '@carpeta/domain/requests/document-rules'
import { isActionAllowed, isClosed, requestMessages } from '@carpeta/domain/requests/request-states'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { ActionFailure, DocumentReview, DocumentRow } from '../request-parts.tsx'
import { useSavedText } from '../saved-text.ts'
import { reviewDocument, type StaffRequest } from './calls.ts'
import { PreviewButton, PreviewUnderRow, useListed } from './document-preview.tsx'
import { isAwaiting } from './next-step.tsx'
import classes from './request.module.css'
import { TextActionForm, useRequestAction } from './request-action.tsx'

interface Props {
  request: StaffRequest
  document: WireDocument
}

/** A document of the member with its review, which is at the viewer while the document is shown. */
export function ReviewedDocument({ request, document }: Props) {
  const { isShown, isName } = useListed(document)
  return (
    <DocumentRow
      document={document}
      look={isName ? (isShown ? 'shown' : 'name') : 'quiet'}
      action={<PreviewButton document={document} />}
      below={<PreviewUnderRow document={document} />}
    >
      {isName && <State request={request} document={document} isShort />}
      {!isName && !isShown && (
        <div className={classes.reviewed}>
          <State request={request} document={document} />
          <Review request={request} document={document} />
        </div>
      )}
      {isOfRequest(request, document) && (
        <Replaced documents={request.replaced_documents.filter(isInPlaceOf(document))} />
      )}
    </DocumentRow>
  )
}

/** Not of a request that was merged into it, whose documents have positions of their own. */
function isOfRequest({ documents }: StaffRequest, { id }: WireDocument): boolean {
  return documents.some((each) => each.id === id)
}

interface InViewerProps extends Props {
  /** The document was accepted or rejected, and is no longer of interest. */
  onReviewed: () => void
}

/** The same at the viewer. */
export function ReviewInViewer(props: InViewerProps) {
  return (
    <div className={classes.reviewed}>
      <State {...props} />
      <Review {...props} />
    </div>
  )
}

function State({ request, document, isShort = false }: Props & { isShort?: boolean }) {
  return <DocumentReview document={document} isClosed={isClosed(request.state)} isShort={isShort} />
}

function isInPlaceOf({ position }: WireDocument) {
  return (other: WireDocument) => other.position === position
}

/** The previous versions of a document. */
function Replaced({ documents }: { documents: StaffRequest['replaced_documents'] }) {
  if (documents.length === 0) return null
  return (
    <details className={classes.about}>
      <summary>
        {documents.length === 1
          ? '1 documento anterior'
          : `${documents.length} documentos anteriores`}
      </summary>
      <ul className={classes.replaced}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            look="quiet"
            action={<PreviewButton document={document} />}
            below={<PreviewUnderRow document={document} />}
          >
            <DocumentReview document={document} />
            <p className={classes.detail}>
              <UnbrokenDates text={`Reemplazado el ${dateTimeInSantiago(document.replaced_at)}`} />
            </p>
          </DocumentRow>
        ))}
      </ul>
    </details>
  )
}

type ReviewProps = Props & Partial<InViewerProps>

function Review({ request, document, onReviewed }: ReviewProps) {
  if (document.review === 'pending' && isAwaiting(request, '')) {
    return <p className={classes.detail}>Se revisa cuando el socio responda.</p>
  }
  // Reviewing a document needs the same state as asking for more.
  if (!isActionAllowed('ask', request.state)) return null
  return <ReviewButtons request={request} document={document} onReviewed={onReviewed} />
}

function ReviewButtons({ request, document, onReviewed }: ReviewProps) {
  const action = useRequestAction(request.id)
  const [isRejecting, setRejecting] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const [reason, setReason] = useSavedText(`reject:${document.id}`)
  const kept = useFocusKept<HTMLDivElement>('button')
  const name = document.title || document.name

  async function review(accepted: boolean, reason: string) {
    const isDone = await action.run(() =>
      reviewDocument(request, document.id, { accepted, reason }),
    )
    if (!isDone) return
    close()
    onReviewed?.()
  }

  function close() {
    setRejecting(false)
    setChanging(false)
    setReason('')
  }

  function change() {
    if (document.review === 'accepted') setRejecting(true)
    else setChanging(true)
  }

  return (
    <div className={classes.review} {...kept}>
      {isRejecting ? (
        <TextActionForm
          isCompact
          label={`Por qué no sirve: ${name}`}
          description={`El socio leerá el motivo y podrá ${isOfRequest(request, document) ? 'reemplazar este documento' : 'adjuntar otro cuando le pidas lo que falta'}.`}
          maxLength={MAX_REJECTION_REASON}
          autoFocus
          text={reason}
          onText={setReason}
          required={requestMessages.reasonRequired.text}
          submit="Rechazar documento"
          variant="filled"
          button={action.button}
          onSubmit={(reason) => void review(false, reason)}
          onCancel={close}
        />
      ) : document.review !== 'pending' && !isChanging ? (
        <Button
          variant="subtle"
          aria-label={`Cambiar ${name}`}
          data-decides={document.review === 'accepted' ? 'reject' : 'accept'}
          aria-disabled={action.isBusy}
          onClick={change}
        >
          Cambiar
        </Button>
      ) : (
        <ButtonRow>
          <Button
            variant="default"
            aria-label={`Aceptar ${name}`}
            data-decides="accept"
            {...action.button}
            onClick={() => void review(true, '')}
          >
            Aceptar
          </Button>
          {isChanging ? (
            <Button variant="subtle" onClick={close}>
              Cancelar
            </Button>
          ) : (
            <Button
              variant="default"
              aria-label={`Rechazar ${name}`}
              data-decides="reject"
              aria-disabled={action.isBusy}
              onClick={() => setRejecting(true)}
            >
              Rechazar
            </Button>
          )}
        </ButtonRow>
      )}
      <ActionFailure {...action} />
    </div>
  )
}
