import type { WireDocument } from '@carpeta/contract/requests'
import { CheckCircleIcon, ClockIcon, CrossCircleIcon, DashCircleIcon } from '../ui/icons/icons.tsx'
import classes from './document-review.module.css'

const reviews = {
  pending: { label: 'Por revisar', Icon: ClockIcon },
  accepted: { label: 'Aceptado', Icon: CheckCircleIcon },
  rejected: { label: 'Rechazado', Icon: CrossCircleIcon },
} as const

const unreviewed = { label: 'Sin revisar', Icon: DashCircleIcon }

interface Props {
  document: WireDocument
  /** The request is closed: a review that is pending will not happen. */
  isClosed?: boolean
}

/** The review state of a document, with the reason of a rejection. */
export function DocumentReview({ document: { review, reason }, isClosed = false }: Props) {
  const { label, Icon } = isClosed && review === 'pending' ? unreviewed : reviews[review]
  return (
    <p className={classes.review} data-review={review}>
      <Icon size={16} />
      <span>
        {label}
        {reason && `: ${reason}`}
      </span>
    </p>
  )
}
