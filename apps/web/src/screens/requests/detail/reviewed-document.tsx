import type { WireDocument } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates'
import { canAct, requestMessages } from '@carpeta/domain/request-states'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { reviewDocument, type StaffRequest } from '../../../api/workbench.ts'
import { ActFailure } from '../../../requests/action-failure.tsx'
import { DocumentReview } from '../../../requests/document-review.tsx'
import { DocumentRow } from '../../../requests/document-row.tsx'
import { TextInput } from '../../../ui/fields/inputs.ts'
import { ButtonRow } from '../../../ui/layout/button-row.tsx'
import { useAct } from './actions/use-request-action.ts'
import classes from './detail.module.css'

interface Props {
  request: StaffRequest
  document: WireDocument
}

/** A document of the member, and whether it serves. */
export function ReviewedDocument({ request, document }: Props) {
  // Whoever may ask for what is missing may also say which document it is.
  const isUnderReview = canAct('ask', request.state)
  return (
    <DocumentRow document={document}>
      <DocumentReview document={document} />
      {isUnderReview && <Review request={request} document={document} />}
      <Replaced documents={request.replaced_documents.filter(isInPlaceOf(document))} />
    </DocumentRow>
  )
}

function isInPlaceOf({ position }: WireDocument) {
  return (other: WireDocument) => other.position === position
}

/** What the member had handed in before, and why it did not serve. */
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
          <DocumentRow key={document.id} document={document}>
            <DocumentReview document={document} />
            <p className={classes.detail}>
              Reemplazado el {dateTimeInSantiago(document.replaced_at)}
            </p>
          </DocumentRow>
        ))}
      </ul>
    </details>
  )
}

function Review({ request, document }: Props) {
  const act = useAct(request.id)
  const [isRejecting, setRejecting] = useState(false)
  const name = document.title || document.name

  async function review(accepted: boolean, reason: string) {
    const isDone = await act.run(() => reviewDocument(request, document.id, { accepted, reason }))
    if (isDone) setRejecting(false)
  }

  return (
    <div className={classes.review}>
      {isRejecting ? (
        <Rejection
          name={name}
          isBusy={act.isBusy}
          onReject={(reason) => void review(false, reason)}
          onCancel={() => setRejecting(false)}
        />
      ) : (
        <ButtonRow>
          {document.review !== 'accepted' && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Aceptar ${name}`}
              loading={act.isBusy}
              onClick={() => void review(true, '')}
            >
              Aceptar
            </Button>
          )}
          {document.review !== 'rejected' && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Rechazar ${name}`}
              disabled={act.isBusy}
              onClick={() => setRejecting(true)}
            >
              Rechazar
            </Button>
          )}
        </ButtonRow>
      )}
      <ActFailure {...act} />
    </div>
  )
}

interface RejectionProps {
  name: string
  isBusy: boolean
  onReject: (reason: string) => void
  onCancel: () => void
}

function Rejection({ name, isBusy, onReject, onCancel }: RejectionProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')

  function reject(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setError(requestMessages.reasonRequired)
    else onReject(reason.trim())
  }

  return (
    <form className={classes.rejection} noValidate onSubmit={reject}>
      <TextInput
        size="sm"
        label={`Por qué no sirve: ${name}`}
        description="El socio leerá el motivo y podrá reemplazar este documento."
        value={reason}
        maxLength={1000}
        autoFocus
        autoComplete="off"
        error={error}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setError('')
        }}
      />
      <ButtonRow>
        <Button type="submit" size="xs" loading={isBusy}>
          Rechazar documento
        </Button>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancelar
        </Button>
      </ButtonRow>
    </form>
  )
}
