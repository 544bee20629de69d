import type { WireDocument, WireRequestEvent } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { fileSize } from '@carpeta/domain/requests/document-rules'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { downloadDocument } from '../documents/calls.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { DocumentPicture } from '../ui/display/document-picture.tsx'
import { Timeline } from '../ui/display/timeline.ts'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  DownloadIcon,
} from '../ui/icons/icons.tsx'
import { useDownload } from '../ui/use-download.ts'
import classes from './request-parts.module.css'

interface Props {
  events: WireRequestEvent[]
  titleOf: (event: WireRequestEvent) => string
  /** Empty when the text is shown elsewhere. */
  textOf: (event: WireRequestEvent) => string
}

/** The events of a request, oldest first. */
export function RequestTimeline({ events, titleOf, textOf }: Props) {
  return (
    <Timeline role="list" bulletSize={14} lineWidth={2} color="var(--petrol)">
      {events.map((event) => (
        <Timeline.Item
          key={event.id}
          role="listitem"
          data-kind={event.kind}
          classNames={{ item: classes.event, itemBullet: classes.bullet }}
          title={<span className={classes.title}>{titleOf(event)}</span>}
        >
          {textOf(event) && <p className={classes.text}>{textOf(event)}</p>}
          <p className={classes.detail}>
            {dateTimeInSantiago(event.at)}
            {event.actor && ` · ${event.actor}`}
          </p>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

const reviews = {
  pending: { label: 'Por revisar', Icon: ClockIcon },
  accepted: { label: 'Aceptado', Icon: CheckCircleIcon },
  rejected: { label: 'Rechazado', Icon: CrossCircleIcon },
} as const

const unreviewed = { label: 'Sin revisar', Icon: DashCircleIcon }

interface DocumentReviewProps {
  document: WireDocument
  /** The request is closed: a review that is pending will not happen. */
  isClosed?: boolean
  /** Without the reason. */
  isShort?: boolean
}

/** The review state of a document, with the reason of a rejection. */
export function DocumentReview({
  document: { review, reason },
  isClosed = false,
  isShort = false,
}: DocumentReviewProps) {
  const { label, Icon } = isClosed && review === 'pending' ? unreviewed : reviews[review]
  return (
    <p className={classes.review} data-review={review}>
      <Icon size={16} />
      <span>
        {label}
        {reason && !isShort && `: ${reason}`}
      </span>
    </p>
  )
}

interface DocumentRowProps {
  document: WireDocument
  /** Beside the download. */
  action?: ReactNode
  /** The document's review. */
  children?: ReactNode
  /** Over the whole width. */
  below?: ReactNode
  /** Quiet where the download is not the first thing to do; one line where another document, or this one, is shown. */
  look?: 'full' | 'quiet' | 'name' | 'shown'
}

/** A stored document with its download button. */
export function DocumentRow(props: DocumentRowProps) {
  const { document, action, children, below, look = 'full' } = props
  const { name, title, size, uploaded_at } = document
  const isOneLine = look === 'name' || look === 'shown'
  const { underWay, failure, save } = useDownload()
  return (
    <li className={classes.document} data-look={look}>
      {!isOneLine && <DocumentPicture name={name} file={null} />}
      <div>
        <p className={classes.name}>{title || name}</p>
        {!isOneLine && (
          <p className={classes.documentRowDetail}>
            {title && `${name} · `}
            <UnbrokenDates text={`${fileSize(size)} · ${dateTimeInSantiago(uploaded_at)}`} />
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        {action}
        {look !== 'name' && (
          <Button
            variant={look === 'full' ? 'default' : 'subtle'}
            leftSection={<DownloadIcon size={16} />}
            aria-label={`Descargar ${name}`}
            loading={underWay !== null}
            onClick={() => void save(name, () => downloadDocument(document))}
          >
            Descargar
          </Button>
        )}
      </div>
      {children && <div className={classes.documentRowReview}>{children}</div>}
      {below && <div className={classes.below}>{below}</div>}
      {failure !== undefined && <FailureNotice error={failure} />}
    </li>
  )
}

/** Of a failure that only loading the current request resolves. */
export function isConflict(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.status === 409
}

interface ActionFailureProps {
  failure: unknown
  /** Fetches the current request. Resolves to false on failure. */
  reload: () => Promise<boolean>
  /** Nothing else can be done before: its button is the one that counts. */
  needsReload?: boolean
  /** Tells the user that the typed text is still there. */
  isTextSaved?: boolean
  /** The button that loads it. */
  update?: string
}

/** The error of an action. After a conflict it offers to load the current request. */
export function ActionFailure(props: ActionFailureProps) {
  const { failure, reload, needsReload = false, isTextSaved = false } = props
  const { update: label = 'Actualizar' } = props
  const [step, setStep] = useState<'shown' | 'loading' | 'not loaded'>('shown')
  if (failure === undefined) return null
  if (!isConflict(failure)) return <FailureNotice error={failure} />

  async function update() {
    setStep('loading')
    setStep((await reload()) ? 'shown' : 'not loaded')
  }

  return (
    <Notice
      tone="warning"
      action={
        <Button
          variant={needsReload ? 'filled' : 'default'}
          loading={step === 'loading'}
          onClick={() => void update()}
        >
          {label}
        </Button>
      }
    >
      <p>{failure.message}</p>
      {isTextSaved && <p>Lo que escribiste sigue aquí.</p>}
      {step === 'not loaded' && <p>No se pudo actualizar. Inténtalo de nuevo.</p>}
    </Notice>
  )
}
