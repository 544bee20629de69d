import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { createRequest, newIdempotencyKey, sendRequest } from '../../../api/member-requests.ts'
import type { DataSubjectRequest } from '../../../api/personal-data.ts'
import { salesQuery } from '../../../api/sales.ts'
import { searchOfRequest } from '../../../requests/member-address.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Textarea } from '../../../ui/fields/inputs.ts'
import classes from './my-data.module.css'

interface Props {
  request: DataSubjectRequest
  saleCode: string
}

/** Sends a data-subject request, which has a legal deadline. */
export function DataRequestForm({ request, saleCode }: Props) {
  const [sent, setSent] = useState<number | null>(null)
  if (sent === null) return <Form request={request} saleCode={saleCode} onSent={setSent} />
  return (
    <div className={classes.sent}>
      <Notice
        tone="success"
        action={
          <Button variant="default" size="xs" onClick={() => setSent(null)}>
            Pedir otra vez
          </Button>
        }
      >
        Recibimos tu solicitud. Puedes seguirla en{' '}
        <Link to={`/dashboard${searchOfRequest(saleCode, sent)}`}>Mis Trámites</Link>.
      </Notice>
    </div>
  )
}

function Form({ request, saleCode, onSent }: Props & { onSent: (id: number) => void }) {
  const [comment, setComment] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  // A retry sends the same request.
  const [key] = useState(newIdempotencyKey)
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const id = await createRequest({ procedureId: request.id, saleCode }, comment, key)
      await sendRequest(id)
      return id
    },
    onSuccess: (id) => {
      onSent(id)
      // The sales data contain the requests.
      void client.invalidateQueries({ queryKey: salesQuery.queryKey })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setEmpty(comment.trim() === '')
    if (comment.trim() !== '') mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label="Qué necesitas"
        aria-label={`Qué necesitas: ${request.title}`}
        rows={3}
        maxLength={MAX_REQUEST_TEXT}
        value={comment}
        error={isEmpty && documentMessages.commentRequired.text}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {error && <FailureNotice error={error} />}
      <Button type="submit" loading={isPending} aria-label={`Pedir: ${request.title}`}>
        Pedir
      </Button>
    </form>
  )
}
