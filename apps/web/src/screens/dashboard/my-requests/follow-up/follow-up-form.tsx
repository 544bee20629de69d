import type { MemberRequest } from '@carpeta/contract/requests'
import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { MAX_REQUEST_TEXT, requestMessages } from '@carpeta/domain/requests/request-states'
import { type FormEvent, useState } from 'react'
import { commentOnRequest, respondToAnswer } from '../../../../api/requests/follow-up.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { useSavedText } from '../../../../requests/use-saved-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Textarea } from '../../../../ui/fields/inputs.ts'
import classes from '../my-requests.module.css'
import { useRequestRefresh } from '../use-request-refresh.ts'

const kinds = {
  comment: {
    title: '¿Te faltó decir algo?',
    open: 'Agregar un comentario',
    label: 'Tu comentario',
    send: 'Enviar comentario',
    empty: requestMessages.commentRequired.text,
    call: commentOnRequest,
  },
  respond: {
    title: '¿Quedó algo sin resolver?',
    open: 'Responder a la cooperativa',
    label: 'Tu respuesta',
    send: 'Responder',
    empty: requestMessages.respondRequired.text,
    call: respondToAnswer,
  },
} as const

interface Props {
  request: MemberRequest
  kind: keyof typeof kinds
}

/** A comment while the request is under review, or a reply to its answer. */
export function FollowUpForm({ request, kind }: Props) {
  const { title, open, label, send, empty, call } = kinds[kind]
  const [text, setText] = useSavedText(`${kind}:${request.id}`)
  const [isOpen, setOpen] = useState(text !== '')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { show, reload } = useRequestRefresh(request.id)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') {
      setError(empty)
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const changed = await call(request.id, text.trim())
      setText('')
      setOpen(false)
      show(changed)
    } catch (failed) {
      setFailure(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={classes.part}>
      <h4>{title}</h4>
      <p className={classes.detail}>{consequence(kind, request)}</p>
      {isOpen ? (
        <form className={classes.part} noValidate onSubmit={submit} aria-label={open}>
          <Textarea
            label={label}
            rows={3}
            maxLength={MAX_REQUEST_TEXT}
            autoFocus
            value={text}
            error={error}
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setError('')
            }}
          />
          <ActionFailure failure={failure} reload={reload} isTextSaved />
          <div>
            <Button type="submit" size="md" loading={isBusy}>
              {send}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            {open}
          </Button>
        </div>
      )}
    </section>
  )
}

function consequence(kind: Props['kind'], { respond_until }: MemberRequest): string {
  if (kind === 'comment' || !respond_until) return 'Quienes revisan tu solicitud lo leerán.'
  const last = shortDate(respond_until as CalendarDate)
  return `Puedes responder hasta el ${last}, y la cooperativa la revisará de nuevo.`
}
