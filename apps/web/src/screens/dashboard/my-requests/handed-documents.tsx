import type { MemberRequest, WireDocument } from '@carpeta/contract/requests'
import { isClosed } from '@carpeta/domain/request-states'
import { DocumentRow } from '../../../requests/document-row.tsx'
import { CheckCircleIcon, ClockIcon } from '../../../ui/icons.tsx'
import { CrossCircleIcon } from '../../../ui/state-icons.tsx'
import classes from './my-requests.module.css'

const reviews = {
  pending: { label: 'Por revisar', Icon: ClockIcon },
  accepted: { label: 'Aceptado', Icon: CheckCircleIcon },
  rejected: { label: 'Rechazado', Icon: CrossCircleIcon },
} as const

/** What was handed in, and what the cooperative found of each. */
export function HandedDocuments({ request: { documents, state } }: { request: MemberRequest }) {
  return (
    <section className={classes.part}>
      <h4>Tus documentos</h4>
      <ul className={classes.documents}>
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document}>
            {/* What nobody looked at in the end waits for nothing. */}
            {!(isClosed(state) && document.review === 'pending') && <Review document={document} />}
          </DocumentRow>
        ))}
      </ul>
    </section>
  )
}

function Review({ document: { review, reason } }: { document: WireDocument }) {
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
