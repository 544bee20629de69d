import type { WireDocument } from '@carpeta/contract/requests/request-schemas'
import { CheckCircleIcon, ClockIcon, CrossCircleIcon } from '../ui/icons/icons.tsx'
import classes from './document-review.module.css'

const reviews = {
  pending: { label: 'Por revisar', Icon: ClockIcon },
  accepted: { label: 'Aceptado', Icon: CheckCircleIcon },
  rejected: { label: 'Rechazado', Icon: CrossCircleIcon },
} as const

/** The review state of a document, with the reason of a rejection. */
export function DocumentReview({ document: { review, reason } }: { document: WireDocument }) {
  const { label, Icon } = reviews[review]
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
