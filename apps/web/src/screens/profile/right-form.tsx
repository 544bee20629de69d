import { documentMessages } from '@carpeta/domain/document-rules'
import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { createRequest, sendRequest } from '../../api/member-requests.ts'
import type { Right } from '../../api/personal-data.ts'
import { FailureNotice } from '../../session/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './my-data.module.css'

interface Props {
  right: Right
  saleCode: string
}

/** Asks for one of the rights: a request like any other, answered in the law's time. */
export function RightForm({ right, saleCode }: Props) {
  const [comment, setComment] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  // One key for as long as the form stands: a second try is the same request.
  const [key] = useState(() => crypto.randomUUID())
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () =>
      sendRequest(await createRequest({ procedureId: right.id, saleCode }, comment, key)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setEmpty(comment.trim() === '')
    if (comment.trim() !== '') mutate()
  }

  if (isSuccess) {
    return (
      <Notice tone="success">
        Recibimos tu solicitud. Puedes seguirla en{' '}
        <Link to={`/dashboard?venta=${encodeURIComponent(saleCode)}&tab=mis-tramites`}>
          Mis trámites
        </Link>
        .
      </Notice>
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        size="md"
        label="Qué necesitas"
        rows={3}
        maxLength={5000}
        value={comment}
        error={isEmpty && documentMessages.commentRequired}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {error && <FailureNotice error={error} />}
      <Button type="submit" loading={isPending}>
        Pedir
      </Button>
    </form>
  )
}
